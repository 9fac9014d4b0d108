import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ShippingService } from '../../usecases/service.ts';

/** The buckets reach up to a courier's timeout. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts and times every call to a courier for `/metrics`, and logs it: as a warning if no answer came,
 * otherwise at `debug`, because the demo data of a first start makes hundreds of calls.
 */
export function noteCarrierCalls(
  { carrierCalls, courierRequests }: Pick<ShippingService, 'carrierCalls' | 'courierRequests'>,
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
  courierRequests.on(
    'sent',
    ({ partner: courier, connectionId: courierAccountId, call, status, failure, milliseconds }) => {
      const facts = { courier, courier_account_id: courierAccountId, call, status, ms: milliseconds };
      if (failure === null) logger.debug(facts, 'courier request');
      else logger.info({ ...facts, failure }, 'courier request without an answer');
    },
  );
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
