import { describe, expect, it } from 'vitest';
import { shownText } from './shown-text.ts';

const ROWS = [
  { id: 'a', on: true, tags: ['x', 'y'], of: { name: 'Chai' }, note: null },
  { id: 'bcd', on: false, tags: [], of: { name: 'Tea' }, note: 'late' },
];

describe('an answer as text', () => {
  it.each<[string, unknown, readonly string[] | null, string]>([
    [
      'of a list has a column for each field that is not nested',
      ROWS,
      null,
      ['ID   ON   TAGS  NOTE', 'a    yes  x,y', 'bcd  no         late'].join('\n'),
    ],
    [
      'of a list has only the given columns',
      ROWS,
      ['of.name', 'id'],
      'OF NAME  ID\nChai     a\nTea      bcd',
    ],
    ['of a list of words has a line for each', ['one', 'two'], null, 'one\ntwo'],
    ['of an empty list is empty', [], ['id'], ''],
    [
      'of an object has a line for each field, and nested fields are indented',
      { id: 'a', made_at: null, of: { name: 'Chai', on: true }, rows: [{ n: 1 }] },
      null,
      'id       a\nmade_at\nof\n  name  Chai\n  on    yes\nrows\n  N\n  1',
    ],
    [
      'has sentences only in English',
      {
        ...{ error: 'late', error_details: { template: 'late' }, reasons: ['one'] },
        ...{ reason_details: [{ template: 'one' }], tax_details: { gst: 18 } },
      },
      null,
      'error        late\nreasons      one\ntax_details\n  gst  18',
    ],
    [
      'of a list has sentences only in English',
      [{ id: 'a', error: null, error_details: null }],
      null,
      'ID  ERROR\na',
    ],
    ['of an object with columns is a table of one row', ROWS[0], ['id', 'on'], 'ID  ON\na   yes'],
    ['of a value is the value', false, null, 'no'],
    ['of null is empty', null, null, ''],
  ])('%s', (_name, data, columns, text) => {
    expect(shownText(data, columns)).toBe(text);
  });

  it('shows a nested value as JSON in a column', () => {
    expect(shownText(ROWS, ['of'])).toBe('OF\n{"name":"Chai"}\n{"name":"Tea"}');
  });
});
