import type { CarrierAdapter, CarrierScan } from './carrier-adapter.ts';

/**
 * A company that carries parcels, as this installation speaks to it: one object for each, listed in `registry.ts`.
 * A *carrier* is one bookable service of it, a row of the rate book.
 */
export interface Courier {
  /** `delhivery`: in the API, in tables, and in the column `adapter` of the rate book. */
  readonly name: string;
  /** `Delhivery`. */
  readonly title: string;
  /** Settings of a courier account, `base_url` first; empty for a courier without an API. */
  readonly settings: readonly CourierSetting[];
  readonly can: CourierCapabilities;
  readonly limits: CourierLimits;
  /** Rules for the push address; without them it is `/carrier-events/<name>/<token>`. */
  readonly pushAddress?: PushAddressTerms;

  /** Bound to one courier account. Cheap: it is made for each use. */
  open(connection: CourierConnection): CarrierAdapter;

  /**
   * Reads a push of the courier as scans, for couriers that push.
   *
   * @throws Problem `refused` with a sentence for what it does not understand
   */
  readPush?(payload: unknown): CarrierScan[];
}

/** Rules of a courier for the address that it pushes to. */
export interface PushAddressTerms {
  /** Stands there in place of the courier's name. */
  readonly name: string;
  /** In small letters: none of these may stand in it, however it is written. */
  readonly mustNotHave: readonly string[];
}

/** One thing that a courier account is asked for. */
export interface CourierSetting {
  /** `api_token`. */
  readonly name: string;
  /** The description for the merchant, and where to find the value; for `base_url` also the test host. */
  readonly description: string;
  readonly isRequired: boolean;
  /** Kept sealed, and never shown again. */
  readonly isSecret: boolean;
  /** Stands in a header of each request, which takes letters, digits and signs of ASCII alone. */
  readonly isHeader?: true;
  /** For `base_url`, the live host; null if no default makes sense. */
  readonly defaultValue: string | null;
}

/** Details that some couriers want on our labels. */
export const LABEL_DETAILS = ['gstin', 'invoice', 'order_barcode'] as const;
export type LabelDetail = (typeof LABEL_DETAILS)[number];

/** The features and limits of a courier. */
export interface CourierCapabilities {
  /** Picks up at customers' doors. */
  readonly reverse: boolean;
  /** Checks the goods there. */
  readonly qc: boolean;
  /** Brings a parcel that comes back to another address than it was picked up at. */
  readonly separateRtoAddress: boolean;
  /** Takes changes of a booking. */
  readonly changes: boolean;
  /** Takes only parcels with its own label. */
  readonly ownLabelRequired: boolean;
  /** Details that the courier wants on our label. */
  readonly onLabel: readonly LabelDetail[];
  readonly pickupRequests: boolean;
  readonly manifests: boolean;
  readonly cod: boolean;
  readonly air: boolean;
  /** Asks that warehouses are registered before anything is booked from them. */
  readonly warehouses: boolean;
  readonly push: boolean;
  /** Says of a pincode what it does there. */
  readonly serviceability: boolean;
  /** The number of parcels in one tracking request; null if the courier cannot be polled. */
  readonly polling: { readonly batch: number } | null;
  /** The number of lost bookings in one request; null if each takes its own. */
  readonly finding: { readonly batch: number } | null;
  /** Gives out tracking numbers in advance; null where it does not. */
  readonly allottedNumbers: AllottedNumbersTerms | null;
  /** Says what a parcel costs. */
  readonly charges: boolean;
  readonly codLimitPaise: number | null;
  readonly maxWeightGrams: number | null;
  /** The longest order reference, in characters. */
  readonly referenceLength: number;
}

/** How a courier allots tracking numbers in advance. */
export interface AllottedNumbersTerms {
  /** Asked for at once. */
  readonly batch: number;
  /** The number of free tracking numbers to keep. Below it, a job fetches more. */
  readonly keep: number;
}

/** Limits of a courier, by its own names of the calls (`CourierRequest.call`). */
export interface CourierLimits {
  /** Requests in a time for one courier account; `any` is for the calls that are not named. */
  readonly rates: Readonly<Record<string, RequestRate>>;
  /** Timeouts of single requests; `any` is for the calls that are not named. */
  readonly timeoutsMs: Readonly<Record<string, number>>;
  /** Timeout of a booking or another action with all its requests; 10 s by default. */
  readonly actionMs?: number;
  /** For how long an answer asks us to be quiet, in milliseconds; null where it does not. */
  slowDown(answer: CourierAnswer): number | null;
}

export interface RequestRate {
  readonly requests: number;
  readonly perMs: number;
}

/** The connection that an adapter gets for its courier account. */
export interface CourierConnection {
  readonly courierAccountId: string;
  /** Whose parcels they are: of the operator's courier account, not its owner. */
  readonly accountId: string;
  /** By name, secrets opened and defaults filled in; those that are not set are not there. */
  readonly settings: Readonly<Record<string, string>>;
  readonly requests: CourierRequests;
  readonly numbers: AllottedNumbers;
  readonly tokens: CourierTokens;
  readonly now: () => Date;
}

/**
 * The one place through which every request to a courier goes. The address is judged and pinned, the answer bounded; a
 * request has its time limit and the courier account its rate; a courier that fails again and again is left alone for a
 * while. What is safe to repeat is repeated once where the connection was lost.
 */
export interface CourierRequests {
  /**
   * Any HTTP status is an answer.
   *
   * @throws NotSentError where certainly nothing reached the courier
   * @throws LostAnswerError where it may have: nobody knows what came of it
   */
  send(request: CourierRequest, signal: AbortSignal): Promise<CourierAnswer>;
}

export interface CourierRequest {
  /** The courier's own name of it, `create` or `track`: for limits, metrics and the log. */
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Below `base_url`, the query included: `/api/v1/packages/json/?waybill=1`. Or a whole address, where the courier has a
   * second host or named one in an answer: it is judged like any other.
   */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Doing it twice is as doing it once. */
  readonly isSafeToRepeat: boolean;
  /** Said by `followUp` alone. */
  readonly isAftermath?: boolean;
}

export interface CourierAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The body as UTF-8. */
  readonly text: string;
}

/**
 * Nothing was done, and certainly nothing reached the courier: its name was not found, it took no connection, its limit
 * or ours stood against it. A booking that ends so is as good as refused.
 */
export class NotSentError extends Error {
  /** For how long the like of it is not sent, in milliseconds; null where nobody knows. */
  readonly waitMs: number | null;

  /** @param reason what follows the courier's name: `could not be reached` */
  constructor(
    reason: string,
    { waitMs = null, ...options }: { cause?: unknown; waitMs?: number | null } = {},
  ) {
    super(reason, options);
    this.name = 'NotSentError';
    this.waitMs = waitMs;
  }
}

/** The courier may have done it or not: its answer was lost, or cannot be understood. */
export class LostAnswerError extends Error {
  /** @param reason what follows the courier's name: `did not answer within 10 s` */
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.name = 'LostAnswerError';
  }
}

/** The tracking numbers that a courier has given out in advance to one courier account. */
export interface AllottedNumbers {
  /**
   * The number of our reference: the one that it has, else the oldest that is free. It is written down before it is
   * used, so that a reference has one number for ever and a number one reference.
   *
   * @param fetch asks the courier for more: called where none is free, with how many are wanted
   * @returns null where there is none, also of the courier; and where the reference is closed
   */
  take(reference: string, fetch: (count: number) => Promise<readonly string[]>): Promise<string | null>;

  /** The number that a reference has; null where it took none. */
  of(reference: string): Promise<string | null>;

  /**
   * From now on nothing is taken under these references.
   *
   * @returns for each the number that it has, in their order; null where it took none
   */
  close(references: readonly string[]): Promise<readonly (string | null)[]>;
}

/** Tokens that a courier gives for some hours in return for credentials. */
export interface CourierTokens {
  /**
   * The token of that name, which is made where there is none that still counts; by one asker at a time.
   *
   * @param refused the one that the courier did not take, though it should still count
   */
  get(name: string, make: () => Promise<CourierToken>, refused?: string): Promise<string>;
}

export interface CourierToken {
  readonly token: string;
  readonly endsAt: Date;
}
