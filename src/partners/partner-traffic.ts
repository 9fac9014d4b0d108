import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswerError, type OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { Breaker } from './breaker.ts';
import {
  LostAnswerError,
  NotSentError,
  type Partner,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerRequests,
  type PartnerTokens,
} from './partner.ts';
import { type Concerned, type NewPartnerCall, type PartnerCall, redactPartnerCall } from './partner-call.ts';
import { afterOneSent } from './refusal.ts';
import { RequestWindow } from './request-window.ts';
import { TokenCache } from './tokens.ts';

/** The timeout for a partner that sets no timeout. */
const TIMEOUT_MS = 30_000;
/** The longest answer in bytes; labels are the largest answers. */
const LONGEST_ANSWER = 16 * 1024 * 1024;
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

/**
 * Sends every request to a partner: see `PartnerRequests`. Rate limits, breakers and tokens are kept per
 * process, so several processes together may exceed a limit; the partner's own answer then slows each of them
 * down.
 */
export class PartnerTraffic {
  readonly #outgoing: OutgoingRequests;
  readonly #note: (sent: SentToPartner) => void;
  readonly #now: () => Date;
  readonly #accounts = new Map<string, Account>();

  constructor(
    outgoing: OutgoingRequests,
    { now, note }: { now: () => Date; note: (sent: SentToPartner) => void },
  ) {
    this.#outgoing = outgoing;
    this.#note = note;
    this.#now = now;
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
      this.#note({ partner: partner.name, connectionId, call, status, failure, milliseconds });
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
      if (!request.isSafeToRepeat || !(error instanceof LostAnswerError) || signal.aborted) throw error;
    }
    await sleep(REPEAT_AFTER_MS, undefined, { signal }).catch(() => {
      throw new LostAnswerError('did not answer in time');
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

    const begun = performance.now();
    const traced = (answer: PartnerAnswer | null, failure: string | null) =>
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
        longestBody: LONGEST_ANSWER,
        isSafeToRepeat: request.isSafeToRepeat,
        signal,
      });
      const whole = new WholeAnswer(answer.status, plainHeaders(answer.headers), answer.body);
      breaker.note(!AWAY.has(answer.status), performance.now());
      const quietMs = limits.slowDown(whole);
      traced(whole, null);
      if (quietMs !== null) {
        account.quietUntil.set(limit, performance.now() + quietMs);
        const why = `asks for fewer requests (${answer.status}); please try again later`;
        throw new NotSentError(why, { waitMs: quietMs });
      }
      return whole;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      traced(null, error.message);
      if (!signal.aborted) breaker.note(false, performance.now());
      const Failure = error.mayHaveArrived ? LostAnswerError : NotSentError;
      throw new Failure(error.message, { cause: error });
    }
  }

  /** @throws NotSentError if it would wait too long for its rate limit */
  async #turn({ partner, account, limit, breaker, urgency }: Waiting, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const rate = partner.limits.rates[limit];
    const window = rate === undefined ? null : ofMap(account.windows, limit, () => new RequestWindow(rate));
    for (;;) {
      const now = performance.now();
      const quietMs = (account.quietUntil.get(limit) ?? 0) - now;
      if (quietMs > 0) throw tryAgain('asked for fewer requests', quietMs);
      const waitMs = window?.take(now, urgency === 'later') ?? 0;
      if (waitMs === 0) break;
      if (now + waitMs - startedAt > LONGEST_WAIT_MS[urgency])
        throw tryAgain('is asked as often as it may be', waitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw tryAgain('is asked as often as it may be', waitMs);
      });
    }
    const restMs = breaker.waitOf(performance.now());
    if (restMs > 0) throw tryAgain('has not answered for a while', restMs);
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
  if (!URL.canParse(text)) throw new NotSentError('has no address that can be asked: correct its base_url');
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

function tryAgain(why: string, waitMs: number): NotSentError {
  return new NotSentError(`${why}; please try again in ${Math.ceil(waitMs / 1000)} s`, { waitMs });
}

function ofMap<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
