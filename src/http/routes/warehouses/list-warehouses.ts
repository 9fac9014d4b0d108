import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { listAccountWarehouses } from '../../../usecases/list-warehouses.ts';
import { WarehouseBody, warehouseBody } from './warehouse-body.ts';

export function addListWarehouses(api: FastifyInstance): void {
  api.get(
    '/warehouses',
    {
      schema: {
        tags: ['Warehouses'],
        summary: 'The warehouses, deactivated ones included, oldest first',
        response: { 200: Type.Object({ data: Type.Array(WarehouseBody) }) },
      },
    },
    async (request) => ({ data: (await listAccountWarehouses(request.account)).map(warehouseBody) }),
  );
}
