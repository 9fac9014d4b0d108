import type { Actor } from '../../domain/actor.ts';
import { insertAccount } from '../../storage/accounts/accounts.ts';
import { changeBy, type Service } from '../service.ts';
import { insertKey } from './keys.ts';

/** Creates an account with its first API key. @returns the key, which is not stored and must be shown now */
export async function createAccount(
  service: Service,
  actor: Actor,
  name: string,
): Promise<{ accountId: string; apiKey: string }> {
  const accountId = service.newId();
  const apiKey = await service.database.change(accountId, changeBy(service, actor), async (writer) => {
    await insertAccount(writer, name);
    await writer.record({
      action: 'account.created',
      subjectKind: 'account',
      subjectId: accountId,
      changes: { name },
    });
    const key = await insertKey(writer, service.newId(), {
      name: 'first key',
      scope: 'full',
      expiresAt: null,
    });
    return key.apiKey;
  });
  return { accountId, apiKey };
}
