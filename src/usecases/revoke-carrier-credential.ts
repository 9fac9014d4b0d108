import { notFound } from '../domain/errors.ts';
import { revokeCarrierCredential as revoke } from '../storage/carrier-credentials.ts';
import type { Service } from './service.ts';

/**
 * Revokes a carrier credential: it stops working within 5 s in every process. Revoking a revoked one changes
 * nothing.
 *
 * @throws Problem `not_found` for an unknown one
 */
export async function revokeCarrierCredential(service: Service, credentialId: string): Promise<void> {
  const isKnown = await revoke(service.database, credentialId, service.now());
  if (!isKnown) throw notFound(`Carrier credential ${credentialId}`);
}
