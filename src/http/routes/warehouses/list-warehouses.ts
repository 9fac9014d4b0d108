import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listAccountWarehouses } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';
import { WarehouseRow, warehouseRow } from './warehouse-body.ts';

const WarehousesBody = Type.Object({
  data: Type.Array(WarehouseRow),
  payload: Type.Array(WarehouseRow, { description: 'The same as `data`, for older clients.' }),
});

export function addListWarehouses(api: FastifyInstance): void {
  const list = async (request: FastifyRequest) => {
    const rows = (await listAccountWarehouses(request.account)).map(warehouseRow);
    return { data: rows, payload: rows };
  };
  const stated = {
    tag: 'Warehouses',
    role: 'viewer',
    restricted: 'filtered',
    summary: 'List warehouses',
    description: 'All warehouses, oldest first, including deactivated ones.',
    answers: { 200: answer('The warehouses.', WarehousesBody) },
  } as const;
  api.get('/warehouses', { schema: operation({ ...stated, operationId: 'listWarehouses' }) }, list);
  const alias = {
    operationId: 'listWarehousesAlias',
    summary: 'List warehouses (alias)',
    description: 'The same as `GET /warehouses`, for older clients.',
  };
  api.get('/warehouse', { schema: operation({ ...stated, ...alias }) }, list);
}
