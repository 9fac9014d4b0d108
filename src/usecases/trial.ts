import { readJson } from '../partners/answer-fields.ts';
import {
  LostAnswerError,
  NotSentError,
  type Partner,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerRequests,
} from '../partners/partner.ts';
import type { Timer } from '../partners/timer.ts';
import { StartupError } from '../problems/startup-error.ts';
import { type AnswerShape, shapeOf } from './answer-shape.ts';
import { defaultsOf } from './partner-settings.ts';

/** `not reached`: an earlier step failed, or the trial was stopped. */
export type TrialResult = 'passed' | 'failed' | 'not offered' | 'not reached';

/** What came of a step; a text is a sentence about its failure. */
export type StepOutcome = 'passed' | 'not offered' | { readonly failed: string };

export interface TrialStep {
  readonly step: string;
  readonly result: TrialResult;
  /** About a failure, with personal data; else null. */
  readonly sentence: string | null;
  readonly milliseconds: number;
  readonly calls: readonly TrialCall[];
}

/** A request of a step, without values. */
export interface TrialCall {
  /** The partner's own name of the call. */
  readonly call: string;
  readonly method: string;
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly answer: AnswerShape | null;
}

/** What came of a trial of a live account. */
export interface TrialEnd {
  readonly steps: readonly TrialStep[];
  /** What the partner has, or may have, because of the trial: a sentence for each, with tracking numbers. */
  readonly leftOver: readonly string[];
  /** The tracking numbers that the trial used. */
  readonly trackingNumbers: readonly string[];
  readonly secrets: TrialSecrets;
}

/** Names, addresses and other words that a report must not have. */
export interface TrialSecrets {
  /** Hidden wherever they stand, also as a part of a word. */
  readonly words: readonly string[];
  /** Texts of which every single word is hidden: names, addresses. */
  readonly texts: readonly string[];
}

/** An identifier is at least this long; what is shorter may stand in words that it has nothing to do with. */
const SHORTEST_IDENTIFIER = 6;

/** The settings of a connection, as what a report must not have; the usual address is known to all. */
export function secretsIn(partner: Partner, settings: Readonly<Record<string, string>>): TrialSecrets {
  const usual = defaultsOf(partner);
  const own = partner.settings.flatMap(({ name, isSecret }) => {
    const value = settings[name];
    return value === undefined || value === usual[name] ? [] : [{ name, isSecret, value }];
  });
  const isWord = ({ isSecret, value }: (typeof own)[number]) =>
    isSecret || value.length >= SHORTEST_IDENTIFIER;
  const hosts = own.flatMap(({ value }) => (URL.canParse(value) ? new URL(value).hostname : []));
  return {
    words: [...own.filter(isWord).map(({ value }) => value), ...hosts],
    texts: own.filter((one) => !isWord(one)).map(({ value }) => value),
  };
}

/** Tells whether the partner is asked at its usual address, and not at one for tests. */
export function isUsualHost(partner: Partner, settings: Readonly<Record<string, string>>): boolean {
  return settings.base_url === defaultsOf(partner).base_url;
}

/** @throws StartupError with a sentence if the connection cannot be opened */
export function openedForTrial<Opened>({ title }: Pick<Partner, 'title'>, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (error instanceof NotSentError) throw new StartupError(`${title} ${error.sentence.text}`);
    throw error;
  }
}

/** Live partners may be slower than they should be, which the report tells. */
const STEP_WITHIN_MS = 60_000;
const TRY_WITHIN_MS = 30_000;
const NEVER = new AbortController().signal;

export interface Repeats {
  readonly times: number;
  readonly afterMs: number;
}

export interface TrialOptions {
  readonly now: () => Date;
  readonly sleep: Timer['sleep'];
  /** Stops the trial: no further step begins, but what was made is taken back. */
  readonly signal: AbortSignal;
  readonly title: string;
  /** Called when a step begins. */
  readonly begins: (step: string) => void;
}

/** Runs the steps of a trial one after the other, and records the requests of each. */
export class Trial {
  readonly #options: TrialOptions;
  readonly #steps: TrialStep[] = [];
  #calls: TrialCall[] = [];
  #isOver = false;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  get steps(): readonly TrialStep[] {
    return this.#steps;
  }

  /** Requests that are recorded with the step that sends them. */
  recorded(requests: PartnerRequests): PartnerRequests {
    return { send: (request, signal) => this.#send(requests, request, signal) };
  }

  /**
   * Runs a step, unless the trial is over. Whatever it throws is its failure.
   *
   * @param kind `asks` changes nothing at the partner, so it is aborted when the trial is stopped; `makes` is left to its end, so that
   * what it made is known; `takes back` runs also when the trial is over
   * @param isNeeded whether the trial is over if the step fails
   */
  async step(
    name: string,
    kind: 'asks' | 'makes' | 'takes back',
    work: (signal: AbortSignal) => Promise<StepOutcome>,
    { isNeeded = true }: { readonly isNeeded?: boolean } = {},
  ): Promise<TrialResult> {
    const { signal: stopped } = this.#options;
    if (kind !== 'takes back' && (this.#isOver || stopped.aborted))
      return this.#add(name, 'not reached', null, 0);
    this.#options.begins(name);
    const within = AbortSignal.timeout(STEP_WITHIN_MS);
    const begun = this.#options.now().getTime();
    const outcome = await work(kind === 'asks' ? AbortSignal.any([within, stopped]) : within).catch(
      (error: unknown) => ({ failed: this.says(error) }),
    );
    const milliseconds = this.#options.now().getTime() - begun;
    if (kind === 'asks' && outcome !== 'passed' && stopped.aborted)
      return this.#add(name, 'not reached', null, milliseconds);
    if (typeof outcome === 'string') return this.#add(name, outcome, null, milliseconds);
    this.#isOver ||= isNeeded;
    return this.#add(name, 'failed', outcome.failed, milliseconds);
  }

  /**
   * Tries until it passes, as often as it may; each try has its own time.
   *
   * @param stopped ends it early
   */
  async repeated(
    { times, afterMs }: Repeats,
    work: (signal: AbortSignal) => Promise<StepOutcome>,
    stopped: AbortSignal = NEVER,
  ): Promise<StepOutcome> {
    for (let tries = 1; ; tries += 1) {
      const within = AbortSignal.any([stopped, AbortSignal.timeout(TRY_WITHIN_MS)]);
      const outcome = await work(within).catch((error: unknown) => ({ failed: this.says(error) }));
      if (outcome === 'passed' || tries === times || stopped.aborted) return outcome;
      await this.#options.sleep(afterMs, stopped).catch(() => undefined);
    }
  }

  /** The sentence about an error of a call. */
  says(error: unknown): string {
    const { title } = this.#options;
    if (error instanceof NotSentError || error instanceof LostAnswerError)
      return `${title} ${error.sentence.text}`;
    return `the adapter of ${title} failed: ${error instanceof Error ? `${error.name}: ${error.message}` : error}`;
  }

  #add(step: string, result: TrialResult, sentence: string | null, milliseconds: number): TrialResult {
    const added = { step, result, sentence, milliseconds, calls: this.#calls };
    this.#calls = [];
    this.#steps.push(added);
    return result;
  }

  async #send(
    requests: PartnerRequests,
    request: PartnerRequest,
    signal: AbortSignal,
  ): Promise<PartnerAnswer> {
    const begun = this.#options.now().getTime();
    const { call, method } = request;
    const note = (answer: PartnerAnswer | null) =>
      this.#calls.push({
        call,
        method,
        status: answer?.status ?? null,
        milliseconds: this.#options.now().getTime() - begun,
        answer: answer === null ? null : shapeOfAnswer(answer),
      });
    try {
      const answer = await requests.send(request, signal);
      note(answer);
      return answer;
    } catch (error) {
      note(null);
      throw error;
    }
  }
}

function shapeOfAnswer({ text, body, headers }: PartnerAnswer): AnswerShape {
  const json = readJson(text);
  if (json !== undefined) return shapeOf(json);
  if (body.length === 0) return 'empty';
  const [type] = /^[a-z]+\/[a-z0-9.+-]{1,40}/.exec(headers['content-type'] ?? '') ?? [];
  return type ?? 'no JSON';
}
