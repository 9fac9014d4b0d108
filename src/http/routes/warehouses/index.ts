import type { FastifyInstance } from 'fastify';
import { addCreateWarehouse } from './create-warehouse.ts';
import { addGetWarehouse } from './get-warehouse.ts';
import { addListWarehouses } from './list-warehouses.ts';
import { addUpdateWarehouse } from './update-warehouse.ts';

export function addWarehouses(api: FastifyInstance): void {
  addCreateWarehouse(api);
  addListWarehouses(api);
  addGetWarehouse(api);
  addUpdateWarehouse(api);
}
