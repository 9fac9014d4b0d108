import { redact } from '../partners/partner-call.ts';
import type { AnswerShape } from './answer-shape.ts';
import type { TrialEnd, TrialResult, TrialSecrets } from './trial.ts';

export interface TrialSubject {
  readonly kind: 'courier' | 'shop';
  /** The name of the courier or shop system. */
  readonly partner: string;
  /** Whether the partner was asked at its usual address. */
  readonly isUsualHost: boolean;
  /** Of this program. */
  readonly version: string;
  readonly startedAt: Date;
}

/** A trial for people who were not there: without secrets, personal data and numbers of orders. */
export interface TrialReport {
  readonly dakiya: string;
  readonly kind: 'courier' | 'shop';
  readonly partner: string;
  readonly host: 'usual' | 'other';
  readonly started_at: string;
  readonly passed: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly result: TrialResult;
    readonly sentence: string | null;
    readonly milliseconds: number;
    readonly calls: readonly {
      readonly call: string;
      readonly method: string;
      readonly status: number | null;
      readonly milliseconds: number;
      readonly answer: AnswerShape | null;
    }[];
  }[];
  readonly left_over: readonly string[];
}

/** Tells whether every step that the partner offers passed, and nothing is left over. */
export function hasPassed({ steps, leftOver }: TrialEnd): boolean {
  return (
    leftOver.length === 0 && steps.every(({ result }) => result === 'passed' || result === 'not offered')
  );
}

export function trialReport(subject: TrialSubject, end: TrialEnd): TrialReport {
  const shown = (text: string) => withoutSecrets(text, end.secrets, end.trackingNumbers);
  const { version, kind, partner, isUsualHost, startedAt } = subject;
  return {
    dakiya: version,
    kind,
    partner,
    host: isUsualHost ? 'usual' : 'other',
    started_at: startedAt.toISOString(),
    passed: hasPassed(end),
    steps: end.steps.map(({ step, result, sentence, milliseconds, calls }) => ({
      step,
      result,
      sentence: sentence === null ? null : shown(sentence),
      milliseconds,
      calls: calls.map((call) => ({ ...call, answer: shownShape(call.answer, shown) })),
    })),
    left_over: end.leftOver.map(shown),
  };
}

const HIDDEN = '[hidden]';
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /\d{5,}/g;
/** Of a tracking number. */
const SHOWN_SIGNS = 4;

/** Removes secrets and personal data from a sentence; of a tracking number, the last four signs stay. */
export function withoutSecrets(
  text: string,
  { words, texts }: TrialSecrets,
  trackingNumbers: readonly string[],
): string {
  const isLong = (number: string) => number.length > SHOWN_SIGNS;
  let shown = text;
  for (const number of trackingNumbers.filter(isLong)) {
    const end = `...${number.slice(-SHOWN_SIGNS)}`;
    for (const written of [number, number.toLowerCase()]) shown = shown.replaceAll(written, () => end);
  }
  shown = redact(shown, words);
  // What is short may stand in words that it has nothing to do with.
  const short = [
    ...words.filter(({ length }) => length < 3),
    ...trackingNumbers.filter((one) => !isLong(one)),
  ];
  shown = withoutWords(shown, [...short, ...texts.flatMap((one) => one.match(WORD) ?? [])]);
  return shown.replace(NUMBER, HIDDEN);
}

/** Hides whole words; the sign of what is hidden stays as it is. */
function withoutWords(text: string, words: readonly string[]): string {
  const hidden = new Set(words.map((word) => word.toLowerCase()));
  return text
    .split(HIDDEN)
    .map((part) => part.replace(WORD, (word) => (hidden.has(word.toLowerCase()) ? HIDDEN : word)))
    .join(HIDDEN);
}

/** A key may be a name, such as that of a warehouse. */
function shownShape(shape: AnswerShape | null, shown: (text: string) => string): AnswerShape | null {
  if (shape === null || typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return shape.map((one) => shownShape(one, shown) ?? 'null');
  return Object.fromEntries(
    Object.entries(shape).map(([key, one]) => [
      shown(key) === key ? key : '(key)',
      shownShape(one, shown) ?? 'null',
    ]),
  );
}
