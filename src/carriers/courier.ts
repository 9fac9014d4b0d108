import type { CarrierAdapter, CarrierScan, CourierProduct } from './carrier-adapter.ts';

/**
 * A courier that this installation can talk to. `registry.ts` lists these objects. A *carrier* is one
 * bookable service of a courier, a row of the rate book.
 */
export interface Courier {
  /** `delhivery`: used in the API, in tables, and in the column `adapter` of the rate book. */
  readonly name: string;
  /** `Delhivery`. */
  readonly title: string;
  /** Settings of a courier account, `base_url` first; empty for a courier without an API. */
  readonly settings: readonly CourierSetting[];
  readonly can: CourierCapabilities;
  readonly limits: CourierLimits;
  /** The services of every account, unless the adapter lists those of each account. */
  readonly products?: readonly CourierProduct[];
  /** Rules for the push address; without them it is `/carrier-events/<name>/<token>`. */
  readonly pushAddress?: PushAddressTerms;

  /** Opens an adapter for one courier account. It is cheap, because it is called for each use. */
  open(connection: CourierConnection): CarrierAdapter;

  /**
   * Reads a push of the courier into scans, for couriers that push.
   *
   * @throws Problem `refused` with a sentence for anything it does not understand
   */
  readPush?(payload: unknown): CarrierScan[];
}

export interface PushAddressTerms {
  /** Replaces the courier's name in the address. */
  readonly name: string;
  /** Words, in lower case, that the address must not contain in any letter case. */
  readonly mustNotHave: readonly string[];
}

export interface CourierSetting {
  /** `api_token`. */
  readonly name: string;
  /** Explains the setting to the merchant and where to find its value; for `base_url` also the test host. */
  readonly description: string;
  readonly isRequired: boolean;
  /** Stored encrypted, and never shown again. */
  readonly isSecret: boolean;
  /** Sent in a header of each request, so only ASCII letters, digits and signs are allowed. */
  readonly isHeader?: true;
  /** For `base_url`, the live host; null if no default makes sense. */
  readonly defaultValue: string | null;
}

/** Details that some couriers want on our labels. */
export const LABEL_DETAILS = ['gstin', 'invoice', 'order_barcode'] as const;
export type LabelDetail = (typeof LABEL_DETAILS)[number];

export interface CourierCapabilities {
  /** The courier can pick up at customers' doors. */
  readonly reverse: boolean;
  /** The courier can check the goods at customers' doors. */
  readonly qc: boolean;
  /** The courier can return a parcel to another address than the pickup address. */
  readonly separateRtoAddress: boolean;
  readonly changes: boolean;
  /** The courier requires its own label. */
  readonly ownLabelRequired: boolean;
  /** Details that the courier requires on our label. */
  readonly onLabel: readonly LabelDetail[];
  readonly pickupRequests: boolean;
  readonly manifests: boolean;
  readonly cod: boolean;
  readonly air: boolean;
  /** The courier requires registered warehouses. */
  readonly warehouses: boolean;
  readonly push: boolean;
  /** The courier can say which services it has at a pincode. */
  readonly serviceability: boolean;
  /** The number of parcels in one tracking request; null if the courier cannot be polled. */
  readonly polling: { readonly batch: number } | null;
  /** The number of lost bookings in one request; null if each booking takes a separate request. */
  readonly finding: { readonly batch: number } | null;
  /** The terms for tracking numbers given out in advance; null if the courier gives out none. */
  readonly allottedNumbers: AllottedNumbersTerms | null;
  readonly charges: boolean;
  readonly codLimitPaise: number | null;
  readonly maxWeightGrams: number | null;
  /** The longest order reference, in characters. */
  readonly referenceLength: number;
}

export interface AllottedNumbersTerms {
  /** The number of tracking numbers to fetch at once. */
  readonly batch: number;
  /** The number of free tracking numbers to keep. Below it, a job fetches more. */
  readonly keep: number;
}

/** Limits of a courier, indexed by its names of the calls (`CourierRequest.call`). */
export interface CourierLimits {
  /** Rate limits for one courier account; `any` is for the calls that are not named. */
  readonly rates: Readonly<Record<string, RequestRate>>;
  /** Timeouts of single requests; `any` is for the calls that are not named. */
  readonly timeoutsMs: Readonly<Record<string, number>>;
  /** Timeout in milliseconds of a booking or another action with all its requests; 10 s by default. */
  readonly actionMs?: number;
  /** The time that an answer asks us to wait, in milliseconds; null if it does not ask. */
  slowDown(answer: CourierAnswer): number | null;
}

export interface RequestRate {
  readonly requests: number;
  readonly perMs: number;
}

/** The connection that an adapter gets for its courier account. */
export interface CourierConnection {
  readonly courierAccountId: string;
  /** The account that owns the parcels. For the operator's courier account, this is not the operator. */
  readonly accountId: string;
  /** Indexed by name, with secrets decrypted and defaults filled in; settings without a value are absent. */
  readonly settings: Readonly<Record<string, string>>;
  readonly requests: CourierRequests;
  readonly numbers: AllottedNumbers;
  readonly tokens: CourierTokens;
  readonly now: () => Date;
}

/**
 * Sends every request to a courier. The address is checked and pinned, the answer size is limited, each
 * request has a timeout, each courier account has a rate limit, and a circuit breaker stops requests to a
 * courier that keeps failing. An idempotent request is repeated once after a lost connection.
 */
export interface CourierRequests {
  /**
   * Sends a request. Any HTTP status is an answer.
   *
   * @throws NotSentError if nothing reached the courier
   * @throws LostAnswerError if the request may have reached the courier: the outcome is unknown
   */
  send(request: CourierRequest, signal: AbortSignal): Promise<CourierAnswer>;
}

export interface CourierRequest {
  /** The courier's own name of the call, `create` or `track`: for limits, metrics and the log. */
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below `base_url` with its query: `/api/v1/packages/json/?waybill=1`. Or a whole address, if the
   * courier has a second host or gave an address in an answer; it is checked like any other address.
   */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request is idempotent. */
  readonly isSafeToRepeat: boolean;
  /** Set only by `followUp`. */
  readonly isAftermath?: boolean;
}

export interface CourierAnswer {
  readonly status: number;
  /** Indexed by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The body as UTF-8. */
  readonly text: string;
}

/**
 * Nothing was done: the request certainly did not reach the courier, because its name was not found, it
 * accepted no connection, or its rate limit or ours stopped the request. A booking that ends like this counts
 * as refused.
 */
export class NotSentError extends Error {
  /** The time during which such requests are not sent, in milliseconds; null if unknown. */
  readonly waitMs: number | null;

  /** @param reason the end of a sentence after the courier's name: `could not be reached` */
  constructor(
    reason: string,
    { waitMs = null, ...options }: { cause?: unknown; waitMs?: number | null } = {},
  ) {
    super(reason, options);
    this.name = 'NotSentError';
    this.waitMs = waitMs;
  }
}

/** The outcome is unknown: the answer was lost, or cannot be understood. */
export class LostAnswerError extends Error {
  /** @param reason the end of a sentence after the courier's name: `did not answer within 10 s` */
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.name = 'LostAnswerError';
  }
}

/** The tracking numbers that a courier has given out in advance to one courier account. */
export interface AllottedNumbers {
  /**
   * Returns the tracking number of our reference: the number that it already has, else the oldest free
   * number. It is stored before it is used, so a reference always has the same number and a number belongs to
   * one reference.
   *
   * @param fetch asks the courier for `count` more numbers; called when no number is free
   * @returns null if neither we nor the courier have a free number, or if the reference is closed
   */
  take(reference: string, fetch: (count: number) => Promise<readonly string[]>): Promise<string | null>;

  /** The number of a reference; null if it has no number. */
  of(reference: string): Promise<string | null>;

  /**
   * Closes references, so that they cannot take a number any more.
   *
   * @returns the number of each reference, in the same order; null for a reference without a number
   */
  close(references: readonly string[]): Promise<readonly (string | null)[]>;
}

/** Tokens that a courier gives for some hours in exchange for credentials. */
export interface CourierTokens {
  /**
   * Returns the token with that name. If there is no valid token, one caller makes it while others wait.
   *
   * @param refused a token that the courier refused although it should still be valid
   */
  get(name: string, make: () => Promise<CourierToken>, refused?: string): Promise<string>;
}

export interface CourierToken {
  readonly token: string;
  readonly endsAt: Date;
}
