import { describe, expect, it } from 'vitest';
import { amountOf, asReason, fieldsOf, idOf, isOwnId, numberOf, readJson, textOf } from './answer-fields.ts';

describe('a text of a partner', () => {
  it.each([
    [' Asha ', 'Asha'],
    ['As\u0000ha', 'As ha'],
    ['4, Temple Street\r\nMumbai', '4, Temple Street Mumbai'],
    ['\ud800Asha\udc00', 'Asha'],
    ['As\u001b\u0085\u007fha', 'As ha'],
    ['आशा 👩‍👧 \ufffe', 'आशा 👩‍👧 \ufffe'],
    ['\u2068Asha\u2069 \u202eRao\u202c\u{e0041}', 'Asha Rao'],
    ['\u0000\n', null],
    [12, '12'],
    [null, null],
  ])('%j is kept as %j', (sent, kept) => {
    expect(textOf(fieldsOf(readJson(JSON.stringify({ sent }))).sent)).toBe(kept);
  });

  it('is never cut inside a character', () => {
    expect(asReason(`${'x'.repeat(299)}👩`).text).toBe(`says: ${'x'.repeat(299)}`);
  });
});

describe('an id of a partner', () => {
  it.each(['7', 'x'.repeat(200), 'gid://shop/Order/7'])('%s is its own', (id) => {
    expect([idOf(id), isOwnId(id)]).toEqual([id, true]);
  });

  it.each(['x'.repeat(201), '7\u0000', '\u00007', '7\ud800', '7\n8', '7\ufffd'])(
    '%j becomes a text that can be kept, and is like no other',
    (id) => {
      const kept = idOf(id) ?? '';
      expect([isOwnId(kept), kept.length <= 200]).toEqual([false, true]);
      expect(kept).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      expect(idOf(`${id}8`)).not.toBe(kept);
      expect(idOf(id)).toBe(kept);
    },
  );

  it('is missing if it is empty', () => {
    expect([idOf(''), idOf(null), idOf({}), isOwnId('')]).toEqual([null, null, null, false]);
  });
});

it('takes no number that is none, and tells a missing amount from it', () => {
  const { huge } = fieldsOf(readJson('{"huge":1e400}'));
  expect([numberOf(huge), numberOf('1e400'), numberOf('12.5')]).toEqual([null, null, 12.5]);
  expect([huge, '1e400', 'x', undefined, null, '', '12.5'].map(amountOf)).toEqual([
    ...[Number.NaN, Number.NaN, Number.NaN],
    ...[0, 0, 0, 12.5],
  ]);
});
