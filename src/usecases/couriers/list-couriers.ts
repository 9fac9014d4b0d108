import type { Courier } from '../../carriers/courier.ts';
import type { ShippingService } from '../service.ts';

export type { Courier };

/** The couriers that can be connected here, in the order of the registry. */
export function listCouriers({ couriers }: Pick<ShippingService, 'couriers'>): readonly Courier[] {
  return couriers.connectable;
}
