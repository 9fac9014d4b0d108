import { type JsonLimits, LARGE_JSON, USUAL_JSON } from '../problems/foreign-json.ts';
import { type Sentence, say } from '../problems/sentence.ts';

/**
 * A company with an API in which accounts of this service have accounts of their own: a partner or a shop system. An account connects
 * it with settings, and everything sent to it goes through `PartnerTraffic`.
 */
export interface Partner {
  /** `delhivery`: used in the API and in tables. */
  readonly name: string;
  /** `Delhivery`. */
  readonly title: string;
  /** Settings of a connection, `base_url` first; empty for a partner without an API. */
  readonly settings: readonly PartnerSetting[];
  readonly limits: PartnerLimits;
}

/** What an adapter uses to send requests for its connection. */
export interface PartnerConnection {
  /** Indexed by name, with secrets decrypted and defaults filled in; settings without a value are absent. */
  readonly settings: Readonly<Record<string, string>>;
  readonly requests: PartnerRequests;
  readonly tokens: PartnerTokens;
  readonly now: () => Date;
}

export interface PartnerSetting {
  /** `api_token`. */
  readonly name: string;
  /** Explains the setting to the merchant and where to find its value; for `base_url` also the test host. */
  readonly description: Sentence;
  readonly isRequired: boolean;
  /** Stored encrypted, and never shown again. */
  readonly isSecret: boolean;
  /** Sent in a header of each request, so only ASCII letters, digits and signs are allowed. */
  readonly isHeader?: true;
  /** For `base_url`: the end of an address that people copy with it, and that is left out. */
  readonly end?: RegExp;
  /** For `base_url`, the live host; null if no default makes sense. */
  readonly defaultValue: string | null;
}

/** How large an answer may be. Its reading stops the whole process, so each call may have what it needs. */
export interface AnswerLimit {
  readonly bytes: number;
  /** What it may hold if it is JSON. */
  readonly json: JsonLimits;
}

const KB = 1024;

/** For checks, tokens and other answers of some fields. */
const SMALL_ANSWER: AnswerLimit = { bytes: 256 * KB, json: USUAL_JSON };
/** Names the calls that have small answers, for `PartnerLimits.answers`. */
export function smallAnswers(...calls: readonly string[]): Readonly<Record<string, AnswerLimit>> {
  return Object.fromEntries(calls.map((call) => [call, SMALL_ANSWER]));
}

/** For calls that are not named: a page of orders, or the scans of many parcels. */
export const USUAL_ANSWER: AnswerLimit = { bytes: 4 * 1024 * KB, json: LARGE_JSON };
/** For labels. A courier sends them as lists of bytes. */
export const LABEL_ANSWER: AnswerLimit = { bytes: 16 * 1024 * KB, json: { ...USUAL_JSON, entries: 500_000 } };

/** Limits of a partner, indexed by its names of the calls (`PartnerRequest.call`). */
export interface PartnerLimits {
  /** Rate limits for one connection; `any` is for the calls that are not named. */
  readonly rates: Readonly<Record<string, RequestRate>>;
  /** Timeouts of single requests; `any` is for the calls that are not named. */
  readonly timeoutsMs: Readonly<Record<string, number>>;
  /** Of answers; `USUAL_ANSWER` for the calls that are not named. */
  readonly answers?: Readonly<Record<string, AnswerLimit>>;
  /** Timeout in milliseconds of a booking or another action with all its requests; 10 s by default. */
  readonly actionMs?: number;
  /** The time that an answer asks us to wait, in milliseconds; null if it does not ask. */
  slowDown(answer: PartnerAnswer): number | null;
}

export interface RequestRate {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * Sends every request to a partner. The address is checked and pinned, the answer size is limited, each
 * request has a timeout, each connection has a rate limit, and a circuit breaker stops requests to a
 * partner that keeps failing. An idempotent request is repeated once after a lost connection.
 */
export interface PartnerRequests {
  /**
   * Sends a request. Any HTTP status is an answer.
   *
   * @throws NotSentError if nothing reached the partner
   * @throws LostAnswerError if the request may have reached the partner: the outcome is unknown
   */
  send(request: PartnerRequest, signal: AbortSignal): Promise<PartnerAnswer>;
}

export interface PartnerRequest {
  /** The partner's own name of the call, `create` or `track`: for limits, metrics and the log. */
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path below `base_url` with its query: `/api/v1/packages/json/?waybill=1`. Or a whole address, if the
   * partner has a second host or gave an address in an answer; it is checked like any other address.
   */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request is idempotent. */
  readonly isSafeToRepeat: boolean;
  /** Set only by `followUp`. */
  readonly isAftermath?: boolean;
}

export interface PartnerAnswer {
  readonly status: number;
  /** Indexed by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The body as UTF-8. */
  readonly text: string;
}

/** The partner did nothing, and gave a reason: "does not serve 781001". */
export interface Refused {
  readonly outcome: 'refused';
  /** The reason as the end of a sentence after the partner's name, without a full stop. */
  readonly reason: Sentence;
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'refused';
}

/** A sentence that begins with a partner's name. @param what its end */
export function partnerSays(partner: string, what: Sentence): Sentence {
  return say('partner_says', '{partner} {what}', { partner, what });
}

/**
 * Nothing was done: the request certainly did not reach the partner, because its name was not found, it
 * accepted no connection, or its rate limit or ours stopped the request. A booking that ends like this counts
 * as refused.
 */
export class NotSentError extends Error {
  /** The end of a sentence after the partner's name: "could not be reached". */
  readonly sentence: Sentence;
  /** The time during which such requests are not sent, in milliseconds; null if unknown. */
  readonly waitMs: number | null;

  constructor(
    sentence: Sentence,
    { waitMs = null, ...options }: { cause?: unknown; waitMs?: number | null } = {},
  ) {
    super(sentence.text, options);
    this.name = 'NotSentError';
    this.sentence = sentence;
    this.waitMs = waitMs;
  }
}

/** The outcome is unknown: the answer was lost, or cannot be understood. */
export class LostAnswerError extends Error {
  /** The end of a sentence after the partner's name: "did not answer within 10 s". */
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options: { cause?: unknown } = {}) {
    super(sentence.text, options);
    this.name = 'LostAnswerError';
    this.sentence = sentence;
  }
}

/** The answer is larger than its call allows. If it is a list, less may be asked for at once. */
export class LargeAnswerError extends LostAnswerError {}

/** Tokens that a partner gives for some hours in exchange for credentials. */
export interface PartnerTokens {
  /**
   * Returns the token with that name. If there is no valid token, one caller makes it while others wait.
   *
   * @param refused a token that the partner refused although it should still be valid
   */
  get(name: string, make: () => Promise<PartnerToken>, refused?: string): Promise<string>;
}

export interface PartnerToken {
  readonly token: string;
  readonly endsAt: Date;
}
