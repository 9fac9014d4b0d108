import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { about } from '../problems/sentence.ts';
import type { JsonSchema } from './field.ts';
import {
  boolean,
  clearable,
  customerPhone,
  decimal,
  decimalRupees,
  earliestTime,
  either,
  email,
  latestTime,
  list,
  listOf,
  mobile,
  object,
  oneOf,
  optional,
  pair,
  phone,
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

/** A body with every kind of field in every place. */
const everything = object({
  journey: oneOf(['forward', 'return']),
  pin: pincode(),
  weight: decimal({ greaterThan: 0, atMost: 1000, maxDecimals: 3 }),
  least: decimal({ atLeast: -5 }),
  paid: optional(boolean()),
  value: optional(decimalRupees()),
  price: optional(unitPrice({ atLeast: 0 })),
  qc: withDefault(boolean(), true),
  at: optional(timestamp()),
  seconds: optional(unixSeconds()),
  from: optional(earliestTime()),
  to: optional(latestTime()),
  phone: optional(mobile()),
  landline: optional(phone()),
  customer: optional(customerPhone()),
  email: clearable(email(), { emptyTextClears: true }),
  brand: clearable(text({ min: 2, max: 12, multiline: true })),
  slug: unclearable(
    text({ max: 5, pattern: /^[a-z-]+$/, patternSentence: about('letters', 'must be letters') }),
  ),
  zone: optional(list(oneOf(['a', 'b']), { min: 1, max: 3 })),
  items: optional(
    listOf(object({ name: text({ max: 10 }), units: wholeNumber({ atLeast: 1, atMost: 100 }) }), {
      min: 1,
      max: 4,
    }),
  ),
  page: optional(either(wholeNumber({ atLeast: 1 }), object({ number: optional(wholeNumber()) }))),
  after: optional(pair(unixSeconds(), uuid(), about('the_pair', 'must be the pair'))),
});

const { readWith } = buildRequestReading({ knownPincode: (pin) => pin !== '999999' });
const allows = new Ajv2020({ validateFormats: false, strict: false })
  .addKeyword({
    keyword: 'x-max-decimals',
    validate: (most: number, sent: unknown) =>
      typeof sent !== 'number' || Number(sent.toFixed(most)) === sent,
  })
  .compile(everything.document);

/** Sentences of look-ups and of rules over several fields: the document allows the values they refuse. */
const BY_LOOK_UP =
  / is not in the pincode directory$| only India Post delivers there$| must be a valid (?:10-digit )?Indian | are the same field; send one of them$/;

/** Generates values that a document allows. Text is printable and trimmed, as for every field. */
function allowedBy(document: JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: words, anyOf, prefixItems } = document;
  if (Array.isArray(words)) return fc.constantFrom(...words);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(allowedBy));
  if (Array.isArray(type) && type.includes('string') && type.some((one) => NUMERIC.includes(one))) {
    return allowedNumeric(document, type);
  }
  if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(allowedBy));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => allowedBy({ ...document, type: one })));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: (document.minimum as number) ?? -(2 ** 31),
        max: (document.maximum as number) ?? 2 ** 31,
      });
    case 'number':
      return allowedNumber(document);
    case 'string':
      return allowedText(document);
    case 'array':
      return fc.array(allowedBy(document.items as JsonSchema), {
        minLength: (document.minItems as number) ?? 0,
        maxLength: document.maxItems as number,
      });
    default:
      return allowedObject(document);
  }
}

const NUMERIC = ['integer', 'number'];

/** Generates numbers, also as text: the pattern of numeric text cannot express the bounds. */
function allowedNumeric(document: JsonSchema, types: readonly string[]): fc.Arbitrary<unknown> {
  const number = types.find((one) => NUMERIC.includes(one));
  const numbers = allowedBy({ ...document, type: number });
  const blanks = types.includes('null') ? [fc.constantFrom('', null)] : [];
  return fc.oneof(numbers, numbers.map(plain), ...blanks);
}

/** Writes a number without an exponent. */
function plain(number: unknown): string {
  return BigInt(Math.trunc(Number(number))) === 0n || Number(number) % 1 !== 0
    ? Number(number)
        .toFixed(6)
        .replace(/\.?0+$/, '')
    : String(number);
}

function allowedNumber(document: JsonSchema): fc.Arbitrary<number> {
  const { minimum, exclusiveMinimum, maximum, 'x-max-decimals': most = 6 } = document;
  const digits = most as number;
  const step = Number(`1e-${digits}`);
  const least = (minimum ?? exclusiveMinimum ?? -1_000) as number;
  const steps = { min: Math.ceil(least / step), max: Math.floor(((maximum ?? 1_000) as number) / step) };
  return fc
    .integer(steps)
    .map((count) => Number((count * step).toFixed(digits)))
    .filter((number) => exclusiveMinimum === undefined || number > (exclusiveMinimum as number));
}

function allowedText({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (String(pattern).includes('[Tt ]')) {
    // The pattern also matches days that do not exist, in any year, so real dates are generated instead.
    const written = [
      (iso: string) => iso,
      (iso: string) => iso.slice(0, 10),
      (iso: string) => iso.slice(0, 16),
    ];
    return fc
      .tuple(
        fc.date({ min: new Date('2000-01-02'), max: new Date('2100-12-30'), noInvalidDate: true }),
        fc.constantFrom(...written),
      )
      .map(([date, write]) => write(date.toISOString()));
  }
  const length = { minLength: minLength as number, maxLength: maxLength as number };
  const written =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', ...length })
      : fc.stringMatching(new RegExp(pattern as string, 'u'));
  return written.filter(
    (one) =>
      one === one.trim() &&
      one !== '' &&
      !/[\p{Cc}\p{Cs}]/u.test(one) &&
      [...one].length >= length.minLength &&
      [...one].length <= length.maxLength,
  );
}

function allowedObject({ properties, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, allowedBy(field)])), {
    requiredKeys: required as string[],
  });
}

/** Returns the value in canonical form: exact numbers as text, bounds of time as milliseconds. */
function canonical(read: Record<string, unknown>): Record<string, unknown> {
  const written: Record<string, (value: unknown) => unknown> = {
    weight: Number,
    least: Number,
    value: Number,
    from: (milliseconds) => Math.floor(Number(milliseconds) / 1000),
    to: (milliseconds) => Math.floor(Number(milliseconds) / 1000),
  };
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, written[name]?.(value) ?? value]),
  );
}

it('asks for fields that are given together only while they are not ignored', () => {
  const fields = {
    same: withDefault(boolean(), true),
    pin: optional(pincode()),
    city: optional(text({ max: 9 })),
  };
  const conditions = [{ field: 'same', is: true, ignores: ['pin', 'city'] }] as const;
  const { document } = object(fields, { conditions, together: [['pin', 'city']] });
  expect(document).not.toHaveProperty('dependentRequired');
  expect(document.allOf).toMatchObject([{ else: { dependentRequired: { pin: ['city'], city: ['pin'] } } }]);
  expect(object(fields, { together: [['pin', 'city']] }).document).toMatchObject({
    dependentRequired: { pin: ['city'], city: ['pin'] },
  });
});

it('allows only bodies that are read, apart from look-ups', () => {
  fc.assert(
    fc.property(allowedBy(everything.document), (sent) => {
      expect(allows(sent), JSON.stringify(allows.errors)).toBe(true);
      const { error } = readWith(everything, sent);
      expect(error?.sentences.filter((sentence) => !BY_LOOK_UP.test(sentence)) ?? []).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('allows every body that was read, in its canonical form', () => {
  const liberal = fc.record(
    {
      journey: fc.constantFrom('forward', ' Return'),
      pin: fc.constantFrom(560001, '110 001'),
      weight: fc.constantFrom('1.50', 999.999, '1000.0', '1e2', 0, -1, '1.2345'),
      least: fc.constantFrom('-5', -5.0000001, '12', 'x'),
      paid: fc.constantFrom(0, 'FALSE', 1, 'yes'),
      value: fc.constantFrom('10.00', 7, '-3e2', 0.29, 1.005, 0.1 + 0.2),
      price: fc.constantFrom('10.00', 1300 / 3, '1e-9', -1),
      at: fc.constantFrom('2026-11-15', '15-11-2026 10:30', '2026-02-30'),
      seconds: fc.constantFrom('5', 0, -1),
      from: fc.constantFrom('2026-11-15', 1763179200, '1763179200000', -1),
      to: fc.constantFrom('15-11-2026', '9999-12-31', 253402300799, 'now'),
      phone: fc.constantFrom('+91 98765-43210', 9876543210, '12'),
      landline: fc.constantFrom('080-2222 3333', 'call me'),
      customer: fc.constantFrom('080-2222 3333', 9876543210),
      email: fc.constantFrom(' a@b.in', null, '', 'a'),
      brand: fc.constantFrom(' Chai & Co\n', null, 'x', ''),
      slug: fc.constantFrom('abc ', 'A', ''),
      zone: fc.constantFrom('A', ['a', null, 'B'], [], ['c']),
      items: fc.constantFrom([], [{ name: ' Soap ', units: '2', more: 1 }], [{ name: '', units: 0 }]),
      page: fc.constantFrom('2', { number: '2' }, 0, {}),
      'after[]': fc.constantFrom(['12', '0190F3B0-0000-7000-8000-00000000000a'], [1]),
      unknown: fc.anything(),
    },
    { requiredKeys: ['journey', 'pin'] },
  );
  let taken = 0;
  fc.assert(
    fc.property(liberal, fc.boolean(), (sent, isMended) => {
      // One bad value refuses the whole body, so half of the bodies have only valid values.
      const { value } = readWith(everything, isMended ? soundPart(sent) : sent);
      if (value === undefined) return;
      taken += 1;
      expect(allows(canonical(value)), JSON.stringify(allows.errors)).toBe(true);
    }),
    { numRuns: 600 },
  );
  expect(taken).toBeGreaterThan(100);
});

/** Returns the sent values without the refused ones, and with the required fields. */
function soundPart(sent: Record<string, unknown>): Record<string, unknown> {
  const whole = { weight: 1, least: 1, ...sent };
  const { error } = readWith(everything, whole);
  const wrong = new Set(error?.problems.map(({ field }) => field?.split(/[.[]/, 1)[0]));
  const left = Object.entries(whole).filter(([name]) => !wrong.has(name.replace('[]', '')));
  return { weight: 1, least: 1, ...Object.fromEntries(left) };
}
