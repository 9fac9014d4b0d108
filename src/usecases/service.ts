import type { EventEmitter } from 'node:events';
import type { CarrierRegistry } from '../carriers/registry.ts';
import type { Actor } from '../domain/actor.ts';
import type { RenderLabels } from '../labels/render-labels.ts';
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import type { Sealing } from '../sealing/sealing.ts';
import type { Database } from '../storage/database.ts';
import type { ChangeContext } from '../storage/service-transaction.ts';
import type { TriedDelivery } from '../storage/webhooks/deliveries.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import type { CarrierCallMade } from './booking/ask-carrier.ts';
import type { InFlight } from './booking/in-flight.ts';
import type { ReadOrder } from './imports/read-order.ts';
import type { LabelLinks } from './labels/label-links.ts';
import type { LongWork } from './long-work.ts';
import type { Messaging } from './messages/messaging.ts';
import type { QuoteSource } from './rates/quote-source.ts';
import type { OnMoments } from './tracking/on-moments.ts';
import type { EmitWebhooks } from './webhooks/emit-webhooks.ts';

/** What every use case works with; composed once in `main.ts` and in the tests. */
export interface Service {
  readonly database: Database;
  /** The time. An argument, so that tests have their own clock. */
  readonly now: () => Date;
  /** A new UUIDv7. */
  readonly newId: () => string;
  /** Less than the real cost for tests only. */
  readonly passwordCost?: PasswordCost;
}

/** What the use cases of orders and shipments work with beside that. */
export interface ShippingService extends Service {
  /** This process among all of the service: see `Heartbeat`. */
  readonly processId: string;
  /** The names under which its workers lock jobs of the queue, while they work. */
  readonly jobWorkers: Set<string>;
  /** What this process has begun and must end. */
  readonly inFlight: InFlight;
  readonly quotes: QuoteSource;
  readonly carriers: CarrierRegistry;
  /** Told of every call to a courier. */
  readonly carrierCalls: EventEmitter<{ made: [CarrierCallMade] }>;
  /** How long a carrier may take to answer. */
  readonly carrierTimeoutMs: number;
  /** How long a repeat under an idempotency key waits for the first request. */
  readonly repeatWaitMs: number;
  readonly labels: LabelLinks;
  readonly renderLabels: RenderLabels;
  /** Reads the orders of files. */
  readonly readOrder: ReadOrder;
  readonly longWork: LongWork;
  readonly messaging: Messaging;
  /** Told of what customers may be told of. */
  readonly onMoments: OnMoments;
  /** Told of every try to deliver to a webhook, once it is written down. */
  readonly webhookTries: EventEmitter<{ tried: [TriedDelivery] }>;
  /** Told of what merchants' webhooks may be told of. */
  readonly emitWebhooks: EmitWebhooks;
  /** Seals the secrets that are kept. */
  readonly sealing: Sealing;
  /** Requests to addresses that accounts have given. */
  readonly outgoing: OutgoingRequests;
}

/** A request that has passed the credential check: whose data it may touch, and who answers for it. */
export interface AccountContext extends ShippingService {
  readonly accountId: string;
  readonly actor: Actor;
  /** `read` credentials make no changes. */
  readonly scope: 'full' | 'read';
  /** The credential's id, by which requests are counted for the rate limit. */
  readonly credentialId: string;
}

/** Who, when and how ids are made, for `Database.change`. */
export function changeBy(service: Service, actor: Actor): ChangeContext {
  return { actor, now: service.now(), newId: service.newId };
}
