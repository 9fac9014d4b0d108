import { expect, it } from 'vitest';
import type { Cells, RateBook } from '../../api/rates.ts';
import { cellsOf, type Draft, editsOf, isFigure, tableColumns, wrongColumns } from './rate-draft.ts';

const BOOK: RateBook = {
  cards: new Map<string, Cells>([
    ['a', { forward_first_a: '30', forward_first_b: '40' }],
    ['b', { forward_first_a: '50' }],
  ]),
  settings: new Map([['a', { offered: 'no', markup_percent: '5' }]]),
  own: new Set(['a']),
  version: 7,
};
const DRAFT: Draft = {
  'rate-cards': { a: { forward_first_a: '31.50', rto_first_a: '' } },
  'carrier-settings': { b: { offered: 'no' } },
  version: 6,
};

it('sends every changed cell of both tables with its carrier, and an empty cell as null', () => {
  expect(editsOf(DRAFT, 6)).toEqual({
    version: 6,
    source: 'panel',
    edits: [
      { kind: 'rate-cards', cells: { carrier_id: 'a', forward_first_a: '31.50', rto_first_a: null } },
      { kind: 'carrier-settings', cells: { carrier_id: 'b', offered: 'no' } },
    ],
  });
});

it('shows the published cells of a carrier beside its edited ones', () => {
  expect(cellsOf(BOOK, DRAFT, 'rate-cards', 'a')).toEqual({
    published: { forward_first_a: '30', forward_first_b: '40' },
    edited: { forward_first_a: '31.50', forward_first_b: '40', rto_first_a: '' },
  });
  expect(cellsOf(BOOK, DRAFT, 'rate-cards', 'b').edited).toEqual({ forward_first_a: '50' });
});

it('takes a carrier without settings as offered without a markup', () => {
  expect(cellsOf(BOOK, DRAFT, 'carrier-settings', 'b')).toEqual({
    published: { offered: 'yes', markup_percent: '0' },
    edited: { offered: 'no', markup_percent: '0' },
  });
  expect(cellsOf(BOOK, DRAFT, 'carrier-settings', 'a').edited).toEqual({
    offered: 'no',
    markup_percent: '5',
  });
});

it.each([
  ['0', true],
  ['45.5', true],
  ['1234567.25', true],
  ['12345678', false],
  ['1.255', false],
  ['-1', false],
  ['1,000', false],
  ['', false],
])('takes %j as a figure: %s', (text, is) => expect(isFigure(text)).toBe(is));

it('finds each wrong column, and lets only return prices be empty', () => {
  const cells = {
    carrier_id: 'a',
    offered: 'yes',
    forward_first_a: 'x',
    forward_first_b: '',
    forward_first_c: '9',
  };
  expect(wrongColumns(cells)).toEqual(['forward_first_a', 'forward_first_b']);
  expect(wrongColumns({ rto_first_a: '', reverse_first_a: '', qc_fee: '', rto_first_b: 'x' })).toEqual([
    'rto_first_b',
  ]);
  expect(wrongColumns({ markup_percent: '-7.5' })).toEqual([]);
  expect(wrongColumns({ forward_first_a: '-7.5' })).toEqual(['forward_first_a']);
});

it('has a column for each zone of a line', () => {
  expect(tableColumns('rto', 'further')).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((zone) => `rto_further_${zone}`),
  );
});
