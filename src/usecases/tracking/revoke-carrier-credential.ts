import type { Actor } from '../../domain/actor.ts';
import { notFound } from '../../problems/problem.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { endCarrierCredential } from '../../storage/tracking/carrier-credentials.ts';
import { changeBy, type Service } from '../service.ts';

/**
 * Revokes a carrier credential: it stops working within 1 s in every process that reaches the database, else
 * within 30 s. Revoking a revoked one changes nothing.
 *
 * @throws Problem `not_found` for an unknown one
 */
export async function revokeCarrierCredential(
  service: Service,
  actor: Actor,
  credentialId: string,
): Promise<void> {
  await service.database.change(WHOLE_SERVICE, changeBy(service, actor), async (writer) => {
    const revoked = await endCarrierCredential(writer, credentialId);
    if (revoked === null) throw notFound(`Carrier credential ${credentialId}`);
    if (revoked.wasRevoked) {
      writer.skipAudit('it was revoked before, and recorded then');
      return;
    }
    await writer.record({
      action: 'carrier_credential.revoked',
      subjectKind: 'carrier_credential',
      subjectId: credentialId,
      changes: { name: revoked.name },
    });
  });
}
