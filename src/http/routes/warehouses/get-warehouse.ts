import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { getWarehouse } from '../../../usecases/warehouses/get-warehouse.ts';
import { answer, operation } from '../../operation.ts';
import { OneWarehouse, warehouseBody } from './warehouse-body.ts';
import { WarehousePath } from './warehouse-fields.ts';

export function addGetWarehouse(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof WarehousePath> }>(
    '/warehouses/:id',
    {
      schema: operation({
        operationId: 'getWarehouse',
        tag: 'Warehouses',
        summary: 'One warehouse, active or not',
        params: WarehousePath,
        answers: { 200: answer('The warehouse.', OneWarehouse) },
      }),
    },
    async (request) => ({ data: warehouseBody(await getWarehouse(request.account, request.params.id)) }),
  );
}
