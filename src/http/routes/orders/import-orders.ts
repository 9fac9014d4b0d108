import type { FastifyInstance } from 'fastify';
import { boolean, object, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { IMPORT_ROLE } from '../../../usecases/imports/import-kind.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { operation } from '../../operation.ts';
import { IMPORT_ANSWERS, IMPORT_FIELDS, importFile } from '../imports/import-file.ts';

const Query = object({
  ...IMPORT_FIELDS,
  book: withDefault(
    boolean({ description: 'Books each with a courier, as `/forward-order-orchestration` does.' }),
    false,
  ),
});

const PATH = '/orders/import';

const EXAMPLE = [
  'order_id,payment_method,cod_collectible,billing_customer_name,billing_phone,billing_address,billing_pincode,item_name,sku,units,selling_price,weight,length,breadth,height,warehouse_name',
  'CHAI-1001,COD,499,Asha,9876543210,"14, Lajpat Nagar II",110024,Assam tea 250 g,TEA-250,2,249.50,0.5,10,10,10,Okhla',
  '',
].join('\n');

export function addImportOrders(api: FastifyInstance): void {
  api.post<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      bodyLimit: 64 * 1024 * 1024,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'importOrders',
        tag: 'Orders',
        role: IMPORT_ROLE.orders,
        restricted: 'filtered',
        summary: 'Import orders from a file',
        description:
          'The body is the file, at most 100,000 rows and 64 MB: CSV (UTF-8, commas, column names in the first line), or JSON lines (`application/x-ndjson`), each like the body of a new order. Columns have the names of the fields of a new order, or those of other panels, in any order. Each row has one item: `item_name`, `sku`, `units`, `selling_price`, `discount`, `tax`, `hsn`; use `warehouse_name` in place of `warehouse_id` if you like. Rows with the same order id are one order; if they contradict each other, the order is rejected. Missing city, state, `sub_total` and cash are found from the pincode, the items and the charges; a missing `order_date` is now. Orders with an error are left out: `GET /imports/{id}/rejected.csv` has their rows with the reasons.',
        querystring: Query,
        headerFields: IdempotencyHeader,
        fileExample: EXAMPLE,
        answers: IMPORT_ANSWERS,
      }),
    },
    async (request, reply) => {
      const { check, source, book } = request.query;
      const isJson = /json/i.test(request.headers['content-type'] ?? '');
      const options = { book, format: isJson ? 'jsonl' : 'csv' };
      return importFile(request, reply, { kind: 'orders', options, path: PATH, check, source });
    },
  );
}
