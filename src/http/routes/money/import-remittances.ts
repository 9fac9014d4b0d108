import type { FastifyInstance } from 'fastify';
import { object, optional, text, timestamp, type ValueOf } from '../../../reading/fields.ts';
import { IMPORT_ROLE } from '../../../usecases/imports/import-kind.ts';
import { remittanceOptions } from '../../../usecases/money/remittance-options.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { operation } from '../../operation.ts';
import { IMPORT_ANSWERS, IMPORT_FIELDS, IMPORT_NOTE, importFile } from '../imports/import-file.ts';
import { courierName } from './courier-name.ts';

const columnName = (description: string) => optional(text({ max: 100, description }));

const Query = object({
  courier: courierName,
  utr: optional(
    text({
      max: 60,
      nearMisses: ['utr_no'],
      description: 'The bank’s reference, for rows without their own.',
    }),
  ),
  date: optional(timestamp({ description: 'The payment date, for rows without their own.' })),
  tracking_number_column: columnName('The column with the tracking numbers.'),
  amount_column: columnName('The column with the amounts.'),
  utr_column: columnName('The column with the bank’s references.'),
  date_column: columnName('The column with the payment dates.'),
  ...IMPORT_FIELDS,
});

const PATH = '/remittances/import';

export function addImportRemittances(api: FastifyInstance): void {
  api.post<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      bodyLimit: 64 * 1024 * 1024,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'importRemittances',
        tag: 'Money',
        role: IMPORT_ROLE.remittance,
        summary: 'Import COD remittances from a file',
        description: `${IMPORT_NOTE} Columns are recognised by the names that couriers usually give them. If you name the columns of a courier, the names are remembered. Rows are matched by tracking number. A payment pays for a shipment once. An amount that differs from what the courier should have collected is recorded and shown as a difference.`,
        querystring: Query,
        headerFields: IdempotencyHeader,
        fileExample: 'AWB,Amount,UTR,Date\nND00000000017,499.00,HDFC0000012345,2026-11-20\n',
        answers: IMPORT_ANSWERS,
      }),
    },
    async (request, reply) => {
      const { courier, utr, date, check, source, ...columns } = request.query;
      const options = remittanceOptions({
        courier,
        utr: utr ?? null,
        date: date ?? null,
        columns: {
          tracking_number: columns.tracking_number_column,
          amount: columns.amount_column,
          utr: columns.utr_column,
          date: columns.date_column,
        },
      });
      return importFile(request, reply, { kind: 'remittance', options, path: PATH, check, source });
    },
  );
}
