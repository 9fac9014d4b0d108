import { describe, expect, it } from 'vitest';
import { LostAnswerError, type PartnerAnswer } from './partner.ts';
import { answeredStatus, refusalOf } from './refusal.ts';

function answered(status: number, text = ''): PartnerAnswer {
  return { status, headers: {}, body: Buffer.from(text), text };
}

const wordsOf = (text: string): string | null => (text === '' ? null : text);

describe('the refusal of an answer', () => {
  it.each([200, 299])('leaves the decision to the body if the status is %i', (status) => {
    expect(refusalOf(answered(status, 'No such pincode'), wordsOf)).toBeNull();
  });

  it.each([
    [400, 'answered 400 and does not say why'],
    [401, 'does not take the credentials of this courier account'],
    [407, 'answered 407 and does not say why'],
    [409, 'answered 409 and does not say why'],
    [429, 'asks us to send fewer requests'],
    [499, 'answered 499 and does not say why'],
  ])('has a reason of ours for %i without words, and else the words of the partner', (status, reason) => {
    expect(refusalOf(answered(status), wordsOf)?.text).toBe(reason);
    expect(refusalOf(answered(status, 'No such pincode.'), wordsOf)?.text).toBe('says: No such pincode');
  });

  it.each([408, 500, 503])('is unknown if the status is %i, also with words', (status) => {
    for (const text of ['', 'No such pincode']) {
      expect(() => refusalOf(answered(status, text), wordsOf)).toThrow(
        new LostAnswerError(answeredStatus(status)),
      );
    }
  });
});
