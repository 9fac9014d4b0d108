import type { EventEmitter } from 'node:events';
import type { CourierRegistry } from '../../carriers/registry.ts';
import type { PartnerTraffic } from '../../partners/partner-traffic.ts';
import type { Sealing } from '../../sealing/sealing.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';
import type { WarehouseRegistration } from '../../storage/couriers/warehouse-registrations.ts';
import type { CarrierCallMade } from '../booking/carrier-call.ts';
import type { TtlCache } from '../ttl-cache.ts';
import type { PincodeServices } from './pincode-services.ts';

/** What calls couriers. */
export interface CourierParts {
  readonly couriers: CourierRegistry;
  readonly courierAccounts: TtlCache<CourierAccount | null>;
  readonly registrations: TtlCache<readonly WarehouseRegistration[]>;
  readonly pincodeServices: PincodeServices;
  readonly courierTraffic: PartnerTraffic;
  readonly carrierCalls: EventEmitter<{ made: [CarrierCallMade] }>;
  readonly carrierTimeoutMs: number;
  readonly sealing: Sealing;
}
