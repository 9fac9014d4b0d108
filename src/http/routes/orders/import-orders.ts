import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  boolean,
  decimal,
  object,
  oneOf,
  optional,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { orderFields } from '../../../resources/order/order.ts';
import { IMPORT_ROLE } from '../../../usecases/imports/import-kind.ts';
import { namedFileProfile } from '../../../usecases/imports/kept-profiles.ts';
import { ALL_PROFILES } from '../../../usecases/imports/profiles/index.ts';
import { readFileRows } from '../../../usecases/imports/read-file-rows.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
import { fileOf } from '../../plugins/bodies.ts';
import { clientOf } from '../../streamed-answer.ts';
import { matchedColumnsAsText, profileName } from '../imports/file-profiles.ts';
import {
  FileReadingBody,
  fileReadingBody,
  IMPORT_ANSWERS,
  IMPORT_FIELDS,
  importFile,
} from '../imports/import-file.ts';

const all = (description: string) => `${description} For all rows that do not say it.`;
const side = optional(
  decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', description: all('Of each parcel.') }),
);

/** What can be given once for all rows, by the names of an order. */
const FOR_ALL_ROWS = {
  warehouse_id: optional(uuid({ of: 'a warehouse', description: all('Where the parcels start.') })),
  store_name: orderFields.store_name,
  channel: orderFields.channel,
  payment_method: optional(oneOf(['COD', 'PREPAID'], { description: all('How the orders are paid.') })),
  weight: optional(
    decimal({ greaterThan: 0, atMost: 10_000, unit: 'kilograms', description: all('Of each parcel.') }),
  ),
  length: side,
  breadth: side,
  height: side,
  hsn: optional(text({ max: 20, description: all('Of each item.') })),
  tax: optional(decimal({ atLeast: 0, atMost: 100, description: all('The rate of GST of each item.') })),
} as const;

const Query = object({
  ...IMPORT_FIELDS,
  profile: optional(
    profileName(
      `The kind of the file: ${ALL_PROFILES.map(({ id }) => `\`${id}\``).join(', ')}, or the name of one of \`GET /order-file-profiles\`. By default it is recognised by the names of its columns.`,
    ),
  ),
  columns: optional(matchedColumnsAsText),
  ...FOR_ALL_ROWS,
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
  api.post(
    `${PATH}/rows`,
    {
      bodyLimit: 64 * 1024 * 1024,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'readOrderFile',
        tag: 'Orders',
        role: IMPORT_ROLE.orders,
        restricted: 'filtered',
        summary: 'Read the rows of a file of orders',
        description:
          'For a program in which somebody corrects the rows before they are imported. The body is a file as for `/orders/import`, without lines of JSON. It changes nothing.',
        fileExample: EXAMPLE,
        answers: {
          200: answer(
            'The rows.',
            Type.Object({
              data: Type.Object({
                columns: Type.Array(Type.String(), { examples: [['order_id', 'units']] }),
                rows: Type.Array(Type.Array(Type.String()), { examples: [[['CHAI-1001', '2']]] }),
                lines: Type.Array(Type.Integer(), {
                  description: 'The line of each row in the file.',
                  examples: [[2]],
                }),
                reading: FileReadingBody,
              }),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { signal } = clientOf(reply);
      const { columns, rows, lines, reading } = await readFileRows(request.account, fileOf(request), signal);
      const rest = JSON.stringify({ lines, reading: fileReadingBody(reading) }).slice(1);
      const parts = rows.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(','), part]));
      const start = Buffer.from(`{"data":{"columns":${JSON.stringify(columns)},"rows":[`);
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.concat([start, ...parts, Buffer.from(`],${rest}}`)]));
    },
  );
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
          'The body is the file, at most 100,000 rows and 64 MB: a table as text (separated by commas, semicolons, tabs or `|`; UTF-8, UTF-16 or Windows-1252), an Excel workbook (`.xlsx`), or JSON lines (`application/x-ndjson`), each like the body of a new order. Titles above the column names and rows of totals are skipped. Columns have the names of the fields of a new order, or those of other panels, in any order; the order files of shops, marketplaces and aggregators are recognised by their columns (`profile`), and what they have shipped or cancelled already is left out. What no column says can be given once for all rows. Each row has one item: `item_name`, `sku`, `units`, `selling_price`, `discount`, `tax`, `hsn`; use `warehouse_name` in place of `warehouse_id` if you like. Rows with the same order id are one order; if they contradict each other, the order is rejected. Missing city, state, `sub_total` and cash are found from the pincode, the items and the charges; a missing `order_date` is now. Orders with an error are left out: `GET /imports/{id}/rejected.csv` has their rows with the reasons.',
        querystring: Query,
        headerFields: IdempotencyHeader,
        fileExample: EXAMPLE,
        answers: IMPORT_ANSWERS,
      }),
    },
    async (request, reply) => {
      const { check, source, book, profile, columns = {}, ...given } = request.query;
      const isJson = /json/i.test(request.headers['content-type'] ?? '');
      const forAll = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const readBy = profile === undefined ? null : await namedFileProfile(request.account, profile);
      const options = { book, format: isJson ? 'jsonl' : 'csv', profile: readBy, columns, forAll };
      return importFile(request, reply, { kind: 'orders', options, path: PATH, check, source });
    },
  );
}
