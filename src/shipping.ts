import { openCarriers } from './carriers/registry.ts';
import { DatabaseOfflineLedger } from './storage/offline-ledger.ts';
import { InFlight } from './usecases/in-flight.ts';
import { type LabelLinks, NO_LABELS } from './usecases/label-links.ts';
import { LifeSign } from './usecases/life-sign.ts';
import { enqueueMessages } from './usecases/messages/enqueue-messages.ts';
import type { Messaging } from './usecases/messages/messaging.ts';
import type { OnMoments } from './usecases/on-moments.ts';
import type { QuoteSource } from './usecases/quote-source.ts';
import type { Service, ShippingService } from './usecases/service.ts';

/** A courier that has not answered by then is asked again later what became of it. */
const CARRIER_TIMEOUT_MS = 10_000;
/** Contract: idempotency. */
const REPEAT_WAIT_MS = 30_000;

export interface ShippingOptions {
  readonly quotes: QuoteSource;
  readonly labels?: LabelLinks;
  /** Without it messages are only recorded. */
  readonly messaging?: Messaging;
  /** Told in place of the messages. */
  readonly onMoments?: OnMoments;
  readonly carrierTimeoutMs?: number;
  readonly repeatWaitMs?: number;
  /** Told of what goes wrong between requests. */
  readonly onError: (error: unknown) => void;
}

/** The service of orders and shipments, alive: what it begins from now on is its own. */
export interface OpenShipping {
  readonly service: ShippingService;
  close(): Promise<void>;
}

/** Composes carriers, quotes and labels, and tells the other processes that this one is there. */
export async function openShipping(base: Service, options: ShippingOptions): Promise<OpenShipping> {
  const messaging = options.messaging ?? { transports: {}, publicUrl: () => '' };
  const service: ShippingService = {
    ...base,
    processId: base.newId(),
    inFlight: new InFlight(),
    quotes: options.quotes,
    carriers: openCarriers({ offlineLedger: new DatabaseOfflineLedger(base.database) }),
    carrierTimeoutMs: options.carrierTimeoutMs ?? CARRIER_TIMEOUT_MS,
    repeatWaitMs: options.repeatWaitMs ?? REPEAT_WAIT_MS,
    labels: options.labels ?? NO_LABELS,
    messaging,
    onMoments: options.onMoments ?? enqueueMessages(messaging.transports),
  };
  const lifeSign = new LifeSign(service, options.onError);
  await lifeSign.start();
  return { service, close: () => lifeSign.stop() };
}
