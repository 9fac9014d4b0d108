import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { CourierParts } from '../../usecases/couriers/courier-parts.ts';
import type { SentRequest, ShippingService } from '../../usecases/shipping-service.ts';

/** The buckets reach up to a courier's timeout. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts every call to a courier or shop for `/metrics`, times those to couriers, and logs it: as a warning if no answer came,
 * otherwise at `debug`, because the demo data of a first start makes hundreds of calls.
 */
export function noteCarrierCalls(
  {
    carrierCalls,
    courierRequests,
    shopRequests,
  }: Pick<CourierParts, 'carrierCalls'> & Pick<ShippingService, 'courierRequests' | 'shopRequests'>,
  { registry, logger }: { readonly registry: Registry; readonly logger: Logger },
): void {
  const counts = new Counter({
    name: 'carrier_calls',
    help: 'Courier API calls by outcome; timed_out and failed got no answer',
    labelNames: ['adapter', 'call', 'outcome'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'carrier_call_duration_seconds',
    help: 'Duration of a courier API call, until its answer or a timeout',
    labelNames: ['adapter', 'call'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  const shopCounts = new Counter({
    name: 'shop_requests',
    help: 'Requests to shops by the first digit of the status; none got no answer',
    labelNames: ['shop', 'call', 'status'] as const,
    registers: [registry],
  });
  const logged =
    (what: 'courier' | 'shop', id: string) =>
    ({ partner, connectionId, call, status, failure, milliseconds }: SentRequest) => {
      const facts = { [what]: partner, [id]: connectionId, call, status, ms: milliseconds };
      if (failure === null) logger.debug(facts, `${what} request`);
      else logger.info({ ...facts, failure }, `${what} request without an answer`);
    };
  courierRequests.on('sent', logged('courier', 'courier_account_id'));
  shopRequests.on('sent', logged('shop', 'shop_id'));
  shopRequests.on('sent', ({ partner, call, status }) => {
    const digit = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
    shopCounts.inc({ shop: partner, call, status: digit });
  });
  carrierCalls.on('made', ({ adapter, call, outcome, milliseconds, booking, error }) => {
    counts.inc({ adapter, call, outcome });
    durations.observe({ adapter, call }, milliseconds / 1000);
    const facts = {
      adapter,
      call,
      outcome,
      ms: Math.round(milliseconds * 10) / 10,
      account_id: booking.accountId,
      carrier_id: booking.carrierId,
      reference: booking.reference,
    };
    if (error === null) logger.debug(facts, 'courier');
    else logger.warn({ ...facts, error }, 'courier did not answer');
  });
}
