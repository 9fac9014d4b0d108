import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { getWarehouse } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';
import { knownWarehouseBody, OneKnownWarehouse, WarehousePath } from './warehouse-body.ts';

export function addGetWarehouse(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof WarehousePath> }>(
    '/warehouses/:id',
    {
      schema: operation({
        operationId: 'getWarehouse',
        tag: 'Warehouses',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a warehouse',
        description: 'Also returns a deactivated warehouse.',
        params: WarehousePath,
        answers: { 200: answer('The warehouse.', OneKnownWarehouse) },
      }),
    },
    async (request) => ({ data: knownWarehouseBody(await getWarehouse(request.account, request.params.id)) }),
  );
}
