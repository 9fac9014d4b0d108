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
        summary: 'Make orders of a file',
        description:
          'The body is the file itself, at most 100,000 rows and 64 MB: CSV (UTF-8, commas, the names of its columns in the first line), or lines of JSON (`application/x-ndjson`), each as the body of a new order. Columns are called as the fields of a new order, or as panels call them, in any order; per row one item: `item_name`, `sku`, `units`, `selling_price`, `discount`, `tax`, `hsn`; `warehouse_name` stands for `warehouse_id`. Rows of one order id are one order; where they disagree, it is rejected. A city, a state or a `sub_total` that is not given follows from the pincode and the items, an `order_date` is now. Orders that are wrong are left out: `GET /imports/{id}/rejected.csv` has their rows, with what is wrong.',
        querystring: Query,
        headerFields: IdempotencyHeader,
        fileExample: EXAMPLE,
        answers: IMPORT_ANSWERS,
      }),
    },
    async (request, reply) => {
      const { check, book } = request.query;
      const isJson = /json/i.test(request.headers['content-type'] ?? '');
      const options = { book, format: isJson ? 'jsonl' : 'csv' };
      return importFile(request, reply, { kind: 'orders', options, path: PATH, check });
    },
  );
}
