import type { EventEmitter } from 'node:events';
import type { CourierTraffic, SentToCourier } from '../carriers/calls/courier-traffic.ts';
import type { CourierRegistry } from '../carriers/registry.ts';
import type { Actor } from '../domain/actor.ts';
import type { Restriction } from '../domain/people.ts';
import type { PincodeEntry } from '../domain/pincodes/pincode-directory.ts';
import type { Role } from '../domain/role.ts';
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import type { RenderPapers } from '../papers/render-papers.ts';
import type { Sealing } from '../sealing/sealing.ts';
import type { ListingColumns } from '../storage/columns/listing-columns.ts';
import type { CourierAccount } from '../storage/couriers/courier-accounts.ts';
import type { WarehouseRegistration } from '../storage/couriers/warehouse-registrations.ts';
import type { Database } from '../storage/database.ts';
import type { ChangeContext } from '../storage/service-transaction.ts';
import type { TriedDelivery } from '../storage/webhooks/deliveries.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import type { CarrierCallMade } from './booking/carrier-call.ts';
import type { InFlight } from './booking/in-flight.ts';
import type { PincodeServices } from './couriers/pincode-services.ts';
import type { ImportFailure } from './imports/import-failure.ts';
import type { ReadOrder } from './imports/read-order.ts';
import type { LabelLinks } from './labels/label-links.ts';
import type { LongWork } from './long-work.ts';
import type { MessageTried, Messaging } from './messages/messaging.ts';
import type { QuoteSource } from './rates/quote-source.ts';
import type { OnMoments } from './tracking/on-moments.ts';
import type { ScansTaken } from './tracking/scan-result.ts';
import type { TtlCache } from './ttl-cache.ts';
import type { EmitWebhooks } from './webhooks/emit-webhooks.ts';

/** The dependencies of every use case, composed once in `main.ts` and in tests. */
export interface Service {
  readonly database: Database;
  /** The current time, passed in so that tests can have their own clock. */
  readonly now: () => Date;
  /** A new UUIDv7. */
  readonly newId: () => string;
  /** Lower than the real cost only in tests. */
  readonly passwordCost?: PasswordCost;
}

/** Looks a pincode up in the directory. */
export type FindPlace = (pincode: string) => PincodeEntry | null;

/** Further dependencies of use cases about orders and shipments. */
export interface ShippingService extends Service {
  /** The id of this process: see `Heartbeat`. */
  readonly processId: string;
  /** The names under which its workers lock jobs of the queue. */
  readonly jobWorkers: Set<string>;
  /** Tells whether the last heartbeat could not be written. */
  readonly writing: { fails: boolean };
  /** Work that this process has begun and must finish. */
  readonly inFlight: InFlight;
  readonly quotes: QuoteSource;
  /** A row of the pincode directory; null for an unknown pincode. */
  readonly findPlace: FindPlace;
  readonly couriers: CourierRegistry;
  readonly courierAccounts: TtlCache<CourierAccount | null>;
  /** A cache of couriers' warehouse registrations. */
  readonly registrations: TtlCache<readonly WarehouseRegistration[]>;
  readonly pincodeServices: PincodeServices;
  /** Sends every request to a courier. */
  readonly courierTraffic: CourierTraffic;
  /** Answer of each of them. */
  readonly courierRequests: EventEmitter<{ sent: [SentToCourier] }>;
  /** Emits every call to a courier. */
  readonly carrierCalls: EventEmitter<{ made: [CarrierCallMade] }>;
  readonly carrierTimeoutMs: number;
  /** The time that a repeated idempotency key waits for the first request. */
  readonly repeatWaitMs: number;
  readonly labels: LabelLinks;
  readonly renderPapers: RenderPapers;
  readonly readOrder: ReadOrder;
  /** Emits every order of a file that failed because of the service. */
  readonly importFailures: EventEmitter<{ failed: [ImportFailure] }>;
  readonly longWork: LongWork;
  /** The shipments of large accounts, in memory. */
  readonly columns: ListingColumns;
  readonly messaging: Messaging;
  /** Emits an account whose sessions, keys or permissions have changed, so that caches read them again. */
  readonly peopleChanges: EventEmitter<{ changed: [accountId: string] }>;
  /** Called with events that customers may be notified of. */
  readonly onMoments: OnMoments;
  /** Emits every try to deliver to a webhook, after it is recorded. */
  readonly webhookTries: EventEmitter<{ tried: [TriedDelivery] }>;
  /** Emits every try to send a message to a customer, after it is recorded. */
  readonly messageTries: EventEmitter<{ tried: [MessageTried] }>;
  /** Emits every accepted batch of scans. */
  readonly scansTaken: EventEmitter<{ taken: [ScansTaken] }>;
  /** Called with events that merchants' webhooks may be notified of. */
  readonly emitWebhooks: EmitWebhooks;
  /** Encrypts stored secrets. */
  readonly sealing: Sealing;
  /** Sends requests to addresses that accounts gave. */
  readonly outgoing: OutgoingRequests;
}

/** The account whose data may be used, and the actor of changes. */
export interface AccountActor extends Service {
  readonly accountId: string;
  readonly actor: Actor;
}

/** A request that has passed the credential check. */
export interface AccountContext extends ShippingService, AccountActor {
  /** `read` credentials may not change anything. */
  readonly scope: 'full' | 'read';
  readonly role: Role;
  /** The restriction of the view; null for the whole account. */
  readonly restriction: Restriction | null;
  /** The session of the request's cookie; null for a key or a token. */
  readonly session: { readonly sessionId: string; readonly expiresAt: Date } | null;
  /** The credential's id, by which requests are counted for the rate limit. */
  readonly credentialId: string;
}

/** The actor, the time and the source of ids, for `Database.change`. */
export function changeBy(service: Service, actor: Actor): ChangeContext {
  return { actor, now: service.now(), newId: service.newId };
}

/** The context of work without a credential: the whole account, as the given actor. */
export const WHOLE_ACCOUNT = {
  scope: 'full',
  role: 'owner',
  restriction: null,
  session: null,
  credentialId: '',
} as const;
