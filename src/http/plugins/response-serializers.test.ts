import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test, vi } from 'vitest';
import { buildSerializers, withoutPlainChoices } from './response-serializers.ts';

/** A schema of an answer that counts its reads. */
function watchedSchema() {
  const properties = vi.fn(() => ({ paise: { type: 'integer' } }));
  const schema = Object.defineProperty({ type: 'object' }, 'properties', {
    get: properties,
    enumerable: true,
  });
  return { properties, schema };
}

test('compiles a serializer once, for the first answer that needs it', () => {
  const { properties, schema } = watchedSchema();
  const compile = buildSerializers({}, {});
  const serialize = compile({ method: 'GET', url: '/', httpStatus: '200', schema });
  expect(properties).not.toHaveBeenCalled();
  expect(serialize({ paise: 1, secret: 2 })).toBe('{"paise":1}');
  const looked = properties.mock.calls.length;
  expect(serialize({ paise: 3 })).toBe('{"paise":3}');
  expect(properties).toHaveBeenCalledTimes(looked);
});

test('writes the fields of the schema, with shared parts', async () => {
  const app = Fastify({
    schemaController: { compilersFactory: { buildSerializer: buildSerializers } },
  });
  app.addSchema({ $id: 'money', type: 'object', properties: { paise: { type: 'integer' } } });
  app.get('/', { schema: { response: { 200: { $ref: 'money#' } } } }, async () => ({ paise: 1, secret: 2 }));
  expect((await app.inject('/')).payload).toBe('{"paise":1}');
  await app.close();
});

test('writes a nullable value or null at any depth', () => {
  const schema = Type.Object({
    list: Type.Array(
      Type.Object({
        text: Type.Union([Type.String(), Type.Null()], { title: 'Text' }),
        when: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        amount: Type.Union([Type.Number(), Type.Null()]),
        kind: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]),
        flag: Type.Union([Type.Literal(1), Type.Literal(0)]),
        part: Type.Union([Type.Object({ paise: Type.Integer() }), Type.Null()]),
        many: Type.Union([Type.Array(Type.String()), Type.Null()]),
      }),
    ),
  });
  expect(JSON.stringify(withoutPlainChoices(schema))).not.toContain('anyOf');
  const full = {
    text: 'a "quoted" one',
    when: '2026-11-16T06:30:00.000Z',
    amount: 1.5,
    kind: 'b',
    flag: 0,
    part: { paise: 1 },
    many: ['x'],
  };
  const empty = { text: null, when: null, amount: null, kind: null, flag: 1, part: null, many: null };
  const serialize = buildSerializers({}, {})({ method: 'GET', url: '/', httpStatus: '200', schema });
  const secret = { ...full, part: { paise: 1, secret: 2 } };
  expect(JSON.parse(serialize({ list: [secret, empty] }))).toEqual({ list: [full, empty] });
});

test('writes each alternative in its own form', () => {
  const schema = Type.Union([Type.Object({ paise: Type.Integer() }), Type.Object({ error: Type.String() })]);
  const serialize = buildSerializers({}, {})({ method: 'GET', url: '/', httpStatus: '200', schema });
  expect(serialize({ error: 'unknown' })).toBe('{"error":"unknown"}');
  expect(serialize({ paise: 1 })).toBe('{"paise":1}');
});
