import type { FastifyInstance } from 'fastify';
import {
  object,
  oneOf,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { readReturnPicture } from '../../../usecases/returns/return-picture.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';

const ReturnPath = pathParameters({ id: uuid() }, 'Return');
const Query = object({
  address: text({
    max: 2_000,
    description: 'The address from the return: one of its `qc_images`, or a `qc_product_image`.',
    examples: ['https://courier.example/door.jpg'],
  }),
  size: withDefault(
    oneOf(['full', 'small'], {
      description: 'At most 1,600 pixels wide and high, or 160 for a list of pictures.',
    }),
    'full',
  ),
});

export function addGetReturnPicture(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof ReturnPath>; Querystring: ValueOf<typeof Query> }>(
    '/returns/:id/picture',
    {
      schema: operation({
        operationId: 'getReturnPicture',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a picture of a return',
        description:
          'The service fetches it from the address in the return, and answers with a new upright JPEG.',
        params: ReturnPath,
        querystring: Query,
        answers: { 200: fileAnswer('The picture.', ['image/jpeg']) },
      }),
    },
    async ({ account, params, query }, reply) => {
      const { signal } = clientOf(reply);
      const bytes = await readReturnPicture(account, params.id, query.address, query.size, signal);
      reply.header('cache-control', 'private, no-store');
      return reply.type('image/jpeg').send(bytes);
    },
  );
}
