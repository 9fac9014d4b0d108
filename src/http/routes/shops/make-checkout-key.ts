import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { makeCheckoutKey } from '../../../usecases/shops/checkout-keys.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { textLike } from '../../schemas.ts';

const Path = pathParameters({ id: uuid() }, 'Shop');
const CheckoutKeyBody = Type.Object({
  data: Type.Object({ key: textLike('dky_0123456789abcdef_-') }, { title: 'CheckoutKey' }),
});

export function addMakeCheckoutKey(api: FastifyInstance): void {
  api.post<{ Params: ValueOf<typeof Path>; Body: object }>(
    '/shops/:id/checkout-key',
    {
      schema: operation({
        operationId: 'makeCheckoutKey',
        tag: 'Shops',
        role: 'manager',
        summary: 'Create a key for rates at checkout',
        description:
          'The shop’s plugin calls `POST /checkout-rates` with it; it allows nothing else. Only this answer shows it. An older key stops working.',
        params: Path,
        headerFields: IdempotencyHeader,
        body: object({}),
        answers: { 200: answer('The key for the plugin.', CheckoutKeyBody) },
      }),
    },
    async (request, reply) => {
      const { account, params } = request;
      return sendOnce(request, reply, {
        endpoint: `/shops/${params.id}/checkout-key`,
        status: 200,
        body: (data: { readonly key: string }) => ({ data }),
        run: (answer) => makeCheckoutKey(account, params.id, answer),
        keeping: (once) => sealedAnswers(account, once),
      });
    },
  );
}
