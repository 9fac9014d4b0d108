import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { serializersWhenNeeded } from './response-serializers.ts';

test('a serializer is compiled by the first answer that needs it, and once', async () => {
  const properties = vi.fn(() => ({ paise: { type: 'integer' } }));
  const schema = Object.defineProperty({ type: 'object' }, 'properties', {
    get: properties,
    enumerable: true,
  });
  const compile = serializersWhenNeeded()({}, {});
  const serialize = compile({ method: 'GET', url: '/', httpStatus: '200', schema });
  expect(properties).not.toHaveBeenCalled();
  expect(serialize({ paise: 1, secret: 2 })).toBe('{"paise":1}');
  const looked = properties.mock.calls.length;
  expect(serialize({ paise: 3 })).toBe('{"paise":3}');
  expect(properties).toHaveBeenCalledTimes(looked);
});

test('answers hold what their schema states, with the parts that several share', async () => {
  const app = Fastify({
    schemaController: { compilersFactory: { buildSerializer: serializersWhenNeeded() } },
  });
  app.addSchema({ $id: 'money', type: 'object', properties: { paise: { type: 'integer' } } });
  app.get('/', { schema: { response: { 200: { $ref: 'money#' } } } }, async () => ({ paise: 1, secret: 2 }));
  expect((await app.inject('/')).payload).toBe('{"paise":1}');
  await app.close();
});
