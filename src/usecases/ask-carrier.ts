import type { ActionAnswer, BookingAnswer, BookingRequest, CarrierAdapter } from '../carriers/carrier.ts';
import type { Warehouse } from '../domain/warehouse.ts';
import type { BookingTerms } from '../storage/bookings.ts';
import { consigneeOf, type OrderDraft } from './order-draft.ts';
import type { ShippingService } from './service.ts';

/** The answer was lost: the carrier may have done it or not. */
export interface Unknown {
  readonly outcome: 'unknown';
}

const UNKNOWN: Unknown = { outcome: 'unknown' };

/** Asks a carrier to take a shipment. Never fails: an error or a time-out is an unknown outcome. */
export function askToBook(
  service: ShippingService,
  request: BookingRequest,
): Promise<BookingAnswer | Unknown> {
  const adapter = service.carriers.adapterOf(request.carrierId);
  return withinTime(service, (signal) => adapter.book(request, signal)).catch(() => UNKNOWN);
}

/** Asks a carrier to do something with a booking. Never fails, as `askToBook`. */
export function askToAct(
  service: ShippingService,
  carrierId: string,
  act: (adapter: CarrierAdapter, signal: AbortSignal) => Promise<ActionAnswer>,
): Promise<ActionAnswer | Unknown> {
  const adapter = service.carriers.adapterOf(carrierId);
  return withinTime(service, (signal) => act(adapter, signal)).catch(() => UNKNOWN);
}

/**
 * Waits for a carrier no longer than it may take, also where its adapter does not heed the signal.
 *
 * @throws what the call throws, or the time-out
 */
export async function withinTime<T>(
  service: ShippingService,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error('The carrier did not answer in time');
      controller.abort(error);
      reject(error);
    }, service.carrierTimeoutMs);
  });
  try {
    return await Promise.race([call(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a carrier is told of a shipment. */
export function bookingRequestOf(
  accountId: string,
  bookingId: string,
  terms: BookingTerms,
  order: Pick<
    OrderDraft,
    'displayId' | 'billing' | 'shipping' | 'items' | 'codCollectiblePaise' | 'subTotalPaise'
  >,
  warehouse: Warehouse,
): BookingRequest {
  const consignee = consigneeOf(order);
  return {
    reference: bookingId,
    accountId,
    carrierId: terms.carrierId,
    carrierCode: terms.carrierCode,
    serviceLevel: terms.serviceLevel,
    displayId: order.displayId,
    pickup: {
      name: warehouse.contactPerson,
      phone: warehouse.phone,
      address: warehouse.streetAddress,
      city: warehouse.city,
      state: warehouse.state,
      pincode: warehouse.zip,
    },
    delivery: {
      name: [consignee.firstName, consignee.lastName].filter(Boolean).join(' '),
      phone: consignee.phone,
      address: [consignee.address, consignee.address2].filter(Boolean).join(', '),
      city: consignee.city,
      state: consignee.state,
      pincode: consignee.pincode,
    },
    deadWeight: terms.deadWeight,
    length: terms.length,
    breadth: terms.breadth,
    height: terms.height,
    codAmountPaise: order.codCollectiblePaise,
    totalPricePaise: order.subTotalPaise,
    items: order.items.map(({ name, sku, units }) => ({ name, sku, units })),
  };
}
