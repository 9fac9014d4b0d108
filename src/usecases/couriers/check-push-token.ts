import type { Actor } from '../../domain/actor.ts';
import { findPushToken, notePushTokenUse } from '../../storage/couriers/push-tokens.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import type { Service } from '../service.ts';
import type { CarrierContext } from '../tracking/check-carrier-credential.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import type { CourierParts } from './courier-parts.ts';

export interface PushContext extends CarrierContext, Pick<CourierParts, 'couriers'> {
  /** The owner of the courier account. */
  readonly accountId: string;
  readonly courier: string;
  readonly pushedAs: string;
}

/** Creates the check of the addresses that couriers push to. */
export function pushTokens(
  service: Service & AnnouncementParts & Pick<CourierParts, 'couriers'>,
  options: CredentialCheckOptions,
): CredentialCache<PushContext> {
  return new CredentialCache<PushContext>(service, {
    find: async (prefix) => {
      const token = await findPushToken(service.database, prefix);
      if (token === null) return null;
      const { credentialId, accountId, courierAccountId, courier } = token;
      const actor: Actor = { kind: 'carrier', id: credentialId, name: courier };
      const moves = { carrierIds: [], courierAccountIds: [courierAccountId] };
      const pushedAs = service.couriers.named(courier)?.pushAddress?.name ?? courier;
      return {
        ...token,
        context: { ...service, credentialId, accountId, courier, pushedAs, ...moves, actor },
      };
    },
    noteUse: (uses) => notePushTokenUse(service.database, uses),
    ...options,
  });
}
