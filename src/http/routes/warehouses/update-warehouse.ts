import type { FastifyInstance } from 'fastify';
import { object, optional, type ValueOf } from '../../../reading/fields.ts';
import { WAREHOUSE, WAREHOUSE_ADDRESS, WAREHOUSE_OWN } from '../../../resources/warehouse.ts';
import { updateWarehouseFields } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';
import { OneWarehouse, WarehousePath, warehouseBody } from './warehouse-body.ts';

const Body = object({
  ...WAREHOUSE_OWN.change,
  address_attributes: optional(object(WAREHOUSE_ADDRESS.change)),
});

export function addUpdateWarehouse(api: FastifyInstance): void {
  api.put<{ Body: ValueOf<typeof Body>; Params: ValueOf<typeof WarehousePath> }>(
    '/warehouses/:id',
    {
      schema: operation({
        operationId: 'updateWarehouse',
        tag: 'Warehouses',
        role: 'manager',
        summary: 'Update or deactivate a warehouse',
        description:
          'Only the given fields change. New orders cannot use a deactivated warehouse; old orders keep it.',
        params: WarehousePath,
        body: Body,
        answers: { 200: answer('The warehouse as it is now.', OneWarehouse) },
      }),
    },
    async (request) => {
      const { address_attributes: address, ...own } = request.body;
      const change = WAREHOUSE.given({ ...own, ...address });
      const warehouse = await updateWarehouseFields(request.account, request.params.id, change);
      return { data: warehouseBody(warehouse) };
    },
  );
}
