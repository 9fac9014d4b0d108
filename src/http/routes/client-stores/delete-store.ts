import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { updateStoreFields } from '../../../usecases/stores/stores.ts';
import { emptyAnswer, operation } from '../../operation.ts';
import { StorePath } from './store-fields.ts';

export function addDeleteStore(api: FastifyInstance): void {
  api.delete<{ Params: ValueOf<typeof StorePath> }>(
    '/client-stores/:id',
    {
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'deleteStore',
        tag: 'Stores',
        role: 'manager',
        summary: 'Delete a store',
        description:
          'Removes it from the list. Its orders keep showing it, and its name stays taken. A PUT with `status: connected` restores it.',
        params: StorePath,
        answers: { 204: emptyAnswer('The store is deleted.') },
      }),
    },
    async (request, reply) => {
      await updateStoreFields(request.account, request.params.id, { status: 'disconnected' });
      return reply.code(204).send();
    },
  );
}
