import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { listAccountWarehouses } from '../../../usecases/warehouses/list-warehouses.ts';
import { WarehouseRow, warehouseRow } from './warehouse-body.ts';

const Answer = Type.Object({
  data: Type.Array(WarehouseRow),
  payload: Type.Array(WarehouseRow, { description: 'The same as `data`, where some clients look for it.' }),
});

/** Clients of this family ask at either address. */
const PATHS = ['/warehouses', '/warehouse'];

export function addListWarehouses(api: FastifyInstance): void {
  for (const path of PATHS) {
    api.get(
      path,
      {
        schema: {
          tags: ['Warehouses'],
          summary: 'The warehouses, deactivated ones included, oldest first',
          response: { 200: Answer },
        },
      },
      async (request) => {
        const rows = (await listAccountWarehouses(request.account)).map(warehouseRow);
        return { data: rows, payload: rows };
      },
    );
  }
}
