import type { Actor } from '../../domain/actor.ts';
import {
  findCarrierCredential,
  noteCarrierCredentialUse,
} from '../../storage/tracking/carrier-credentials.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import type { ShippingService } from '../service.ts';

/** Who tells of scans, and which shipments it may move. */
export interface ScanContext extends ShippingService {
  /** Those of these carriers. */
  readonly carrierIds: readonly string[];
  /** And those that were booked by these courier accounts. */
  readonly courierAccountIds: readonly string[];
  readonly actor: Actor;
}

/** A courier's request that has passed the credential check. */
export interface CarrierContext extends ScanContext {
  readonly credentialId: string;
}

/** The check of carrier credentials; an account's is unknown here. */
export function carrierCredentials(
  service: ShippingService,
  options: CredentialCheckOptions,
): CredentialCache<CarrierContext> {
  return new CredentialCache<CarrierContext>(service, {
    find: async (prefix) => {
      const credential = await findCarrierCredential(service.database, prefix);
      if (credential === null) return null;
      const { credentialId, carrierIds, name } = credential;
      const actor: Actor = { kind: 'carrier', id: credentialId, name };
      return {
        ...credential,
        context: { ...service, credentialId, carrierIds, courierAccountIds: [], actor },
      };
    },
    noteUse: (uses) => noteCarrierCredentialUse(service.database, uses),
    ...options,
  });
}
