import { describe, expect, it } from 'vitest';
import type { TrialEnd, TrialStep } from './trial.ts';
import { hasPassed, trialReport, withoutSecrets } from './trial-report.ts';

const NOTHING = { words: [], texts: [] };

describe('a sentence of a report', () => {
  it.each([
    ['says: bad key s3cr3t-value', 'says: bad key [hidden]', { ...NOTHING, words: ['s3cr3t-value'] }],
    [
      'says: ASHA, of Asha_Rao, is not raoult',
      'says: [hidden], of [hidden]_[hidden], is not raoult',
      { ...NOTHING, texts: ['Asha Rao'] },
    ],
    ['says: अशा राव', 'says: [hidden] [hidden]', { ...NOTHING, texts: ['अशा राव'] }],
    ['has order 7 of 70', 'has order [hidden] of 70', { ...NOTHING, words: ['7'] }],
    [
      'says: write to x@y.in or call 98765 43210 or +919876543210',
      'says: write to [hidden] or call [hidden] [hidden] or [hidden]',
      NOTHING,
    ],
    ['has 560038 and 123456789012', 'has [hidden] and [hidden]', NOTHING],
    ['answered with status 503', 'answered with status 503', { words: [''], texts: ['', '  '] }],
    ['says: $&% is (a+)+ [', 'says: [hidden] is (a+)+ [', { ...NOTHING, words: ['$&%'] }],
  ])('%s', (text, expected, secrets) => {
    expect(withoutSecrets(text, secrets, [])).toBe(expected);
  });

  it('has the last four signs of tracking numbers, in any letter case', () => {
    const numbers = ['FMPC0001234', '1490812345678', 'A1', ''];
    expect(
      withoutSecrets('has FMPC0001234, fmpc0001234, 1490812345678 and A1 of A12', NOTHING, numbers),
    ).toBe('has ...1234, ...1234, ...5678 and [hidden] of A12');
  });
});

describe('a report', () => {
  const step = (name: string, result: TrialStep['result'], sentence: string | null = null): TrialStep => {
    const answer = { awb: 'string', Okhla: { id: 'number' }, list: [{ name: 'string' }] };
    const call = { call: 'create', method: 'POST', status: 200, milliseconds: 3, answer };
    return { step: name, result, sentence, milliseconds: 5, calls: [call] };
  };
  const end: TrialEnd = {
    steps: [
      step('check', 'passed'),
      step('quote', 'not offered'),
      step('book', 'failed', 'X says: no, Okhla'),
    ],
    leftOver: ['X has AWB12345'],
    trackingNumbers: ['AWB12345'],
    secrets: { words: [], texts: ['Okhla'] },
  };
  const subject = {
    kind: 'courier',
    partner: 'x',
    isUsualHost: true,
    version: '1.2.3',
    startedAt: new Date(0),
  } as const;

  it('has the steps and the keys of answers, without words that are hidden', () => {
    const report = trialReport(subject, end);
    expect(report).toMatchObject({
      dakiya: '1.2.3',
      host: 'usual',
      passed: false,
      left_over: ['X has ...2345'],
    });
    expect(report.steps.map(({ result, sentence }) => [result, sentence])).toEqual([
      ['passed', null],
      ['not offered', null],
      ['failed', 'X says: no, [hidden]'],
    ]);
    expect(report.steps[0]?.calls[0]?.answer).toEqual({
      awb: 'string',
      '(key)': { id: 'number' },
      list: [{ name: 'string' }],
    });
  });

  it('has passed only if no step failed or was not reached, and nothing is left over', () => {
    const of = (results: readonly TrialStep['result'][], leftOver: readonly string[] = []) =>
      hasPassed({ ...end, steps: results.map((result) => step('s', result)), leftOver });
    expect(of(['passed', 'not offered'])).toBe(true);
    expect([of(['passed', 'failed']), of(['passed', 'not reached']), of(['passed'], ['x'])]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
