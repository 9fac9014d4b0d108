import {
  type CarrierCredential,
  listCarrierCredentials,
} from '../../storage/tracking/carrier-credentials.ts';
import type { Service } from '../service.ts';

export type { CarrierCredential };

/** Every carrier credential, oldest first, revoked ones included; never the secrets themselves. */
export function listEveryCarrierCredential({ database }: Service): Promise<CarrierCredential[]> {
  return listCarrierCredentials(database);
}
