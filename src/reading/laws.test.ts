import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import { about } from '../problems/sentence.ts';
import {
  boolean,
  clearable,
  decimal,
  decimalRupees,
  either,
  email,
  file,
  list,
  listOf,
  mobile,
  object,
  oneOf,
  optional,
  pair,
  pincode,
  text,
  timestamp,
  unclearable,
  unitPrice,
  unixSeconds,
  uuid,
  wholeNumber,
  withDefault,
} from './fields.ts';
import { buildRequestReading } from './request-reading.ts';

const item = object({
  name: text({ max: 10 }),
  units: wholeNumber({ atLeast: 1, atMost: 100 }),
  price: optional(decimalRupees({ atLeast: 0 })),
  unit_price: optional(unitPrice({ atLeast: 0 })),
  tags: optional(list(text({ max: 5 }), { max: 3 })),
});

/** A body with every kind of field in every place. */
const everything = object(
  {
    journey: oneOf(['forward', 'return']),
    pin: pincode(),
    weight: decimal({ greaterThan: 0, atMost: 1000, maxDecimals: 3 }),
    paid: optional(boolean()),
    value: optional(decimal()),
    qc: withDefault(boolean(), true),
    at: optional(timestamp()),
    from: optional(unixSeconds()),
    to: optional(unixSeconds()),
    phone: optional(mobile()),
    email: clearable(email(), { emptyTextClears: true }),
    brand: clearable(text({ max: 12, multiline: true })),
    name: unclearable(
      text({ max: 5, pattern: /^[a-z]+$/, patternSentence: about('letters', 'must be letters') }),
    ),
    logo: clearable(file()),
    zone: optional(list(oneOf(['a', 'b']), { min: 1, max: 3 })),
    items: optional(listOf(item, { max: 4 })),
    item: optional(item),
    page: optional(
      either(wholeNumber({ atLeast: 1 }), object({ number: wholeNumber(), size: optional(wholeNumber()) })),
    ),
    after: optional(
      pair(unixSeconds(), uuid(), about('the_pair', 'must be the pair'), { aliases: ['next_after'] }),
    ),
  },
  {
    conditions: [
      { field: 'journey', is: 'forward', requires: ['paid'], ignores: ['qc'] },
      { field: 'journey', is: 'return', ignores: ['paid', 'value'] },
      { field: 'paid', is: true, requires: ['value'] },
    ],
    requiresOneOf: [['items', 'item']],
    inOrder: [{ lower: 'from', upper: 'to', relation: 'after' }],
  },
);

const { readWith } = buildRequestReading({
  knownPincode: (pin) => pin !== '999999',
});

const names = [
  ...Object.keys(everything.fields),
  'zone[]',
  'next_after',
  'after[]',
  '__proto__',
  'constructor',
  'x',
];

/** Valid values, nearly valid values, and nonsense. */
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    1,
    -1,
    1.5,
    '1',
    '1.50',
    '1e3',
    1e300,
    Number.POSITIVE_INFINITY,
    '1e400',
    true,
    'TRUE',
    'no',
    'forward',
    ' RETURN',
    560001,
    '999999',
    'A',
    'b',
    '2026-11-15 10:30',
    '2026-02-30',
    '98765 43210',
    'a@b.in',
    'abc',
    'a\nb',
    '\0',
    '\ud800',
    '0190f3b0-0000-7000-8000-00000000000A',
    '__proto__',
    Buffer.from('x'),
    Buffer.alloc(0),
  ),
  anyText(),
  fc.double(),
  fc.integer(),
);
const itemLike = fc.dictionary(
  fc.constantFrom('name', 'units', 'price', 'unit_price', 'tags', 'tags[]', 'x'),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 5 })),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(fc.oneof(scalar, itemLike), { maxLength: 6 }) },
  { weight: 1, arbitrary: itemLike },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('number', 'size'), scalar) },
  { weight: 1, arbitrary: fc.anything() },
);
const body = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: false }) },
  { weight: 1, arbitrary: fc.anything() },
);

/** Generates a valid value for each field; some fields are left out. */
const sound = fc.record(
  {
    journey: fc.constantFrom('forward', 'Return'),
    pin: fc.constantFrom(560001, '110001'),
    weight: fc.oneof(fc.constantFrom('1.50', 999.999, '1000.0'), fc.integer({ min: 1, max: 1000 })),
    paid: fc.constantFrom(0, 'FALSE', true),
    value: fc.constantFrom('10.00', 7, '-3e2'),
    qc: fc.boolean(),
    at: fc.constantFrom('2026-11-15', '2026-11-15T10:30:00+05:30'),
    from: fc.nat({ max: 50 }),
    to: fc.integer({ min: 50, max: 99 }).map(String),
    phone: fc.constantFrom('+91 98765-43210', 9876543210),
    email: fc.constantFrom('a@b.in', null, ''),
    brand: fc.constantFrom(' Chai & Co\n', null),
    name: fc.constantFrom('abc', 'z '),
    logo: fc.constantFrom(null, '', Buffer.from('x'), 'data:image/png;base64,eA=='),
    zone: fc.constantFrom('A', ['a', null, 'B']),
    items: fc.constantFrom([], [{ name: ' Soap ', units: '2', price: '1.50', tags: 'x', more: 1 }]),
    item: fc.constantFrom({ name: 'Soap', units: 1, 'tags[]': ['', 'y'] }),
    page: fc.constantFrom('2', { number: '2' }),
    next_after: fc.constantFrom(['12', '0190F3B0-0000-7000-8000-00000000000a']),
    unknown: fc.anything(),
  },
  { requiredKeys: ['journey', 'pin', 'weight', 'paid', 'value', 'items'] },
);

it('reads every valid body, and reads its own output to the same', () => {
  fc.assert(
    fc.property(sound, (sent) => {
      const { value: read, error } = readWith(everything, sent);
      expect(error?.sentences).toBeUndefined();
      const again = readWith(everything, read);
      expect(again.error?.sentences).toBeUndefined();
      expect(again.value).toEqual(read);
    }),
    { numRuns: 500 },
  );
});

/** Generates valid bodies in which one value may be wrong. A random body is almost never valid. */
const nearlySound = fc
  .tuple(sound, fc.constantFrom(...names), value)
  .map(([sent, name, other]) => ({ ...sent, [name]: other }));

it('never throws, never repeats a sentence, and gives the same for its own output', () => {
  let whole = 0;
  fc.assert(
    fc.property(fc.oneof(body, nearlySound), (sent) => {
      const { value: read, error } = readWith(everything, sent);
      if (error === undefined) {
        whole += 1;
        expect(readWith(everything, read).value).toEqual(read);
        expect(Object.keys(read as object).every((name) => name in everything.fields)).toBe(true);
        return;
      }
      expect(error.sentences.length).toBeGreaterThan(0);
      expect(new Set(error.sentences).size).toBe(error.sentences.length);
      expect(
        error.sentences.filter((sentence) => /undefined|\{value\}|object Object/.test(sentence)),
      ).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect(whole).toBeGreaterThan(100);
});

it('names only the mistake of one wrong field', () => {
  const damaged = fc.constantFrom<[string, unknown, string]>(
    ['pin', '12', 'pin must be a 6-digit pincode'],
    ['weight', '1.2345', 'weight must be a number greater than 0 and at most 1000 with at most 3 decimals'],
    ['value', [], 'value must be a number'],
    ['paid', null, 'paid is required when journey is forward'],
    ['items', 'x', 'items must be a list of at most 4 entries'],
    ['item', { name: 'Soap' }, 'item.units is required'],
    ['page', { size: 1 }, 'page.number is required'],
    [
      'logo',
      'x',
      'logo must be one file part of a multipart/form-data request, or a data URL such as data:image/png;base64,iVBORw0KGgo=',
    ],
    ['name', '', 'name must not be empty'],
    ['to', 0, 'from must not be after to'],
    ['brand', 'x'.repeat(13), 'brand must be at most 12 characters'],
  );
  fc.assert(
    fc.property(sound, damaged, (sent, [name, raw, sentence]) => {
      const body = { ...sent, journey: 'forward', from: 1, [name]: raw };
      expect(readWith(everything, body).error?.sentences).toEqual([sentence]);
    }),
    { numRuns: 300 },
  );
});

it('reads hostile bodies quickly', () => {
  const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const many = JSON.parse(`[${new Array(200_000).fill('{}').join()}]`);
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${i}`, i]));
  const long = 'a@'.repeat(500_000);
  const fields = Object.keys(everything.fields);
  for (const hostile of [
    nested,
    many,
    wide,
    long,
    JSON.parse('1e400'),
    JSON.parse(`-${'9'.repeat(100_000)}`),
  ]) {
    const sent = { ...wide, ...Object.fromEntries(fields.map((name) => [name, hostile])) };
    const { error } = readWith(everything, sent);
    expect(error?.sentences.length).toBeLessThanOrEqual(101);
    for (const sentence of error?.sentences ?? []) expect(sentence.length).toBeLessThan(200);
  }
});
