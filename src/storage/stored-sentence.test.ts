import { describe, expect, it } from 'vitest';
import { asWritten, saidByPartner, say, word } from '../problems/sentence.ts';
import { readOrNull, readSentence, storedOrNull, storedSentence } from './stored-sentence.ts';

describe('a stored sentence', () => {
  it.each([
    ['of ours', say('told', 'told {who}: {words}', { who: word('user'), words: saidByPartner('no "way"') })],
    ['of a person', asWritten('come tomorrow')],
    ['of a person, that looks like a stored one', asWritten('{"template":"x","values":{},"text":"y"}')],
  ])('%s is read as it was', (_, sentence) => {
    expect(readSentence(storedSentence(sentence))).toEqual(sentence);
    expect(readOrNull(storedOrNull(sentence))).toEqual(sentence);
  });

  it('of a person is kept as plain text, as older releases keep it', () => {
    expect(storedSentence(asWritten('come tomorrow'))).toBe('come tomorrow');
  });

  it.each([
    'did not answer within 30 s',
    '',
    '{"template":"cut',
    '{"template":"x"}',
    '{"template":"x","values":null,"text":"y"}',
    '{"template":"x","values":{},"text":1}',
  ])('of an older release is shown as written: %s', (text) => {
    expect(readSentence(text)).toEqual({ template: 'as_written', values: { words: text }, text });
  });

  it('may be none', () => {
    expect([storedOrNull(null), readOrNull(null)]).toEqual([null, null]);
  });
});
