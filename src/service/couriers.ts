import { EventEmitter } from 'node:events';
import type { Courier } from '../carriers/courier.ts';
import { openCouriers } from '../carriers/registry.ts';
import type { Config } from '../config.ts';
import { readNetworks } from '../outgoing/networks.ts';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { PartnerTraffic } from '../partners/partner-traffic.ts';
import type { Timer } from '../partners/timer.ts';
import { DatabaseOfflineLedger } from '../storage/booking/offline-ledger.ts';
import { openSerialPermutation } from '../usecases/booking/open-serial-permutation.ts';
import type { CourierParts } from '../usecases/couriers/courier-parts.ts';
import { PincodeServices } from '../usecases/couriers/pincode-services.ts';
import type { Service } from '../usecases/service.ts';
import type { ShippingService } from '../usecases/shipping-service.ts';
import { TtlCache } from '../usecases/ttl-cache.ts';

type OpenedParts = Omit<CourierParts, 'carrierCalls' | 'carrierTimeoutMs' | 'sealing'> &
  Pick<ShippingService, 'courierRequests'>;

export interface CourierOptions {
  /** By default only the public internet can be reached. */
  readonly outgoing?: OutgoingRequests | undefined;
  /** Couriers in addition to the built-in ones, for tests. */
  readonly couriers?: readonly Courier[] | undefined;
  readonly timer?: Timer | undefined;
}

/** Creates the sender of requests to couriers, with the operator's allowed networks. @throws StartupError */
export function courierOutgoing({ courierAllow }: Pick<Config, 'courierAllow'>): OutgoingRequests {
  return new OutgoingRequests({ allow: readNetworks(courierAllow, 'COURIER_ALLOW') });
}

/** Composes the parts that call couriers; the caller closes `courierTraffic`. */
export async function openCourierParts(
  base: Service,
  { outgoing = new OutgoingRequests({ allow: [] }), couriers, timer }: CourierOptions,
): Promise<OpenedParts> {
  const courierRequests: OpenedParts['courierRequests'] = new EventEmitter();
  const dependencies = {
    offlineLedger: new DatabaseOfflineLedger(base.database),
    serialPermutation: await openSerialPermutation(base),
  };
  return {
    couriers: openCouriers(dependencies, couriers),
    courierAccounts: new TtlCache(),
    registrations: new TtlCache(),
    pincodeServices: new PincodeServices(base.now),
    courierTraffic: new PartnerTraffic(outgoing, {
      now: base.now,
      note: (sent) => courierRequests.emit('sent', sent),
      timer,
    }),
    courierRequests,
  };
}
