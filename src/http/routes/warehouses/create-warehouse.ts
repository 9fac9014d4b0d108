import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { WAREHOUSE, WAREHOUSE_ADDRESS, WAREHOUSE_OWN } from '../../../resources/warehouse.ts';
import { createWarehouse } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';

const Body = object({ ...WAREHOUSE_OWN.create, address_attributes: object(WAREHOUSE_ADDRESS.create) });

export function addCreateWarehouse(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/warehouse',
    {
      schema: operation({
        operationId: 'createWarehouse',
        tag: 'Warehouses',
        role: 'manager',
        summary: 'Create a warehouse',
        description:
          'If an active warehouse has the same name and address, the answer is the id of that warehouse.',
        body: Body,
        answers: {
          200: answer(
            'The id of the warehouse.',
            Type.Object({
              status: Type.Literal('SUCCESS'),
              payload: Type.Object({ warehouse_id: Type.String({ format: 'uuid' }) }),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const { address_attributes: address, ...own } = request.body;
      const fields = WAREHOUSE.created({ ...own, ...address });
      const warehouseId = await createWarehouse(request.account, fields);
      return { status: 'SUCCESS' as const, payload: { warehouse_id: warehouseId } };
    },
  );
}
