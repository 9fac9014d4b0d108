import type { Actor } from '../../domain/actor.ts';
import { notFound } from '../../problems/problem.ts';
import { type Credential, findCredentialById, revokeCredential } from '../../storage/accounts/credentials.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';

/**
 * Revokes an API key or a user's token: it stops working within 1 s in every process that reaches the database, else within
 * 30 s. Revoking a revoked one changes nothing.
 *
 * @throws Problem `not_found` for an unknown one
 */
export async function revokeKey(service: Service, actor: Actor, keyId: string): Promise<void> {
  const key = await findCredentialById(service.database, keyId);
  if (!key) throw notFound(`Key ${keyId}`);
  await revoke(service, actor, key);
}

/**
 * The same for an API key of the account, by whoever may change its data.
 *
 * @throws Problem `not_found` also for a token, and for what belongs to another account
 */
export async function revokeAccountKey(account: AccountContext, keyId: string): Promise<void> {
  const key = await findCredentialById(account.database, keyId);
  if (key?.accountId !== account.accountId || key.kind !== 'key') throw notFound('Key');
  await revoke(account, account.actor, key);
}

async function revoke(service: Service, actor: Actor, key: Credential): Promise<void> {
  await service.database.change(key.accountId, changeBy(service, actor), async (writer) => {
    if (!(await revokeCredential(writer, key.credentialId))) {
      writer.skipAudit('it was revoked before');
      return;
    }
    await writer.record({
      action: `${key.kind}.revoked`,
      subjectKind: key.kind,
      subjectId: key.credentialId,
      changes: { name: key.name },
    });
  });
}
