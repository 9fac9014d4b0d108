import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { getReturn } from '../../../usecases/returns/list-returns.ts';
import { answer, operation } from '../../operation.ts';
import { WholeReturnBody, wholeReturnBody } from './return-body.ts';

const ReturnPath = pathParameters({ id: uuid() }, 'Return');

export function addGetReturn(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof ReturnPath> }>(
    '/returns/:id',
    {
      schema: operation({
        operationId: 'getReturn',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a return',
        description: 'With its items and their quality checks.',
        params: ReturnPath,
        answers: { 200: answer('The return.', Type.Object({ data: WholeReturnBody })) },
      }),
    },
    async (request) => {
      const { shown, labelUrl, unread } = await getReturn(request.account, request.params.id);
      return { data: wholeReturnBody(shown, labelUrl, unread) };
    },
  );
}
