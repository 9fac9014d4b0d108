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
  /** The time. An argument, so that tests have their own clock. */
  readonly now: () => Date;
  /** A new UUIDv7. */
  readonly newId: () => string;
  /** Less than the real cost for tests only. */
  readonly passwordCost?: PasswordCost;
}

/** Looks a pincode up in the directory. */
export type FindPlace = (pincode: string) => PincodeEntry | null;

/** Further dependencies of use cases about orders and shipments. */
export interface ShippingService extends Service {
  /** This process among all of the service: see `Heartbeat`. */
  readonly processId: string;
  /** The names under which its workers lock jobs of the queue, while they work. */
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
  /** Every request to a courier goes through it. */
  readonly courierTraffic: CourierTraffic;
  /** Told of each of them. */
  readonly courierRequests: EventEmitter<{ sent: [SentToCourier] }>;
  /** Told of every call to a courier. */
  readonly carrierCalls: EventEmitter<{ made: [CarrierCallMade] }>;
  /** The timeout of a call to a carrier. */
  readonly carrierTimeoutMs: number;
  /** The time that a repeated idempotency key waits for the first request. */
  readonly repeatWaitMs: number;
  readonly labels: LabelLinks;
  readonly renderPapers: RenderPapers;
  /** Reads the orders of files. */
  readonly readOrder: ReadOrder;
  /** Told of every order of a file that the service failed at. */
  readonly importFailures: EventEmitter<{ failed: [ImportFailure] }>;
  readonly longWork: LongWork;
  /** Large accounts' shipments in memory. */
  readonly columns: ListingColumns;
  readonly messaging: Messaging;
  /** Told of an account in which a session, a key or what somebody may do has changed: what is kept of it is asked for anew. */
  readonly peopleChanges: EventEmitter<{ changed: [accountId: string] }>;
  /** Told of what customers may be told of. */
  readonly onMoments: OnMoments;
  /** Told of every try to deliver to a webhook, once it is written down. */
  readonly webhookTries: EventEmitter<{ tried: [TriedDelivery] }>;
  /** Told of every try to hand over a message to a customer, once it is written down. */
  readonly messageTries: EventEmitter<{ tried: [MessageTried] }>;
  /** Told of every batch of scans that was taken. */
  readonly scansTaken: EventEmitter<{ taken: [ScansTaken] }>;
  /** Told of what merchants' webhooks may be told of. */
  readonly emitWebhooks: EmitWebhooks;
  /** Seals the secrets that are kept. */
  readonly sealing: Sealing;
  /** Requests to addresses that accounts have given. */
  readonly outgoing: OutgoingRequests;
}

/** Whose data may be touched, and who answers for it. */
export interface AccountActor extends Service {
  readonly accountId: string;
  readonly actor: Actor;
}

/** A request that has passed the credential check. */
export interface AccountContext extends ShippingService, AccountActor {
  /** `read` credentials make no changes. */
  readonly scope: 'full' | 'read';
  /** The role of the person or key. */
  readonly role: Role;
  /** The restriction of the view; null for the whole account. */
  readonly restriction: Restriction | null;
  /** The session that the request's cookie stands for; null for a key or a token. */
  readonly session: { readonly sessionId: string; readonly expiresAt: Date } | null;
  /** The credential's id, by which requests are counted for the rate limit. */
  readonly credentialId: string;
}

/** Who, when and how ids are made, for `Database.change`. */
export function changeBy(service: Service, actor: Actor): ChangeContext {
  return { actor, now: service.now(), newId: service.newId };
}

/** The context of work without a credential: the whole account, in the name of the given actor. */
export const WHOLE_ACCOUNT = {
  scope: 'full',
  role: 'owner',
  restriction: null,
  session: null,
  credentialId: '',
} as const;
