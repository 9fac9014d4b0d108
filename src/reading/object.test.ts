import { describe, expect, expectTypeOf, it } from 'vitest';
import { about } from '../problems/sentence.ts';
import {
  boolean,
  clearable,
  type DecimalText,
  decimal,
  decimalRupees,
  either,
  emailIfAny,
  file,
  list,
  listOf,
  mobile,
  object,
  oneOf,
  optional,
  pair,
  pathParameters,
  pincode,
  text,
  unclearable,
  unixSeconds,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from './fields.ts';
import { buildRequestReading } from './request-reading.ts';

const { readWith } = buildRequestReading({
  knownPincode: (pincode) => pincode !== '999999',
});

type Readable = Parameters<typeof readWith>[0];

function read(schema: Readable, raw: unknown): unknown {
  const { value, error } = readWith(schema, raw);
  if (error !== undefined) throw error;
  return value;
}

function sentencesOf(schema: Readable, raw: unknown): readonly string[] {
  const { value, error } = readWith(schema, raw);
  if (error === undefined) expect.fail(`taken as ${JSON.stringify(value)}`);
  return error.sentences;
}

const dimension = decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres' });

const rates = object(
  {
    journey_type: oneOf(['forward', 'return']),
    origin_pincode: pincode(),
    destination_pincode: pincode(),
    dead_weight: decimal({ greaterThan: 0, atMost: 10_000_000, unit: 'grams' }),
    length: dimension,
    width: dimension,
    height: dimension,
    payment_method: optional(oneOf(['cod', 'prepaid'])),
    shipment_value: optional(decimalRupees({ greaterThan: 0 })),
    qc_applicable: withDefault(boolean(), true),
  },
  {
    conditions: [
      { field: 'journey_type', is: 'forward', requires: ['payment_method'], ignores: ['qc_applicable'] },
      { field: 'journey_type', is: 'return', ignores: ['payment_method', 'shipment_value'] },
      { field: 'payment_method', is: 'cod', requires: ['shipment_value'] },
    ],
  },
);

const forward = {
  journey_type: 'forward',
  origin_pincode: '560001',
  destination_pincode: '110001',
  dead_weight: 500,
  length: 10,
  width: 12.5,
  height: 8,
  payment_method: 'prepaid',
};

describe('a request body', () => {
  it('is read from several spellings into one form', () => {
    const sent = {
      journey_type: 'FORWARD',
      origin_pincode: 560001,
      destination_pincode: ' 110001 ',
      dead_weight: '0500.50',
      length: 10,
      width: '1e1',
      height: 8.25,
      payment_method: 'COD',
      shipment_value: '1499.00',
      channel: 'shopify',
    };
    expect(read(rates, sent)).toEqual({
      journey_type: 'forward',
      origin_pincode: '560001',
      destination_pincode: '110001',
      dead_weight: '500.5',
      length: '10',
      width: '10',
      height: '8.25',
      payment_method: 'cod',
      shipment_value: '1499',
      qc_applicable: true,
    });
  });

  it('has an exact type for the handler', () => {
    type Rates = ValueOf<typeof rates>;
    expectTypeOf<Rates['journey_type']>().toEqualTypeOf<'forward' | 'return'>();
    expectTypeOf<Rates['dead_weight']>().toEqualTypeOf<DecimalText>();
    expectTypeOf<Rates['payment_method']>().toEqualTypeOf<'cod' | 'prepaid' | undefined>();
    expectTypeOf<Rates['qc_applicable']>().toEqualTypeOf<boolean>();
  });

  it('gives every problem once, in the order of the schema', () => {
    const sent = {
      payment_method: 'cheque',
      length: -1,
      height: '8 cm',
      dead_weight: [500],
      destination_pincode: '999999',
      journey_type: 'forward',
    };
    expect(sentencesOf(rates, sent)).toEqual([
      'origin_pincode is required',
      'destination_pincode 999999 is of the Army Postal Service: only India Post delivers there',
      'dead_weight must be a number of grams greater than 0 and at most 10000000',
      'length must be a number of centimetres greater than 0 and at most 10000',
      'width is required',
      'height must be a number of centimetres greater than 0 and at most 10000',
      'payment_method must be one of cod, prepaid',
    ]);
  });

  it.each([undefined, null, '', {}])('is empty for %j', (sent) => {
    expect(read(object({ page: optional(wholeNumber()) }), sent)).toEqual({});
    expect(sentencesOf(object({ page: wholeNumber() }), sent)).toEqual(['page is required']);
  });

  it('may be an empty list without fields, as PHP writes an empty object', () => {
    expect(sentencesOf(rates, [])).toEqual(sentencesOf(rates, {}));
    expect(sentencesOf(object({ inner: object({}) }), { inner: [] })).toEqual(['inner must be an object']);
  });

  it.each([[[1]], [[{}]], ['x'], [0], [1], [true], [false]])('must be an object, not %j', (sent) => {
    expect(sentencesOf(rates, sent)).toEqual(['the request body must be a JSON object']);
    expect(sentencesOf(object({}, { called: 'an event' }), sent)).toEqual(['an event must be a JSON object']);
  });

  it('is refused with all its sentences', () => {
    const { error } = readWith(object({ a: text({ max: 5 }), b: boolean() }), { b: 'yes' });
    expect(error).toMatchObject({
      kind: 'refused',
      message: 'a is required; b must be true or false',
      sentences: ['a is required', 'b must be true or false'],
    });
  });

  it('has no fields that the schema does not know', () => {
    const sent = JSON.parse(
      '{"a":"x","b":1,"__proto__":{"c":1},"constructor":{"prototype":{"c":1}},"A":"y"}',
    );
    const value = read(object({ a: text({ max: 5 }), c: optional(wholeNumber()) }), sent);
    expect(value).toEqual({ a: 'x' });
    expect(Object.keys(value as object)).toEqual(['a']);
  });
});

describe('a blank or absent value', () => {
  const fields = object({
    required: text({ max: 9 }),
    optional: optional(wholeNumber()),
    defaulted: withDefault(wholeNumber(), 20),
    nulls: clearable(text({ max: 9 })),
    blanks: clearable(oneOf(['a', 'b']), { emptyTextClears: true }),
    kept: unclearable(text({ max: 9 })),
  });

  it('is accepted unless the field is required', () => {
    expect(read(fields, { required: 'x' })).toEqual({ required: 'x', defaulted: 20 });
    expect(sentencesOf(fields, {})).toEqual(['required is required']);
  });

  it.each([
    [null, { nulls: null, blanks: null }],
    ['', { blanks: null }],
    [' \t\n', { blanks: null }],
    ['\u00a0\ufeff', { blanks: null }],
  ])('of %j is absent, clears the field, or is refused', (blank, cleared) => {
    const others = { optional: blank, defaulted: blank, nulls: blank, blanks: blank };
    expect(read(fields, { required: 'x', ...others })).toEqual({
      required: 'x',
      defaulted: 20,
      ...cleared,
    });
    expect(sentencesOf(fields, { required: blank, kept: blank })).toEqual([
      'required is required',
      'kept must not be empty',
    ]);
  });

  it('is never a number or a boolean', () => {
    const scalars = object({ n: decimal(), w: wholeNumber(), b: boolean() });
    expect(sentencesOf(scalars, { n: null, w: '', b: null })).toEqual([
      'n is required',
      'w is required',
      'b is required',
    ]);
  });

  it('has an exact type for the handler', () => {
    type Value = ValueOf<typeof fields>;
    expectTypeOf<Value['nulls']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Value['blanks']>().toEqualTypeOf<'a' | 'b' | null | undefined>();
    expectTypeOf<Value['kept']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Value['defaulted']>().toEqualTypeOf<number>();
  });
});

describe('a condition', () => {
  const { payment_method: _, ...unpaid } = forward;

  it('requires a field, and the sentence says when', () => {
    expect(sentencesOf(rates, unpaid)).toEqual(['payment_method is required when journey_type is forward']);
    expect(sentencesOf(rates, { ...forward, payment_method: 'cod' })).toEqual([
      'shipment_value is required when payment_method is cod',
    ]);
    expect(read(rates, { ...unpaid, journey_type: 'return' })).toMatchObject({ journey_type: 'return' });
  });

  it('depends on the value that was read', () => {
    expect(sentencesOf(rates, { ...unpaid, journey_type: ' Forward' })).toEqual([
      'payment_method is required when journey_type is forward',
    ]);
    const order = object(
      { shipping_is_billing: withDefault(boolean(), true), shipping_city: optional(text({ max: 50 })) },
      { conditions: [{ field: 'shipping_is_billing', is: false, requires: ['shipping_city'] }] },
    );
    expect(read(order, {})).toEqual({ shipping_is_billing: true });
    expect(sentencesOf(order, { shipping_is_billing: '0' })).toEqual([
      'shipping_city is required when shipping_is_billing is false',
    ]);
  });

  it('is reported with all other problems', () => {
    expect(sentencesOf(rates, { ...unpaid, height: 0 })).toEqual([
      'height must be a number of centimetres greater than 0 and at most 10000',
      'payment_method is required when journey_type is forward',
    ]);
  });

  it('is not met while its field is missing or wrong', () => {
    const { journey_type: _journey, ...journeyless } = unpaid;
    expect(sentencesOf(rates, journeyless)).toEqual(['journey_type is required']);
    expect(sentencesOf(rates, { ...unpaid, journey_type: 'x' })).toEqual([
      'journey_type must be one of forward, return',
    ]);
  });

  it('does not read or check ignored fields', () => {
    const sent = { ...forward, journey_type: 'return', payment_method: 'cod', shipment_value: -1 };
    const value = read(rates, sent);
    expect(value).not.toHaveProperty('payment_method');
    expect(value).not.toHaveProperty('shipment_value');
    expect(read(rates, { ...sent, payment_method: {} })).toEqual(value);
  });

  it('gives an ignored field its default', () => {
    expect(read(rates, { ...forward, qc_applicable: false })).toMatchObject({ qc_applicable: true });
    const returned = { ...unpaid, journey_type: 'return', qc_applicable: false };
    expect(read(rates, returned)).toMatchObject({ qc_applicable: false });
  });

  it('may name several values, and a later field', () => {
    const schema = object(
      { reason: optional(text({ max: 9 })), status: oneOf(['a', 'b', 'c']) },
      { conditions: [{ field: 'status', is: ['a', 'b'], ignores: ['reason'] }] },
    );
    expect(read(schema, { reason: 'x', status: 'B' })).toEqual({ status: 'b' });
    expect(read(schema, { reason: 'x', status: 'c' })).toEqual({ reason: 'x', status: 'c' });
  });

  it('works inside a nested object, with its name', () => {
    const schema = object({
      parcel: object(
        { cod: boolean(), amount: optional(decimalRupees()) },
        { conditions: [{ field: 'cod', is: true, requires: ['amount'] }] },
      ),
    });
    expect(sentencesOf(schema, { parcel: { cod: 1 } })).toEqual([
      'parcel.amount is required when cod is true',
    ]);
  });

  it('cannot make a required field conditional, or depend on itself', () => {
    const conditions = [{ field: 'a', is: true, requires: ['b'] }] as const;
    expect(() => object({ a: boolean(), b: boolean() }, { conditions })).toThrow(/b is required or ignored/);
    const circle = [
      { field: 'a', is: true, ignores: ['b'] },
      { field: 'b', is: true, ignores: ['a'] },
    ] as const;
    const both = { a: optional(boolean()), b: optional(boolean()) };
    expect(() => object(both, { conditions: circle })).toThrow(/circles/);
  });
});

describe('one of several fields', () => {
  const cancel = object(
    {
      awbs: optional(list(text({ max: 9 }), { min: 1, max: 50 })),
      shipment_ids: optional(list(uuid(), { max: 50 })),
    },
    { requiresOneOf: [['awbs', 'shipment_ids']] },
  );

  it('is required', () => {
    expect(sentencesOf(cancel, {})).toEqual(['awbs or shipment_ids is required']);
    expect(read(cancel, { awbs: 'A1' })).toEqual({ awbs: ['A1'] });
  });

  it('is not missing when it is given and wrong', () => {
    expect(sentencesOf(cancel, { shipment_ids: 'x' })).toEqual(['shipment_ids must be a UUID']);
    expect(sentencesOf(cancel, { awbs: new Array(51).fill('A') })).toEqual([
      'awbs must be a list of 1 to 50 entries',
    ]);
  });
});

describe('two fields in order', () => {
  const filters = object(
    {
      start_time: optional(unixSeconds()),
      end_time: optional(unixSeconds()),
      min: optional(decimal()),
      max: optional(decimal()),
    },
    {
      inOrder: [
        { lower: 'start_time', upper: 'end_time', relation: 'after' },
        { lower: 'min', upper: 'max' },
      ],
    },
  );

  it('may be equal, and each may be absent', () => {
    expect(read(filters, { start_time: 5, end_time: '5', min: '0.10', max: 0.1 })).toMatchObject({
      max: '0.1',
    });
    expect(read(filters, { start_time: 6, max: 1 })).toEqual({ start_time: 6, max: '1' });
  });

  it('are refused in the wrong order', () => {
    const sent = { start_time: 6, end_time: 5, min: 10, max: 9 };
    expect(sentencesOf(filters, sent)).toEqual([
      'start_time must not be after end_time',
      'min must not be greater than max',
    ]);
    expect(sentencesOf(filters, { min: '0.3000000000000000000001', max: '0.3' })).toHaveLength(1);
    expect(sentencesOf(filters, { min: 'x', max: '0.3' })).toEqual(['min must be a number']);
  });
});

describe('a list', () => {
  const schema = object({ zone: optional(list(oneOf(['zone_a', 'zone_b']), { max: 3 })) });

  it.each([
    [{ zone: ['zone_a', 'ZONE_B'] }, ['zone_a', 'zone_b']],
    [{ 'zone[]': ['zone_b'] }, ['zone_b']],
    [{ zone: 'zone_a' }, ['zone_a']],
    [{ 'zone[]': 'zone_a', zone: null }, ['zone_a']],
    [{ zone: [null, 'zone_a', '', 'zone_b'] }, ['zone_a', 'zone_b']],
  ])('is read from %j', (sent, zone) => {
    expect(read(schema, sent)).toEqual({ zone });
  });

  it.each([
    { zone: [] },
    { zone: [''] },
    { 'zone[]': [null, ' '] },
    { zone: [], 'zone[]': null },
    { after: ['', null] },
  ])('is absent for %j', (sent) => {
    const after = pair(wholeNumber(), uuid(), about('the_pair', 'must be the pair'));
    const schema = object({ zone: optional(list(oneOf(['a']), { min: 1, max: 3 })), after: optional(after) });
    expect(read(schema, sent)).toEqual({});
  });

  it.each([
    [{ zone: ['zone_a', 'x'] }, ['zone[1] must be one of zone_a, zone_b']],
    [{ 'zone[]': [null, 'x'] }, ['zone[][1] must be one of zone_a, zone_b']],
    [{ zone: 'x' }, ['zone must be one of zone_a, zone_b']],
    [{ zone: { a: 1 } }, ['zone must be one of zone_a, zone_b']],
    [{ zone: [['zone_a']] }, ['zone[0] must be one of zone_a, zone_b']],
    [{ 'zone[]': ['a', 'a', 'a', 'a'] }, ['zone[] must be a list of at most 3 entries']],
    [{ zone: ['zone_a'], 'zone[]': ['zone_a'] }, ['zone and zone[] are the same field; send one of them']],
  ])('is refused with sentences for %j', (sent, sentences) => {
    expect(sentencesOf(schema, sent)).toEqual(sentences);
  });

  it('names an entry by its place, blanks included', () => {
    const tags = object({ tags: list(text({ max: 3 }), { max: 5 }) });
    expect(sentencesOf(tags, { tags: ['', 'ok', null, 'long'] })).toEqual([
      'tags[3] must be at most 3 characters',
    ]);
  });
});

describe('a list of objects', () => {
  const order = object({
    order_items: listOf(
      object({ name: text({ max: 10 }), units: wholeNumber({ atLeast: 1 }), tax: optional(decimalRupees()) }),
      { min: 1, max: 200 },
    ),
  });

  it('is read with each entry', () => {
    expect(read(order, { order_items: [{ name: ' Soap ', units: '2', tax: '', hsn: 1 }] })).toEqual({
      order_items: [{ name: 'Soap', units: 2 }],
    });
    expectTypeOf<ValueOf<typeof order>['order_items'][number]['units']>().toEqualTypeOf<number>();
  });

  it('names the entry of each problem', () => {
    const items = [
      { name: 'Soap', units: 1 },
      null,
      { name: 'x'.repeat(11), units: 0.5 },
      { units: 0, tax: 1.005 },
    ];
    expect(sentencesOf(order, { order_items: items })).toEqual([
      'order_items[1] must be an object',
      'order_items[2].name must be at most 10 characters',
      'order_items[2].units must be a whole number of at least 1',
      'order_items[3].name is required',
      'order_items[3].units must be a whole number of at least 1',
      'order_items[3].tax must be an amount in rupees of at most 1000000000 with at most 2 decimals',
    ]);
  });

  it.each([
    [{}],
    ['x'],
    [[]],
    [{ name: 'Soap', units: 1 }],
    [new Array(201).fill({ name: 'Soap', units: 1 })],
  ])('must be a list of 1 to 200 entries', (sent) => {
    expect(sentencesOf(order, { order_items: sent })).toEqual([
      'order_items must be a list of 1 to 200 entries',
    ]);
  });

  it('reports a hundred problems, and how many more there are', () => {
    const sentences = sentencesOf(order, { order_items: new Array(200).fill({}) });
    expect(sentences).toHaveLength(101);
    expect(sentences.at(0)).toBe('order_items[0].name is required');
    expect(sentences.at(99)).toBe('order_items[49].units is required');
    expect(sentences.at(100)).toBe('and 300 more problems');
  });
});

describe('a nested object', () => {
  const warehouse = object({
    address: object({ zip: pincode(), city: text({ max: 5 }) }),
    contact: optional(object({ phone: mobile() })),
  });

  it('is missing as a whole', () => {
    expect(sentencesOf(warehouse, {})).toEqual(['address is required']);
    expect(sentencesOf(warehouse, { address: {} })).toEqual([
      'address.zip is required',
      'address.city is required',
    ]);
  });

  it.each(['x', 1, true, [], [{}]])('is refused as %j', (contact) => {
    expect(sentencesOf(warehouse, { address: { zip: 560001, city: 'Blr' }, contact })).toEqual([
      'contact must be an object',
    ]);
  });

  it('may be absent', () => {
    expect(read(warehouse, { address: { zip: 560001, city: 'Blr' }, contact: null })).toEqual({
      address: { zip: '560001', city: 'Blr' },
    });
  });
});

describe('a scalar or an object', () => {
  const schema = object({
    page: optional(
      either(
        wholeNumber({ atLeast: 1 }),
        object({ number: wholeNumber({ atLeast: 1 }), size: optional(wholeNumber()) }),
      ),
    ),
  });

  it('is read by the form that was sent', () => {
    expect(read(schema, { page: '3' })).toEqual({ page: 3 });
    expect(read(schema, { page: { number: '3', size: 50 } })).toEqual({ page: { number: 3, size: 50 } });
    expectTypeOf<ValueOf<typeof schema>['page']>().toEqualTypeOf<
      number | { number: number; size?: number } | undefined
    >();
  });

  it('is refused with the sentence for the form that was sent', () => {
    expect(sentencesOf(schema, { page: 0 })).toEqual(['page must be a whole number of at least 1']);
    expect(sentencesOf(schema, { page: [1] })).toEqual(['page must be a whole number of at least 1']);
    expect(sentencesOf(schema, { page: { size: 'x' } })).toEqual([
      'page.number is required',
      'page.size must be a whole number',
    ]);
    expect(sentencesOf(schema, { page: { number: 0 } })).toEqual([
      'page.number must be a whole number of at least 1',
    ]);
  });
});

describe('a pair', () => {
  const sentence = 'must be the pair from meta.next_search_after';
  const schema = object({
    search_after: optional(
      pair(unixSeconds(), uuid(), about('the_pair', sentence), { aliases: ['next_search_after'] }),
    ),
  });
  const id = '0190f3b0-0000-7000-8000-000000000001';

  it('is read by each of its names', () => {
    expect(read(schema, { search_after: ['12', id.toUpperCase()] })).toEqual({ search_after: [12, id] });
    expect(read(schema, { next_search_after: [12, id] })).toEqual({ search_after: [12, id] });
    expect(read(schema, { 'search_after[]': [12, id] })).toEqual({ search_after: [12, id] });
    expectTypeOf<ValueOf<typeof schema>['search_after']>().toEqualTypeOf<[number, string] | undefined>();
  });

  it.each([[['12']], [['12', 'x']], [[-1, id]], [[12, id, 1]], [[null, id]], ['12'], [{ 0: 12, 1: id }]])(
    'has one sentence for each mistake: %j',
    (sent) => {
      expect(sentencesOf(schema, { next_search_after: sent })).toEqual([`next_search_after ${sentence}`]);
    },
  );
});

describe('a file', () => {
  const schema = object({ logo: clearable(file()) });
  const bytes = Buffer.from([1, 2, 3]);

  it('is read as bytes, as absent when empty, and as cleared for null', () => {
    expect(read(schema, { logo: bytes })).toEqual({ logo: bytes });
    expect(read(schema, { logo: Buffer.alloc(0) })).toEqual({});
    expect(read(schema, { logo: '' })).toEqual({});
    expect(read(schema, { logo: null })).toEqual({ logo: null });
  });

  it.each([
    'data:image/png;base64,AQID',
    'DATA:image/svg+xml;charset=utf-8;BASE64, AQID ',
    'data:application/octet-stream;base64,AQ\r\nID',
  ])('is read from %j', (logo) => {
    expect(read(schema, { logo })).toEqual({ logo: bytes });
  });

  it.each([
    'AQID',
    'data:,AQID',
    'data:image/png,AQID',
    'data:image/png;base64,',
    'data:image/png;base64, ',
    'data:image/png;base64,A',
    'data:image/png;base64,AQ=D',
    'data:image/png;base64,AQ-D',
    'https://chai.example/logo.png',
    1,
    true,
    [],
    {},
    { type: 'Buffer', data: [1] },
  ])('is refused as %j', (logo) => {
    expect(sentencesOf(schema, { logo })).toEqual([
      'logo must be one file part of a multipart/form-data request, or a data URL such as data:image/png;base64,iVBORw0KGgo=',
    ]);
  });

  it('is not an object of fields', () => {
    expect(sentencesOf(schema, bytes)).toEqual(['the request body must be a JSON object']);
  });
});

describe('another name of a field', () => {
  const schema = object({
    phone_number: optional(text({ max: 9, nearMisses: ['phone', 'mobile'] })),
    brand: clearable(text({ max: 9, nearMisses: ['brandname'] })),
    item: optional(object({ units: wholeNumber({ nearMisses: ['qty'] }) }, { nearMisses: ['entry'] })),
  });

  it('is read when the field is not given by its own name', () => {
    expect(read(schema, { phone: '1' })).toEqual({ phone_number: '1' });
    expect(read(schema, { mobile: '2', phone: '' })).toEqual({ phone_number: '2' });
    expect(read(schema, { phone_number: null, phone: '1' })).toEqual({ phone_number: '1' });
    expect(read(schema, { brandname: null })).toEqual({ brand: null });
    expect(read(schema, { entry: { qty: '3' } })).toEqual({ item: { units: 3 } });
  });

  it('is ignored beside the own name or an earlier other name', () => {
    expect(read(schema, { phone: '1', phone_number: '2' })).toEqual({ phone_number: '2' });
    expect(read(schema, { mobile: '2', phone: '1' })).toEqual({ phone_number: '1' });
  });

  it('is used in sentences', () => {
    expect(sentencesOf(schema, { entry: { qty: 'x' } })).toEqual(['entry.qty must be a whole number']);
  });

  it('cannot be the name of another field', () => {
    const one = { a: boolean(), b: boolean({ nearMisses: ['a'] }) };
    expect(() => object(one)).toThrow('a would be the name of two fields');
    expect(() => object({ a: boolean({ nearMisses: ['c'] }), b: boolean({ aliases: ['c'] }) })).toThrow(
      'c would',
    );
  });
});

it.each([
  ['WHYYB5', 'warehouse_id WHYYB5 is not a warehouse of this account'],
  [12, 'warehouse_id 12 is not a warehouse of this account'],
  ['x'.repeat(70), `warehouse_id ${'x'.repeat(60)} is not a warehouse of this account`],
  ['$&', 'warehouse_id $& is not a warehouse of this account'],
  [{ id: 1 }, 'warehouse_id {...} is not a warehouse of this account'],
  [[1], 'warehouse_id [...] is not a warehouse of this account'],
])('reports an id that is no UUID as unknown: %j', (warehouse_id, sentence) => {
  expect(sentencesOf(object({ warehouse_id: uuid({ of: 'a warehouse' }) }), { warehouse_id })).toEqual([
    sentence,
  ]);
});

it('reports an id that is a deeply nested list as unknown', () => {
  const warehouse_id = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(sentencesOf(object({ warehouse_id: uuid({ of: 'a warehouse' }) }), { warehouse_id })).toEqual([
    'warehouse_id [...] is not a warehouse of this account',
  ]);
});

it.each([
  [' asha@example.in\n', 'asha@example.in'],
  ['asha@', 'asha@'],
  [5, '5'],
  [true, 'true'],
  [{ to: 'asha@example.in' }, '{...}'],
  [['asha@example.in'], '[...]'],
  ['asha\u0000@example.in', 'asha @example.in'],
  ['asha\ud800@example.in', 'asha @example.in'],
  ['\u0007asha@example.in', ' asha@example.in'],
  [`${'a'.repeat(64_000)}@example.in`, 'a'.repeat(1_000)],
  ['', undefined],
  [null, undefined],
])('reads an email address that may have any text: %j', (email, value) => {
  expect(read(object({ email: optional(emailIfAny()) }), { email })).toEqual(
    value === undefined ? {} : { email: value },
  );
});

describe('path parameters', () => {
  const path = pathParameters({ id: uuid() }, 'Store');

  it('are read from the path', () => {
    const id = '0190F3B0-0000-7000-8000-00000000000a';
    expect(read(path, { id })).toEqual({ id: id.toLowerCase() });
  });

  it.each(['x', '', '0190f3b0-0000-7000-8000-00000000000', '../../etc'])(
    'name nothing when malformed: %j',
    (id) => {
      expect(readWith(path, { id }).error).toMatchObject({
        kind: 'not_found',
        sentences: ['Store not found'],
      });
    },
  );
});

it('refuses to read a pincode without a directory', () => {
  expect(() => buildRequestReading({}).readerOf(object({ pin: pincode() }))).toThrow(/knownPincode/);
  const nested = object({ list: listOf(object({ to: optional(pincode()) }), { max: 2 }) });
  expect(() => buildRequestReading({}).readerOf(nested)).toThrow(/knownPincode/);
});

it.each(['__proto__', 'constructor', 'toString', 'a.b', 'a/b', 'a[]', ''])(
  '%j cannot be the name of a field',
  (name) => {
    const fields = Object.fromEntries([[name, boolean()]]);
    expect(() => object(fields)).toThrow('cannot be a field');
  },
);
