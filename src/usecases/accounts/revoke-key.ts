import type { Actor } from '../../domain/actor.ts';
import { notFound } from '../../domain/errors.ts';
import { findCredentialById, revokeCredential } from '../../storage/accounts/credentials.ts';
import { changeBy, type Service } from '../service.ts';

/**
 * Revokes an API key or a user's token: it stops working within 1 s in every process that reaches the database, else within
 * 30 s. Revoking a revoked one changes nothing.
 *
 * @throws Problem `not_found` for an unknown one
 */
export async function revokeKey(service: Service, actor: Actor, keyId: string): Promise<void> {
  const key = await findCredentialById(service.database, keyId);
  if (!key) throw notFound(`Key ${keyId}`);
  if (key.revokedAt !== null) return;
  await service.database.change(key.accountId, changeBy(service, actor), async (writer) => {
    await revokeCredential(writer, keyId);
    await writer.record({
      action: `${key.kind}.revoked`,
      subjectKind: key.kind,
      subjectId: keyId,
      changes: { name: key.name },
    });
  });
}
