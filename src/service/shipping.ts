import { EventEmitter } from 'node:events';
import type { Courier } from '../carriers/courier.ts';
import { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import type { RenderPapers } from '../papers/render-papers.ts';
import { PartnerTraffic } from '../partners/partner-traffic.ts';
import type { Timer } from '../partners/timer.ts';
import { Sealing } from '../sealing/sealing.ts';
import type { Shop } from '../shops/shop.ts';
import { SHOPS } from '../shops/shop-systems.ts';
import { findAccountsInUse } from '../storage/accounts/credentials.ts';
import { ListingColumns, type ListingColumnsOptions } from '../storage/columns/listing-columns.ts';
import { InFlight } from '../usecases/booking/in-flight.ts';
import { JobWorkers } from '../usecases/health/job-workers.ts';
import { Heartbeat } from '../usecases/heartbeat.ts';
import { type JudgeOrders, judgeHere } from '../usecases/imports/judge-orders.ts';
import { type LabelLinks, NO_LABELS } from '../usecases/labels/label-links.ts';
import { LongWork, type LongWorkOptions } from '../usecases/long-work.ts';
import { enqueueMessages } from '../usecases/messages/enqueue-messages.ts';
import type { Messaging } from '../usecases/messages/messaging.ts';
import type { QuoteSource } from '../usecases/rates/quote-source.ts';
import type { PrepareSamples } from '../usecases/sample-data/prepare-samples.ts';
import type { Service } from '../usecases/service.ts';
import type { ShippingService } from '../usecases/shipping-service.ts';
import type { OnMoments } from '../usecases/tracking/on-moments.ts';
import { emitWebhooks } from '../usecases/webhooks/emit-webhooks.ts';
import { openCourierParts } from './couriers.ts';

/** If a courier does not answer within this time, it is asked later for the outcome. */
const CARRIER_TIMEOUT_MS = 10_000;
const REPEAT_WAIT_MS = 30_000;
/**
 * A booking seldom takes longer. After it, a request with the same order id is told that the outcome is not
 * known, because the process that makes the order may be dead, which shows only later.
 */
const MAKING_WAIT_MS = 2_000;

export interface ShippingOptions {
  readonly quotes: QuoteSource;
  /** If missing, no pincode is found. */
  readonly directory?: PincodeDirectory;
  /** If missing, no sample data can be loaded. */
  readonly prepareSamples?: PrepareSamples;
  readonly labels?: LabelLinks;
  /** If missing, labels are rendered in the thread that answers requests. */
  readonly renderPapers?: RenderPapers;
  /** If missing, orders of files are judged in the thread that answers requests. */
  readonly judgeOrders?: JudgeOrders;
  /** If missing, messages are only recorded. */
  readonly messaging?: Messaging;
  /** Called instead of sending messages. */
  readonly onMoments?: OnMoments;
  /** If missing, no secret can be stored. */
  readonly sealing?: Sealing;
  /** For webhooks; by default only the public internet can be reached. */
  readonly outgoing?: OutgoingRequests;
  /** For couriers; by default only the public internet can be reached. */
  readonly courierOutgoing?: OutgoingRequests;
  /** Replaces the shop systems, for tests. */
  readonly shops?: readonly Shop[];
  /** Couriers in addition to the built-in ones, for tests. */
  readonly couriers?: readonly Courier[];
  /** For the limits of couriers and shops. */
  readonly partnerTimer?: Timer;
  readonly carrierTimeoutMs?: number;
  readonly repeatWaitMs?: number;
  readonly makingWaitMs?: number;
  readonly longWork?: Partial<LongWorkOptions>;
  /** If missing, SQL answers for accounts of any size. */
  readonly columns?: Partial<ListingColumnsOptions>;
  /** Called with each error outside of requests. */
  readonly onError: (error: unknown) => void;
}

/** The running service of orders and shipments; `close` stops everything that it started. */
export interface OpenShipping {
  readonly service: ShippingService;
  close(): Promise<void>;
}

/** Composes carriers, quotes and labels, and announces this process to the other processes. */
export async function openShipping(base: Service, options: ShippingOptions): Promise<OpenShipping> {
  const outgoing = options.outgoing ?? new OutgoingRequests({ allow: [] });
  const courierParts = await openCourierParts(base, {
    outgoing: options.courierOutgoing,
    couriers: options.couriers,
    timer: options.partnerTimer,
  });
  const messaging = options.messaging ?? { transports: {}, publicUrl: () => '' };
  const shopRequests: ShippingService['shopRequests'] = new EventEmitter();
  const directory = options.directory ?? new PincodeDirectory([]);
  const service: ShippingService = {
    ...base,
    processId: base.newId(),
    jobWorkers: new JobWorkers(),
    writing: { fails: false },
    inFlight: new InFlight(),
    quotes: options.quotes,
    directory,
    ...courierParts,
    shops: options.shops ?? SHOPS,
    shopTraffic: new PartnerTraffic(outgoing, {
      now: base.now,
      note: (sent) => shopRequests.emit('sent', sent),
      timer: options.partnerTimer,
    }),
    shopRequests,
    shopBells: new EventEmitter(),
    carrierCalls: new EventEmitter(),
    carrierTimeoutMs: options.carrierTimeoutMs ?? CARRIER_TIMEOUT_MS,
    repeatWaitMs: options.repeatWaitMs ?? REPEAT_WAIT_MS,
    makingWaitMs: options.makingWaitMs ?? MAKING_WAIT_MS,
    prepareSamples: options.prepareSamples ?? preparesNoSamples,
    importFailures: new EventEmitter(),
    judgeOrders: options.judgeOrders ?? judgeHere(directory),
    labels: options.labels ?? NO_LABELS,
    renderPapers: options.renderPapers ?? renderHere,
    longWork: new LongWork({ connections: base.database.pool.options.max, ...options.longWork }),
    columns: new ListingColumns(base.database, { memoryMb: 0, onError: options.onError, ...options.columns }),
    messaging,
    peopleChanges: new EventEmitter(),
    onMoments: options.onMoments ?? enqueueMessages(messaging.transports),
    emitWebhooks: emitWebhooks(messaging.publicUrl),
    webhookTries: new EventEmitter(),
    messageTries: new EventEmitter(),
    scansTaken: new EventEmitter(),
    sealing: options.sealing ?? new Sealing(null),
    outgoing,
  };
  const heartbeat = new Heartbeat(service, options.onError);
  await heartbeat.start();
  loadColumnsAhead(service).catch(options.onError);
  return {
    service,
    close: async () => {
      outgoing.close();
      await service.columns.close();
      courierParts.courierTraffic.close();
      await heartbeat.stop();
    },
  };
}

const IN_USE_MS = 24 * 60 * 60 * 1000;

/** Otherwise the first queries after a start go to SQL, until the account's columns are loaded. */
async function loadColumnsAhead({ columns, database, now }: ShippingService): Promise<void> {
  if (!columns.isOn) return;
  await columns.loadAhead(await findAccountsInUse(database, new Date(now().getTime() - IN_USE_MS)));
}

const preparesNoSamples: PrepareSamples = () => {
  throw new Error('This process makes no sample data');
};

/** Loads the renderer with the first label: loading takes 0.2 s, which every command would wait for. */
const renderHere: RenderPapers = async function* (format, labels, madeAt) {
  const { renderPapers } = await import('../papers/render-papers.ts');
  yield* renderPapers(format, labels, madeAt);
};
