import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { Type } from 'typebox';
import { object, pathParameters, text, type ValueOf } from '../../../reading/fields.ts';
import { takeShopWebhook } from '../../../usecases/shops/take-webhook.ts';
import { answer, operation } from '../../operation.ts';

const AnyBody = {
  ...object({}),
  findIgnored: null,
  document: { type: 'object', additionalProperties: true, examples: [{ id: 727 }] },
};
const Path = pathParameters(
  {
    shop: text({ max: 40, examples: ['woocommerce'], description: 'The shop system.' }),
    token: text({
      max: 200,
      examples: ['dky_0123456789abcdef_-'],
      description: 'The secret part of the address.',
    }),
  },
  'Path',
);

/** An order with hundreds of items and the data of plugins. */
const LARGEST_BODY_BYTES = 16 * 1024 * 1024;

const passesAll: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

/** Lets the routes of this scope take any body as it came: its signature is over the bytes. */
export function addRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => ({
    body,
  }));
}

export function addShopEvents(app: FastifyInstance): void {
  app.post<{ Params: ValueOf<typeof Path>; Body: { readonly body?: Buffer } }>(
    '/shop-events/:shop/:token',
    {
      bodyLimit: LARGEST_BODY_BYTES,
      validatorCompiler: passesAll,
      schema: operation({
        operationId: 'takeShopWebhook',
        tag: 'Shops',
        role: 'shop',
        summary: 'Receive a webhook of a shop',
        description:
          'For shops, at the address that the service gives them. It only tells that an order has changed; the order is then read from the shop.',
        params: Path,
        body: AnyBody,
        answers: { 200: answer('The webhook was taken.', Type.Object({ data: Type.Object({}) })) },
      }),
    },
    async ({ shopHook, headers, body }) => {
      const plain = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      );
      await takeShopWebhook(shopHook, { headers: plain, body: body.body ?? Buffer.alloc(0) });
      return { data: {} };
    },
  );
}
