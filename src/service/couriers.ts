import { EventEmitter } from 'node:events';
import type { Courier } from '../carriers/courier.ts';
import { openCouriers } from '../carriers/registry.ts';
import { CourierTraffic } from '../carriers/requests/courier-traffic.ts';
import type { Config } from '../config.ts';
import { readNetworks } from '../outgoing/networks.ts';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { DatabaseOfflineLedger } from '../storage/booking/offline-ledger.ts';
import { openSerialPermutation } from '../usecases/booking/open-serial-permutation.ts';
import { PincodeServices } from '../usecases/couriers/pincode-services.ts';
import { MomentaryCache } from '../usecases/momentary-cache.ts';
import type { Service, ShippingService } from '../usecases/service.ts';

/** What speaks to couriers. */
export type CourierParts = Pick<
  ShippingService,
  'couriers' | 'courierAccounts' | 'registrations' | 'pincodeServices' | 'courierTraffic' | 'courierRequests'
>;

export interface CourierOptions {
  /** Without it only the public internet is reached. */
  readonly outgoing?: OutgoingRequests | undefined;
  /** Couriers beside those that come along, for tests. */
  readonly couriers?: readonly Courier[] | undefined;
}

/** By which couriers are reached, with the networks that the operator allows. @throws StartupError */
export function courierOutgoing({ courierAllow }: Pick<Config, 'courierAllow'>): OutgoingRequests {
  return new OutgoingRequests({ allow: readNetworks(courierAllow, 'COURIER_ALLOW') });
}

/** Composes what speaks to couriers; whoever opens it closes its traffic. */
export async function openCourierParts(
  base: Service,
  { outgoing = new OutgoingRequests({ allow: [] }), couriers }: CourierOptions,
): Promise<CourierParts> {
  const courierRequests: CourierParts['courierRequests'] = new EventEmitter();
  const dependencies = {
    offlineLedger: new DatabaseOfflineLedger(base.database),
    serialPermutation: await openSerialPermutation(base),
  };
  return {
    couriers: openCouriers(dependencies, couriers),
    courierAccounts: new MomentaryCache(),
    registrations: new MomentaryCache(),
    pincodeServices: new PincodeServices(base.now),
    courierTraffic: new CourierTraffic(outgoing, {
      now: base.now,
      note: (sent) => courierRequests.emit('sent', sent),
    }),
    courierRequests,
  };
}
