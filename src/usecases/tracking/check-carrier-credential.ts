import type { Actor } from '../../domain/actor.ts';
import {
  findCarrierCredential,
  noteCarrierCredentialUse,
} from '../../storage/tracking/carrier-credentials.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import type { Service } from '../service.ts';
import type { AnnouncementParts } from './on-moments.ts';

export interface ScanContext extends Service, AnnouncementParts {
  /** It may change the shipments of these carriers. */
  readonly carrierIds: readonly string[];
  /** It may also change the shipments that were booked with these courier accounts. */
  readonly courierAccountIds: readonly string[];
  readonly actor: Actor;
}

export interface CarrierContext extends ScanContext {
  readonly credentialId: string;
}

/** Creates the check of carrier credentials, which does not know accounts' credentials. */
export function carrierCredentials(
  service: Service & AnnouncementParts,
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
