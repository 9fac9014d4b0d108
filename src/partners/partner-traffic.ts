import { LongAnswerError, NoAnswerError, type OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { DID_NOT_ANSWER_IN_TIME } from '../outgoing/unreachable.ts';
import { ForeignJson, type JsonLimits, TooMuchJsonError } from '../problems/foreign-json.ts';
import { type Sentence, say } from '../problems/sentence.ts';
import { Breaker } from './breaker.ts';
import {
  LargeAnswerError,
  LostAnswerError,
  NotSentError,
  type Partner,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerRequests,
  type PartnerTokens,
  USUAL_ANSWER,
} from './partner.ts';
import { type Concerned, type NewPartnerCall, type PartnerCall, redactPartnerCall } from './partner-call.ts';
import { afterOneSent } from './refusal.ts';
import { RequestWindow } from './request-window.ts';
import { REAL_TIMER, type Timer } from './timer.ts';
import { TokenCache } from './tokens.ts';

/** The timeout for a partner that sets no timeout. */
const TIMEOUT_MS = 30_000;
/**
 * How soon a request must be sent: `now` if a person waits for it; `soon` and `later` if nobody does, and `later` also leaves a share
 * of the rate limit to others.
 */
export type Urgency = 'now' | 'soon' | 'later';
/** The longest time that a request waits for its rate limit. */
const LONGEST_WAIT_MS: Readonly<Record<Urgency, number>> = { now: 2_000, soon: 10_000, later: 10_000 };
const REPEAT_AFTER_MS = 200;
/** Statuses with which a proxy answers while the partner's service is down. */
const AWAY = new Set([502, 503, 504]);

export interface PartnerAddressee {
  readonly partner: Partner;
  readonly connectionId: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The requests of one use of a connection. */
export interface TracedRequests extends PartnerRequests {
  /** The last call, redacted; null if there was none. Follow-up calls do not count. */
  last(): PartnerCall | null;
}

interface Sender extends PartnerAddressee {
  readonly urgency: Urgency;
}

/** A request that waits for its rate limit. */
interface Waiting extends Pick<Sender, 'partner' | 'urgency'> {
  readonly account: Account;
  readonly limit: string;
  readonly breaker: Breaker;
}

/** The state of one connection in this process: calls under way, limits, circuit breaker. */
interface Account {
  readonly windows: Map<string, RequestWindow>;
  readonly breakers: Map<string, Breaker>;
  /** Indexed by limit: the time until which the partner wants no requests. */
  readonly quietUntil: Map<string, number>;
  readonly tokens: TokenCache;
}

/** A request that was made, for the log: without secrets and personal data. */
export interface SentToPartner {
  readonly partner: string;
  readonly connectionId: string;
  readonly call: string;
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly failure: string | null;
  readonly milliseconds: number;
}

export interface PartnerTrafficOptions {
  readonly now: () => Date;
  readonly note: (sent: SentToPartner) => void;
  /** For rate limits, circuit breakers and repeats. */
  readonly timer?: Timer | undefined;
}

/**
 * Sends every request to a partner: see `PartnerRequests`. Rate limits, breakers and tokens are kept per
 * process, so several processes together may exceed a limit; the partner's own answer then slows each of them
 * down.
 */
export class PartnerTraffic {
  readonly #outgoing: OutgoingRequests;
  readonly #note: (sent: SentToPartner) => void;
  readonly #now: () => Date;
  readonly #timer: Timer;
  readonly #accounts = new Map<string, Account>();

  constructor(outgoing: OutgoingRequests, { now, note, timer = REAL_TIMER }: PartnerTrafficOptions) {
    this.#outgoing = outgoing;
    this.#note = note;
    this.#now = now;
    this.#timer = timer;
  }

  /**
   * Checks the address of a partner before it is stored. Every request checks it again.
   *
   * @throws NoAnswerError if requests to this address are not allowed
   */
  async judge(url: URL): Promise<void> {
    await this.#outgoing.addressesOf(url);
  }

  close(): void {
    this.#outgoing.close();
  }

  /** Forgets the state of a connection, for example after its settings changed. */
  forget(connectionId: string): void {
    this.#accounts.delete(connectionId);
  }

  /** Waits as the requests do. Rejects once the signal is aborted. */
  readonly sleep: Timer['sleep'] = (milliseconds, signal) => this.#timer.sleep(milliseconds, signal);

  tokensOf({ connectionId }: Pick<PartnerAddressee, 'connectionId'>): PartnerTokens {
    return this.#accountOf(connectionId).tokens;
  }

  /** @param concerned the people that the requests are about */
  requestsOf(addressee: PartnerAddressee, concerned: Concerned, urgency: Urgency = 'now'): TracedRequests {
    let last: NewPartnerCall | null = null;
    const traceOf = (request: PartnerRequest) => (exchange: NewPartnerCall) => {
      if (request.isAftermath !== true) last = exchange;
      const { call, status, failure, milliseconds } = exchange;
      const { partner, connectionId } = addressee;
      this.#note({
        partner: partner.name,
        connectionId,
        ...{ call, status, milliseconds },
        failure: failure?.text ?? null,
      });
    };
    return {
      send: (request, signal) => this.#send({ ...addressee, urgency }, request, signal, traceOf(request)),
      last: () => (last === null ? null : redactPartnerCall(last, concerned, secretsOf(addressee))),
    };
  }

  async #send(
    addressee: Sender,
    request: PartnerRequest,
    signal: AbortSignal,
    trace: (exchange: NewPartnerCall) => void,
  ): Promise<PartnerAnswer> {
    try {
      const answer = await this.#sendOnce(addressee, request, signal, trace);
      if (!request.isSafeToRepeat || !AWAY.has(answer.status)) return answer;
    } catch (error) {
      const isLost = error instanceof LostAnswerError && !(error instanceof LargeAnswerError);
      if (!request.isSafeToRepeat || !isLost || signal.aborted) throw error;
    }
    await this.#timer.sleep(REPEAT_AFTER_MS, signal).catch(() => {
      throw new LostAnswerError(DID_NOT_ANSWER_IN_TIME);
    });
    return afterOneSent(this.#sendOnce(addressee, request, signal, trace));
  }

  async #sendOnce(
    { partner, connectionId, settings, urgency }: Sender,
    request: PartnerRequest,
    signal: AbortSignal,
    trace: (exchange: NewPartnerCall) => void,
  ): Promise<PartnerAnswer> {
    const { call, method, path, body } = request;
    const { limits } = partner;
    const account = this.#accountOf(connectionId);
    const limit = limits.rates[call] === undefined ? 'any' : call;
    const breaker = ofMap(account.breakers, call, () => new Breaker());
    await this.#turn({ partner, account, limit, breaker, urgency }, signal);

    const largest = limits.answers?.[call] ?? USUAL_ANSWER;
    const begun = performance.now();
    const traced = (answer: PartnerAnswer | null, failure: Sentence | null) =>
      trace({
        call,
        method,
        path,
        request: body ?? null,
        status: answer?.status ?? null,
        answer,
        failure,
        milliseconds: Math.round(performance.now() - begun),
      });
    try {
      const answer = await this.#outgoing.send({
        method,
        url: addressOf(settings.base_url ?? '', path),
        headers: { accept: 'application/json', 'user-agent': 'Dakiya', ...request.headers },
        body: body ?? null,
        timeoutMs: limits.timeoutsMs[call] ?? limits.timeoutsMs.any ?? TIMEOUT_MS,
        longestBody: largest.bytes,
        isSafeToRepeat: request.isSafeToRepeat,
        signal,
      });
      const whole = new WholeAnswer(answer.status, plainHeaders(answer.headers), answer.body);
      breaker.note(!AWAY.has(answer.status), this.#timer.ms());
      const excess = excessOf(answer.body, largest.json);
      if (excess !== null) {
        traced(null, excess);
        throw new LargeAnswerError(excess);
      }
      const quietMs = limits.slowDown(whole);
      traced(whole, null);
      if (quietMs !== null) {
        account.quietUntil.set(limit, this.#timer.ms() + quietMs);
        const sentence = say(
          'asks_for_fewer_with_status',
          'asks for fewer requests ({status}); please try again later',
          { status: answer.status },
        );
        throw new NotSentError(sentence, { waitMs: quietMs });
      }
      return whole;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      traced(null, error.sentence);
      const isLong = error.cause instanceof LongAnswerError;
      if (!signal.aborted) breaker.note(isLong, this.#timer.ms());
      if (isLong)
        throw new LargeAnswerError(
          say('answered_with_more_kb', 'answered with more than {kilobytes} kB', {
            kilobytes: largest.bytes / 1024,
          }),
          { cause: error },
        );
      const Failure = error.mayHaveArrived ? LostAnswerError : NotSentError;
      throw new Failure(error.sentence, { cause: error });
    }
  }

  /** @throws NotSentError if it would wait too long for its rate limit */
  async #turn({ partner, account, limit, breaker, urgency }: Waiting, signal: AbortSignal): Promise<void> {
    const startedAt = this.#timer.ms();
    const rate = partner.limits.rates[limit];
    const window = rate === undefined ? null : ofMap(account.windows, limit, () => new RequestWindow(rate));
    for (;;) {
      const now = this.#timer.ms();
      const quietMs = (account.quietUntil.get(limit) ?? 0) - now;
      if (quietMs > 0) throw tryAgain(ASKED_FOR_FEWER, quietMs);
      const waitMs = window?.take(now, urgency === 'later') ?? 0;
      if (waitMs === 0) break;
      if (now + waitMs - startedAt > LONGEST_WAIT_MS[urgency]) throw tryAgain(ASKED_AS_OFTEN, waitMs);
      await this.#timer.sleep(waitMs, signal).catch(() => {
        throw tryAgain(ASKED_AS_OFTEN, waitMs);
      });
    }
    const restMs = breaker.waitOf(this.#timer.ms());
    if (restMs > 0) throw tryAgain(HAS_NOT_ANSWERED, restMs);
  }

  #accountOf(connectionId: string): Account {
    return ofMap(this.#accounts, connectionId, () => ({
      windows: new Map(),
      breakers: new Map(),
      quietUntil: new Map(),
      tokens: new TokenCache(this.#now),
    }));
  }
}

/** The bytes with which JSON of more than one value begins, and those that may stand before. */
const LIST_OR_OBJECT = new Set(Buffer.from('[{'));
const BLANKS = new Set(Buffer.from(' \t\r\n'));

/** Why an answer holds too much to be read: the end of a sentence. Null if it can be read, or is no JSON. */
function excessOf(body: Buffer, limits: JsonLimits): Sentence | null {
  if (!LIST_OR_OBJECT.has(body.find((byte) => !BLANKS.has(byte)) ?? 0)) return null;
  try {
    new ForeignJson(limits).check(body);
    return null;
  } catch (error) {
    if (error instanceof TooMuchJsonError)
      return say('answered_with_json_that', 'answered with JSON that {excess}', { excess: error.sentence });
    throw error;
  }
}

class WholeAnswer implements PartnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  #text: string | undefined;

  constructor(status: number, headers: Readonly<Record<string, string | undefined>>, body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  get text(): string {
    this.#text ??= this.body.toString('utf8');
    return this.#text;
  }
}

/** @throws NotSentError if there is no valid address */
function addressOf(base: string, path: string): URL {
  const isWhole = /^https?:\/\//i.test(path);
  let root = base;
  while (root.endsWith('/')) root = root.slice(0, -1);
  const text = isWhole ? path : `${root}${path}`;
  if (!URL.canParse(text)) throw new NotSentError(NO_ADDRESS);
  return new URL(text);
}

function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function secretsOf({ partner, settings }: PartnerAddressee): string[] {
  return partner.settings.flatMap(({ name, isSecret }) => (isSecret ? (settings[name] ?? []) : []));
}

const NO_ADDRESS = say('has_no_address_to_ask', 'has no address that can be asked: correct its base_url');
const ASKED_FOR_FEWER = say('asked_for_fewer_requests', 'asked for fewer requests');
const ASKED_AS_OFTEN = say('is_asked_as_often', 'is asked as often as it may be');
const HAS_NOT_ANSWERED = say('has_not_answered_for_a_while', 'has not answered for a while');

function tryAgain(why: Sentence, waitMs: number): NotSentError {
  const sentence = say('try_again_in', '{why}; please try again in {seconds} s', {
    why,
    seconds: Math.ceil(waitMs / 1000),
  });
  return new NotSentError(sentence, { waitMs });
}

function ofMap<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
