import { describe, expect, it } from 'vitest';
import {
  about,
  allOf,
  asWritten,
  detailsOf,
  fieldNamed,
  saidByPartner,
  say,
  withTexts,
  word,
} from './sentence.ts';

describe('a sentence', () => {
  it('is filled with its values', () => {
    const inner = say('inner', 'it is {status}', { status: word('picked_up', 'Picked up') });
    const sentence = say('outer', '{who} says: {inner}, {list} and {count}', {
      ...{ who: 'Asha', inner, count: 2 },
      list: ['a', word('b')],
    });
    expect(sentence.text).toBe('Asha says: it is Picked up, a, b and 2');
  });

  it('keeps braces of a value as they are', () => {
    expect(say('named', '{name} is here', { name: '{name}' }).text).toBe('{name} is here');
  });

  it('is about the field at a path', () => {
    expect(about('must_be_text', 'must be text')('items[0].name')).toEqual({
      template: 'must_be_text',
      values: { field: fieldNamed('items[0].name') },
      text: 'items[0].name must be text',
    });
  });

  it('is shown alone, or with others as one', () => {
    const [one, two] = [say('one', 'One'), say('two', 'Two')];
    expect(allOf([one])).toBe(one);
    expect(allOf([one, two]).text).toBe('One; Two');
  });

  it('can have its texts changed, also those in its values', () => {
    const sentence = say('told', 'told {words}: {list}', { words: saidByPartner('Ravi'), list: ['Ravi', 1] });
    const hidden = withTexts(sentence, (text) => text.replaceAll('Ravi', '*'));
    expect(JSON.stringify(hidden)).not.toContain('Ravi');
    expect(hidden.text).toBe('told *: *, 1');
  });
});

describe('the details of a sentence', () => {
  it.each([199, 200, 201])('show a text of %i characters up to the 200th', (length) => {
    const long = 'a'.repeat(length);
    const { message, values } = detailsOf(say('named', '{name} is here', { name: long }));
    expect(values).toEqual({ name: long.slice(0, 200) });
    expect(message).toBe(`${long} is here`);
  });

  it('show all words of a person', () => {
    const words = 'a'.repeat(1_000);
    expect(detailsOf(asWritten(words)).values).toEqual({ words });
  });

  it('are cut between characters, also in lists, types and other sentences', () => {
    const long = '😀'.repeat(201);
    const values = { list: [long], field: fieldNamed(long), inner: say('in', '{word}', { word: long }) };
    const shown = detailsOf(say('deep', '{list}{field}{inner}', values)).values;
    const cut = '😀'.repeat(200);
    expect(shown).toMatchObject({
      list: [cut],
      field: { type: 'field', value: cut, text: cut },
      inner: { type: 'sentence', template: 'in', values: { word: cut } },
    });
  });
});
