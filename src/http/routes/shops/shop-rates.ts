import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { Type } from 'typebox';
import { object, pathParameters, text, type ValueOf } from '../../../reading/fields.ts';
import { quoteForShop } from '../../../usecases/shops/quote-checkout.ts';
import { answer, operation } from '../../operation.ts';

const AnyBody = {
  ...object({}),
  findIgnored: null,
  document: {
    type: 'object',
    additionalProperties: true,
    examples: [
      { rate: { destination: { country: 'IN', postal_code: '560038' }, items: [], currency: 'INR' } },
    ],
  },
};
const Path = pathParameters(
  {
    shop: text({ max: 40, examples: ['shopify'], description: 'The shop system.' }),
    key: text({
      max: 200,
      examples: ['dky_0123456789abcdef_-'],
      description: 'The secret part of the address.',
    }),
  },
  'Path',
);

const passesAll: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

export function addShopRates(app: FastifyInstance): void {
  app.post<{ Params: ValueOf<typeof Path>; Body: unknown }>(
    '/shop-rates/:shop/:key',
    {
      validatorCompiler: passesAll,
      schema: operation({
        operationId: 'quoteForShop',
        tag: 'Shops',
        role: 'shop',
        summary: 'Get rates in the form of a shop',
        description:
          'For shops that ask by themselves, at the address that the service gives them: Shopify. Others use `POST /checkout-rates`.',
        params: Path,
        body: AnyBody,
        answers: {
          200: answer(
            'The services, in the form of the shop system.',
            Type.Object({}, { additionalProperties: true }),
          ),
        },
      }),
    },
    async ({ checkout, body }) => quoteForShop(checkout, body),
  );
}
