import type { FastifyInstance } from 'fastify';
import { addBookReturn } from './book-return.ts';
import { addCountReturns } from './count-returns.ts';
import { addCreateReturn } from './create-return.ts';
import { addExportReturns } from './export-returns.ts';
import { addGetReturn } from './get-return.ts';
import { addGetReturnPicture } from './get-return-picture.ts';
import { addListReturns } from './list-returns.ts';
import { addOrchestrateReturn } from './orchestrate-return.ts';
import type { ReturnOptions } from './return-options.ts';

export function addReturns(api: FastifyInstance, options: ReturnOptions): void {
  addOrchestrateReturn(api, options);
  addCreateReturn(api, options);
  addBookReturn(api, options);
  addListReturns(api);
  addCountReturns(api);
  addExportReturns(api);
  addGetReturn(api);
  addGetReturnPicture(api);
}
