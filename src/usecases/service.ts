import type { EventEmitter } from 'node:events';
import type { CourierRegistry } from '../carriers/registry.ts';
import type { Actor } from '../domain/actor.ts';
import type { Restriction } from '../domain/people.ts';
import type { PincodeEntry } from '../domain/pincodes/pincode-directory.ts';
import type { Role } from '../domain/role.ts';
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import type { RenderPapers } from '../papers/render-papers.ts';
import type { PartnerTraffic, SentToPartner } from '../partners/partner-traffic.ts';
import type { Sealing } from '../sealing/sealing.ts';
import type { Shop } from '../shops/shop.ts';
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
import type { PrepareSamples } from './sample-data/prepare-samples.ts';
import type { OnMoments } from './tracking/on-moments.ts';
import type { ScansTaken } from './tracking/scan-result.ts';
import type { TtlCache } from './ttl-cache.ts';
import type { EmitWebhooks } from './webhooks/emit-webhooks.ts';

/** The dependencies of all use cases, composed once in `main.ts` and in tests. */
export interface Service {
  readonly database: Database;
  /** Returns the current time; tests pass their own clock. */
  readonly now: () => Date;
  readonly newId: () => string;
  /** Tests set a lower cost than the default. */
  readonly passwordCost?: PasswordCost;
  /** The time that a sign-in waits for its turn; 9 s by default. */
  readonly signInWaitMs?: number;
}

/** Finds a pincode in the directory; null for an unknown pincode. */
export type FindPlace = (pincode: string) => PincodeEntry | null;

/** Further dependencies of use cases about orders and shipments. */
export type SentRequest = SentToPartner;

/** What came of a webhook of a shop. */
export interface ShopBellRung {
  readonly shop: string;
  readonly outcome: 'order' | 'ping' | 'gone' | 'refused';
}

export interface ShippingService extends Service {
  readonly processId: string;
  /** The names that its workers use to lock jobs of the queue. */
  readonly jobWorkers: Set<string>;
  /** `fails` is true if the last heartbeat could not be written. */
  readonly writing: { fails: boolean };
  /** Work that this process has begun and must finish before it ends. */
  readonly inFlight: InFlight;
  readonly quotes: QuoteSource;
  readonly findPlace: FindPlace;
  readonly couriers: CourierRegistry;
  readonly shops: readonly Shop[];
  readonly shopTraffic: PartnerTraffic;
  /** Emits the shop's answer to each request. */
  readonly shopRequests: EventEmitter<{ sent: [SentToPartner] }>;
  /** Emits each webhook of a shop, also those that are refused. */
  readonly shopBells: EventEmitter<{ rung: [ShopBellRung] }>;
  readonly courierAccounts: TtlCache<CourierAccount | null>;
  readonly registrations: TtlCache<readonly WarehouseRegistration[]>;
  readonly pincodeServices: PincodeServices;
  readonly courierTraffic: PartnerTraffic;
  /** Emits the courier's answer to each request. */
  readonly courierRequests: EventEmitter<{ sent: [SentToPartner] }>;
  readonly carrierCalls: EventEmitter<{ made: [CarrierCallMade] }>;
  readonly carrierTimeoutMs: number;
  /** The time that a repeated request waits for the first request with its idempotency key. */
  readonly repeatWaitMs: number;
  readonly labels: LabelLinks;
  readonly renderPapers: RenderPapers;
  readonly readOrder: ReadOrder;
  readonly prepareSamples: PrepareSamples;
  /** Emits each order of an imported file that failed because of an error of the service. */
  readonly importFailures: EventEmitter<{ failed: [ImportFailure] }>;
  readonly longWork: LongWork;
  /** The shipments of large accounts, kept in memory. */
  readonly columns: ListingColumns;
  readonly messaging: Messaging;
  /** Emits an account when its sessions, keys or permissions have changed, so that caches read them again. */
  readonly peopleChanges: EventEmitter<{ changed: [accountId: string] }>;
  /** Called with events that customers may be told about. */
  readonly onMoments: OnMoments;
  /** Emits each try to deliver to a webhook, after the try is recorded. */
  readonly webhookTries: EventEmitter<{ tried: [TriedDelivery] }>;
  /** Emits each try to send a message to a customer, after the try is recorded. */
  readonly messageTries: EventEmitter<{ tried: [MessageTried] }>;
  readonly scansTaken: EventEmitter<{ taken: [ScansTaken] }>;
  /** Called with events that merchants' webhooks may receive. */
  readonly emitWebhooks: EmitWebhooks;
  readonly sealing: Sealing;
  /** Sends requests to addresses that accounts entered. */
  readonly outgoing: OutgoingRequests;
}

export interface AccountActor extends Service {
  readonly accountId: string;
  readonly actor: Actor;
}

export interface AccountContext extends ShippingService, AccountActor {
  /** A `read` credential may not change anything. */
  readonly scope: 'full' | 'read';
  readonly role: Role;
  /** Restricts the view to some stores or warehouses; null for the whole account. */
  readonly restriction: Restriction | null;
  /** The session of the request's cookie; null for a key or a token. */
  readonly session: { readonly sessionId: string; readonly expiresAt: Date } | null;
  /** The id of the credential; the rate limit counts requests for each id. */
  readonly credentialId: string;
}

/** Returns the actor, the time and the source of ids for `Database.change`. */
export function changeBy(service: Service, actor: Actor): ChangeContext {
  return { actor, now: service.now(), newId: service.newId };
}

/** The context of work without a credential: it may see and change the whole account. */
export const WHOLE_ACCOUNT = {
  scope: 'full',
  role: 'owner',
  restriction: null,
  session: null,
  credentialId: '',
} as const;
