import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REQUEST_STATES } from '../../../src/domain/customer-requests/customer-request.ts';
import { JOB_ACTIONS } from '../../../src/domain/jobs/job.ts';
import { WEIGHT_DIFFERENCE_STATES } from '../../../src/domain/money/weight-difference.ts';
import { ROLES } from '../../../src/domain/role.ts';
import { COURIER_DECISION_ACTIONS } from '../../../src/domain/tracking/courier-decision.ts';
import { MOMENTS } from '../../../src/domain/tracking/moments.ts';
import { NDR_REASONS, RTO_REASONS } from '../../../src/domain/tracking/reasons.ts';
import { GRANULAR_STATUSES } from '../../../src/domain/tracking/statuses.ts';
import { SENTENCE_TEMPLATES } from '../../../src/http/document/sentence-templates.ts';
import { RATE_KINDS } from '../../../src/rate-files/rate-kinds.ts';
import { reasonWords } from './reasons.ts';
import { SENTENCES } from './sentences-en.ts';
import { SENTENCES_IN_HINDI, WORDS_IN_HINDI } from './sentences-hi.ts';
import { statusWords } from './statuses.ts';

const SRC = join(import.meta.dirname, '../../../src');

/** Values that people do not need: the panel's English leaves them out too. */
const LEFT_OUT: ReadonlySet<string> = new Set(['csrf_token_required']);

/** Indian shops write these as English does. */
const AS_IN_ENGLISH: ReadonlySet<string> = new Set(['the_api_key']);

const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
const withoutValues = (text: string) => text.replace(/\{\w+\}/g, '');

const sentences = Object.entries(SENTENCE_TEMPLATES).map(([name, english]) => ({
  name,
  english,
  hindi: SENTENCES_IN_HINDI[name as keyof typeof SENTENCE_TEMPLATES],
}));
const namesOf = (wrong: (typeof sentences)[number][]) => wrong.map(({ name }) => name);

describe('the sentences in Hindi', () => {
  it('are those of the service', () => {
    expect(Object.keys(SENTENCES_IN_HINDI).sort()).toEqual(Object.keys(SENTENCE_TEMPLATES).sort());
  });

  it('have the values of the English sentence', () => {
    const differing = sentences.filter(
      ({ name, english, hindi }) => !LEFT_OUT.has(name) && `${valuesIn(hindi)}` !== `${valuesIn(english)}`,
    );
    expect(namesOf(differing)).toEqual([]);
    for (const name of LEFT_OUT)
      expect(valuesIn(SENTENCES[name as keyof typeof SENTENCE_TEMPLATES] ?? '{}')).toEqual([]);
  });

  it('begin with the field if the English sentence does', () => {
    const begins = (text: string) => text.startsWith('{field}');
    expect(namesOf(sentences.filter(({ english, hindi }) => begins(english) !== begins(hindi)))).toEqual([]);
  });

  it('are in Hindi, unless they consist of values', () => {
    const inEnglish = sentences.filter(
      ({ name, hindi }) =>
        /[a-z]/i.test(withoutValues(hindi)) &&
        !/\p{Script=Devanagari}/u.test(hindi) &&
        !AS_IN_ENGLISH.has(name),
    );
    expect(namesOf(inEnglish)).toEqual([]);
  });

  it('are single sentences without a gap', () => {
    const gaps = (text: string) => /\s\s|\s$|\s[,;:।]/.test(text);
    expect(namesOf(sentences.filter(({ hindi }) => hindi === '' || gaps(hindi)))).toEqual([]);
  });
});

describe('the words in Hindi', () => {
  const inSource = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(SRC, file), 'utf8'))
    .flatMap((source) => [
      ...source.matchAll(/\b(?:(?:word|notFound)\(|notOfAccount\([^,]+, )'([^']+)'/g),
      ...source.matchAll(/\b(?:of|called): '((?:an?|the|each) [^']+)'/g),
      ...source.matchAll(/\bunit: '([a-z]+)'/g),
    ])
    .map(([, found = '']) => found);

  it('are those of the source', () => {
    expect(inSource).toContain('a warehouse');
    expect(inSource).toContain('Shipment');
    expect(inSource).toContain('grams');
    expect(inSource.filter((found) => !(found in WORDS_IN_HINDI))).toEqual([]);
  });

  it.each([
    ['roles', ROLES],
    ['bulk actions', JOB_ACTIONS],
    ['rate tables', RATE_KINDS],
    ['moments of messages', MOMENTS],
    ['decisions about failed deliveries', COURIER_DECISION_ACTIONS],
    ['states of differences in weight', WEIGHT_DIFFERENCE_STATES],
    ['states of decided requests', REQUEST_STATES.filter((state) => state !== 'waiting')],
    ['statuses', GRANULAR_STATUSES],
    ['reasons of failed deliveries', NDR_REASONS],
    ['reasons of returns to origin', RTO_REASONS],
  ] as const)('are all %s', (_, words) => {
    const known = { ...statusWords.hi, ...WORDS_IN_HINDI, ...reasonWords.hi.ndr, ...reasonWords.hi.rto };
    expect(words.filter((one) => !(one in known))).toEqual([]);
  });
});
