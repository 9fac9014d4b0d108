import fastifySwagger from '@fastify/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { about } from '../../problems/sentence.ts';
import {
  boolean,
  clearable,
  decimal,
  decimalRupees,
  either,
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
  timestamp,
  unixSeconds,
  uuid,
  wholeNumber,
  withDefault,
} from '../../reading/fields.ts';
import { buildRequestReading } from '../../reading/request-reading.ts';
import { buildValidatorCompiler } from '../plugins/request-schemas.ts';
import { documentSchema } from './document-schema.ts';

const body = object(
  {
    journey: oneOf(['forward', 'return'], { description: 'Which way.' }),
    pin: pincode(),
    weight: decimal({ greaterThan: 0, atMost: 100, unit: 'grams', examples: [12.5] }),
    paid: optional(boolean()),
    value: optional(decimalRupees({ atLeast: 0 })),
    qc: withDefault(boolean(), true),
    at: optional(timestamp()),
    from: optional(unixSeconds()),
    phone: optional(mobile()),
    brand: clearable(text({ max: 12, description: 'The name customers see.' })),
    kind: clearable(oneOf(['a', 'b'])),
    zone: optional(list(oneOf(['a', 'b']), { min: 1, max: 3 })),
    items: optional(listOf(object({ units: wholeNumber({ atLeast: 1 }) }), { max: 4 })),
    page: optional(either(wholeNumber(), object({ number: wholeNumber() }))),
    after: optional(
      pair(unixSeconds(), uuid(), about('the_pair', 'must be the pair'), { aliases: ['next_after'] }),
    ),
  },
  {
    conditions: [
      { field: 'journey', is: 'forward', requires: ['paid'] },
      { field: 'journey', is: 'return', ignores: ['value'] },
    ],
    requiresOneOf: [['items', 'zone']],
    inOrder: [{ lower: 'weight', upper: 'value' }],
    description: 'Everything.',
  },
);
const form = object({ name: text({ max: 9 }), logo: clearable(file({ description: 'At most 2 MB.' })) });
const created = object({ name: text({ max: 9 }), logo: optional(file()) });

async function document(): Promise<{ paths: Record<string, Record<string, Operation>> }> {
  const app = Fastify();
  app.setValidatorCompiler(buildValidatorCompiler(buildRequestReading({ knownPincode: () => true })));
  await app.register(fastifySwagger, { openapi: { openapi: '3.1.0' }, transform: documentSchema });
  app.post(
    '/all/:id',
    { schema: { body, params: pathParameters({ id: uuid() }, 'Thing') } },
    async () => ({}),
  );
  app.get(
    '/all',
    { schema: { querystring: object({ limit: withDefault(wholeNumber({ atLeast: 1 }), 20) }) } },
    async () => ({}),
  );
  app.put('/form', { schema: { body: form } }, async () => ({}));
  app.post('/form', { schema: { body: created } }, async () => ({}));
  app.get('/plain', async () => ({}));
  await app.ready();
  const stated = app.swagger();
  await app.close();
  return JSON.parse(JSON.stringify(stated));
}

interface Operation {
  parameters?: unknown[];
  requestBody: { content: Record<string, { schema: Record<string, unknown> }> };
}

function bodySchema(
  operation: Operation | undefined,
  mediaType = 'application/json',
): Record<string, unknown> {
  return operation?.requestBody.content[mediaType]?.schema ?? expect.fail(`no ${mediaType}`);
}

describe('the OpenAPI document', async () => {
  const { paths } = await document();
  const schema = bodySchema(paths['/all/{id}']?.post);
  const properties = schema.properties as Record<string, Record<string, unknown>>;

  it('has no keyword of the reading layer', () => {
    expect(JSON.stringify(paths)).not.toMatch(
      /"(read|document|presence|isBlank|nearMisses|fields|inOrder|requiresOneOf|~\w+)":/,
    );
  });

  it('has canonical JSON Schemas', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const sent = {
      journey: 'forward',
      pin: '560001',
      weight: 12.5,
      paid: true,
      items: [{ units: 2 }],
      kind: null,
    };
    expect(validate(sent)).toBe(true);
    expect(validate({ ...sent, weight: 0 })).toBe(false);
    expect(validate({ ...sent, journey: undefined })).toBe(false);
    expect(validate({ ...sent, items: undefined })).toBe(false);
    expect(validate({ journey: 'forward', pin: '560001', weight: 1, items: [] })).toBe(false);
    expect(validate({ journey: 'return', pin: '560001', weight: 1, items: [] })).toBe(true);
  });

  it('shows the accepted values of each field', () => {
    expect(properties.weight).toEqual({
      type: ['number', 'string'],
      pattern: '^-?[0-9]+(?:\\.[0-9]+)?$',
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'A number of grams greater than 0 and at most 100; numeric text is accepted too.',
      examples: [12.5],
    });
    expect(properties.journey).toEqual({
      type: 'string',
      enum: ['forward', 'return', 'FORWARD', 'RETURN', 'Forward', 'Return'],
      description: 'Upper or lower case. Which way.',
    });
    expect(properties.pin).toMatchObject({
      type: ['string', 'integer'],
      pattern: '^[1-9][0-9]{2} ?[0-9]{3}$',
    });
    expect(properties.qc).toMatchObject({ default: true });
    expect(properties.brand).toMatchObject({ type: ['string', 'null'], maxLength: 12 });
    expect(properties.kind).toMatchObject({ type: ['string', 'null'], enum: ['a', 'b', 'A', 'B', '', null] });
    expect(properties.zone).toMatchObject({
      anyOf: [
        { type: 'array', items: { enum: ['a', 'b', 'A', 'B'] }, maxItems: 3 },
        { type: 'string', enum: ['a', 'b', 'A', 'B'] },
        { enum: ['', null] },
      ],
    });
    expect(properties['zone[]']).toMatchObject({ description: 'Another name of `zone`.' });
    expect(properties).toHaveProperty('next_after');
    expect(properties.after).toMatchObject({ description: 'Also accepted as `next_after`.' });
    expect(schema).toMatchObject({ required: ['journey', 'pin', 'weight'] });
  });

  it('says when a field is required or ignored', () => {
    expect(properties.paid?.description).toBe('Required when `journey` is `forward`.');
    expect(properties.value?.description).toMatch(/ Ignored when `journey` is `return`\.$/);
  });

  it('shows parameters', () => {
    expect(paths['/all/{id}']?.post?.parameters).toEqual([
      {
        in: 'path',
        name: 'id',
        required: true,
        description: 'The id of the thing.',
        schema: { type: 'string', format: 'uuid' },
      },
    ]);
    expect(paths['/all']?.get?.parameters).toMatchObject([
      {
        in: 'query',
        name: 'limit',
        required: false,
        schema: { type: ['integer', 'string', 'null'], minimum: 1, default: 20 },
      },
    ]);
  });

  it('shows a file as a part of a form, and in JSON as a data URL', () => {
    const { put, post } = paths['/form'] ?? {};
    expect(bodySchema(put, 'multipart/form-data').properties).toMatchObject({
      name: { type: 'string' },
      logo: { type: 'string', format: 'binary', description: 'At most 2 MB.' },
    });
    const url = { pattern: '^data:.+;base64,', description: 'A data URL: `data:image/png;base64,...`' };
    expect(bodySchema(put).properties).toMatchObject({
      logo: { ...url, type: ['string', 'null'], description: `At most 2 MB. ${url.description}` },
    });
    expect(bodySchema(post).properties).toEqual({
      name: { type: 'string', minLength: 1, maxLength: 9 },
      logo: { ...url, type: 'string' },
    });
  });
});

it('the route compiler accepts only fields of the reading layer', () => {
  const compile = buildValidatorCompiler(buildRequestReading({}));
  const route = { method: 'POST', url: '/x', httpPart: 'body' };
  const validate = compile({ ...route, schema: object({ a: wholeNumber() }) });
  expect(validate({ a: '1' })).toEqual({ value: { a: 1 } });
  expect(() => compile({ ...route, schema: { type: 'object' } })).toThrow(
    'the body schema of /x must be built',
  );
});
