import type { Actor } from '../domain/actor.ts';
import { notFound } from '../domain/errors.ts';
import { findKey, revokeCredential } from '../storage/credentials.ts';
import { changeBy, type Service } from './service.ts';

/**
 * Revokes an API key: it stops working within 5 s in every process. Revoking a revoked key changes
 * nothing.
 *
 * @throws Problem `not_found` for an unknown key
 */
export async function revokeKey(service: Service, actor: Actor, keyId: string): Promise<void> {
  const key = await findKey(service.database, keyId);
  if (!key) throw notFound(`Key ${keyId}`);
  if (key.revokedAt !== null) return;
  await service.database.change(key.accountId, changeBy(service, actor), async (writer) => {
    await revokeCredential(writer, keyId);
    await writer.record({
      action: 'key.revoked',
      subjectKind: 'key',
      subjectId: keyId,
      changes: { name: key.name },
    });
  });
}
