import type { Actor } from '../../domain/actor.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { findCarrierIds } from '../../storage/rates/rate-changes.ts';
import {
  type CarrierCredential,
  endCarrierCredential,
  insertCarrierCredential,
  listCarrierCredentials,
} from '../../storage/tracking/carrier-credentials.ts';
import { makeSecret } from '../accounts/credential-secret.ts';
import { changeBy, type Service } from '../service.ts';

export interface CarrierCredentialTerms {
  readonly name: string;
  readonly carrierIds: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * Creates a credential. A courier uses it to send scans of its own carriers' shipments, for all accounts.
 *
 * @returns the credential's text, which is not stored and must be shown now
 * @throws Problem `refused` for carriers that are in no rate book
 */
export async function createCarrierCredential(
  service: Service,
  actor: Actor,
  terms: CarrierCredentialTerms,
): Promise<{ credentialId: string; credential: string }> {
  const carrierIds = [...new Set(terms.carrierIds)];
  if (carrierIds.length === 0) {
    throw refused(say('credential_needs_carrier', 'a carrier credential needs at least one carrier'));
  }
  const known = await findCarrierIds(service.database, carrierIds);
  const unknown = carrierIds.filter((carrierId) => !known.has(carrierId));
  if (unknown.length > 0)
    throw refused(
      unknown.map((carrierId) =>
        say('no_book_has_carrier', 'no rate book has a carrier {carrier_id}', { carrier_id: carrierId }),
      ),
    );
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

export type { CarrierCredential };

/** Returns all carrier credentials, oldest first, also revoked ones, without the secrets. */
export function listEveryCarrierCredential({ database }: Service): Promise<CarrierCredential[]> {
  return listCarrierCredentials(database);
}

/**
 * Revokes a carrier credential. It stops working within 1 s in every process that reaches the database, and
 * within 30 s in others. Has no effect on a revoked one.
 *
 * @throws Problem `not_found` for an unknown id
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
      writer.skipAudit('it was revoked already');
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
