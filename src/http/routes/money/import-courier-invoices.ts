import type { FastifyInstance } from 'fastify';
import { object, oneOf, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { IMPORT_ROLE } from '../../../usecases/imports/import-kind.ts';
import { courierInvoiceOptions } from '../../../usecases/money/courier-invoice-options.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { operation } from '../../operation.ts';
import { IMPORT_ANSWERS, IMPORT_FIELDS, IMPORT_NOTE, importFile } from '../imports/import-file.ts';
import { courierName } from './courier-name.ts';

const columnName = (description: string) => optional(text({ max: 100, description }));

const Query = object({
  courier: courierName,
  invoice_number: optional(text({ max: 60, description: 'For rows without their own.' })),
  weight_unit: optional(
    oneOf(['kg', 'g'], {
      description: 'If the column name does not say it. A unit in a cell takes precedence.',
    }),
  ),
  tracking_number_column: columnName('The column with the tracking numbers.'),
  weight_column: columnName('The column with the charged weights.'),
  amount_column: columnName('The column with the charges, without GST.'),
  invoice_number_column: columnName('The column with the invoice numbers.'),
  ...IMPORT_FIELDS,
});

const PATH = '/courier-invoices/import';

export function addImportCourierInvoices(api: FastifyInstance): void {
  api.post<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      bodyLimit: 64 * 1024 * 1024,
      config: { file: 'text/csv' },
      schema: operation({
        operationId: 'importCourierInvoices',
        tag: 'Money',
        role: IMPORT_ROLE.courier_invoice,
        summary: 'Import a courier invoice',
        description: `${IMPORT_NOTE} One row for each shipment, with its whole charge without GST. A shipment that is both heavier and more expensive than booked, by more than the tolerance of \`/weight-difference-settings\`, becomes a weight difference.`,
        querystring: Query,
        headerFields: IdempotencyHeader,
        fileExample: 'AWB,Charged Weight (kg),Taxable Amount,Invoice No\nND00000000017,1.00,84.50,INV-1\n',
        answers: IMPORT_ANSWERS,
      }),
    },
    async (request, reply) => {
      const { courier, invoice_number, weight_unit, check, source, ...columns } = request.query;
      const options = courierInvoiceOptions({
        courier,
        invoiceNumber: invoice_number ?? null,
        weightUnit: weight_unit ?? null,
        columns: {
          tracking_number: columns.tracking_number_column,
          weight: columns.weight_column,
          amount: columns.amount_column,
          invoice_number: columns.invoice_number_column,
        },
      });
      return importFile(request, reply, { kind: 'courier_invoice', options, path: PATH, check, source });
    },
  );
}
