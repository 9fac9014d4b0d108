import type { Actor } from '../../domain/actor.ts';
import { refused } from '../../problems/problem.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { findCarrierIds } from '../../storage/rates/rate-changes.ts';
import { insertCarrierCredential } from '../../storage/tracking/carrier-credentials.ts';
import { makeSecret } from '../accounts/credential-secret.ts';
import { changeBy, type Service } from '../service.ts';

export interface CarrierCredentialTerms {
  readonly name: string;
  readonly carrierIds: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * Makes a credential with which a courier sends scans of shipments of its own carriers, of all accounts.
 *
 * @returns the credential's text, which is kept nowhere: show it once
 * @throws Problem `refused` for carriers that are in no rate book
 */
export async function createCarrierCredential(
  service: Service,
  actor: Actor,
  terms: CarrierCredentialTerms,
): Promise<{ credentialId: string; credential: string }> {
  const carrierIds = [...new Set(terms.carrierIds)];
  if (carrierIds.length === 0) throw refused('a carrier credential needs at least one carrier');
  const known = await findCarrierIds(service.database, carrierIds);
  const unknown = carrierIds.filter((carrierId) => !known.has(carrierId));
  if (unknown.length > 0)
    throw refused(unknown.map((carrierId) => `no rate book has a carrier ${carrierId}`));
  const secret = makeSecret();
  const credentialId = service.newId();
  await service.database.change(WHOLE_SERVICE, changeBy(service, actor), async (writer) => {
    await insertCarrierCredential(writer, {
      credentialId,
      prefix: secret.prefix,
      secretHash: secret.secretHash,
      name: terms.name,
      carrierIds,
      expiresAt: terms.expiresAt,
    });
    await writer.record({
      action: 'carrier_credential.created',
      subjectKind: 'carrier_credential',
      subjectId: credentialId,
      changes: {
        name: terms.name,
        carriers: carrierIds,
        expires_at: terms.expiresAt?.toISOString() ?? null,
      },
    });
  });
  return { credentialId, credential: secret.text };
}
