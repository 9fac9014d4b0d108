import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  list,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { creditInvoice } from '../../../usecases/invoices/credit-invoices.ts';
import { issueInvoices } from '../../../usecases/invoices/issue-invoices.ts';
import { exportInvoices, getInvoice, listAccountInvoices } from '../../../usecases/invoices/show-invoices.ts';
import { printInvoice } from '../../../usecases/papers/print-papers.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount } from '../../schemas.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { SHIPMENT_FIELDS, SPAN_IN_ORDER, spanFields, spanOf } from '../money/money-filters.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { sendPdf } from '../send-pdf.ts';
import { InvoiceBody, invoiceBody, invoiceSumBody } from './invoice-body.ts';

const PATH = '/invoices';
const InvoicePath = pathParameters({ id: uuid() }, 'Invoice');
const IssueBody = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), { min: 1, max: 200, nearMisses: ['shipment_id'] }),
});
const CancelBody = object({
  reason: optional(text({ max: 200, description: 'Printed on the credit note.', examples: ['Returned'] })),
});
const FILTERS = {
  shipment_id: optional(uuid({ description: 'Invoices of this shipment only.' })),
  kind: optional(oneOf(['invoice', 'credit_note'])),
  store_name: SHIPMENT_FIELDS.store_name,
  ...spanFields('Issued'),
};
const ExportQuery = object(FILTERS, { inOrder: [SPAN_IN_ORDER] });
const Query = object({ ...NEWEST_FIELDS, ...FILTERS }, { inOrder: [SPAN_IN_ORDER] });
const Sum = Type.Object(
  {
    invoiced: amount(5240, 'The total of the invoices.'),
    credited: amount(262, 'The total of the credit notes.'),
    total: amount(4978, 'Invoices minus credit notes, like the amounts below.'),
    taxable: amount(4741),
    cgst: amount(118.5),
    sgst: amount(118.5, 'UTGST in union territories.'),
    igst: amount(0),
  },
  { description: 'The sums of all matching invoices and credit notes.' },
);
type OfInvoice = { Params: ValueOf<typeof InvoicePath> };

/** Routes for invoices and credit notes: docs/how-to/issue-invoices.md. */
export function addInvoices(api: FastifyInstance): void {
  addIssueInvoices(api);
  addReadInvoices(api);
  addCancelInvoice(api);
}

function addIssueInvoices(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof IssueBody> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createInvoices',
        tag: 'Papers',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create invoices',
        description:
          'For up to 200 shipments, all or none. Numbers have no gaps for each GSTIN, prefix of the store and financial year. A shipment that has an invoice keeps it. If a shipment is cancelled, a credit note cancels its invoice.',
        headerFields: IdempotencyHeader,
        body: IssueBody,
        answers: {
          201: answer(
            'The invoices, in the order of the shipments.',
            Type.Object({ data: Type.Array(InvoiceBody) }),
          ),
        },
      }),
    },
    (request, reply) =>
      sendOnce(request, reply, {
        endpoint: PATH,
        status: 201,
        body: (invoices: readonly Parameters<typeof invoiceBody>[0][]) => ({
          data: invoices.map(invoiceBody),
        }),
        run: (answerOf) => issueInvoices(request.account, request.body.shipment_ids, answerOf),
      }),
  );
}

function addReadInvoices(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      schema: operation({
        operationId: 'listInvoices',
        tag: 'Papers',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List invoices and credit notes',
        description: 'Newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of them.',
            Type.Object({ data: Type.Array(InvoiceBody), meta: newestMeta({ sum: Sum }) }),
          ),
        },
      }),
    },
    async ({ account, query }, reply) => {
      const found = await listAccountInvoices(account, filtersOf(query), pageOf(query), clientOf(reply));
      const sum = invoiceSumBody(found.sums);
      return { data: found.rows.map(invoiceBody), meta: { ...newestMetaBody(query, found), sum } };
    },
  );
  api.get<{ Querystring: ValueOf<typeof ExportQuery> }>(
    `${PATH}.csv`,
    {
      schema: operation({
        operationId: 'exportInvoices',
        tag: 'Papers',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export invoices and credit notes as CSV',
        description: 'All that match, newest first. Amounts of credit notes are below 0.',
        querystring: ExportQuery,
        answers: { 200: fileAnswer('A heading and a row for each of them.', ['text/csv']) },
      }),
    },
    async ({ account, query }, reply) =>
      sendCsv(reply, 'invoices', exportInvoices(account, filtersOf(query), clientOf(reply))),
  );
  api.get<OfInvoice>(
    '/invoices/:id',
    {
      schema: operation({
        operationId: 'getInvoice',
        tag: 'Papers',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get an invoice or credit note',
        description: 'With its lines and taxes.',
        params: InvoicePath,
        answers: { 200: answer('The invoice.', Type.Object({ data: InvoiceBody })) },
      }),
    },
    async ({ account, params }) => ({ data: invoiceBody(await getInvoice(account, params.id)) }),
  );
  api.get<OfInvoice>(
    '/invoices/:id/invoice.pdf',
    {
      schema: operation({
        operationId: 'getInvoiceFile',
        tag: 'Papers',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get an invoice as PDF',
        description: 'An invoice or a credit note.',
        params: InvoicePath,
        answers: { 200: fileAnswer("A4 pages in the store's brand.", ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async ({ account, params }, reply) =>
      sendPdf(reply, `invoice-${params.id}`, await printInvoice(account, params.id, clientOf(reply))),
  );
}

function filtersOf(query: ValueOf<typeof ExportQuery>) {
  return {
    shipmentId: query.shipment_id ?? null,
    kind: query.kind ?? null,
    stores: query.store_name ?? null,
    ...spanOf(query),
  };
}

function addCancelInvoice(api: FastifyInstance): void {
  api.post<OfInvoice & { Body: ValueOf<typeof CancelBody> }>(
    '/invoices/:id/cancel',
    {
      schema: operation({
        operationId: 'cancelInvoice',
        tag: 'Papers',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Cancel an invoice with a credit note',
        description:
          'If the invoice was cancelled before, the answer is its credit note. The shipment can then be invoiced again.',
        headerFields: IdempotencyHeader,
        params: InvoicePath,
        body: CancelBody,
        answers: { 201: answer('The credit note.', Type.Object({ data: InvoiceBody })) },
      }),
    },
    (request, reply) =>
      sendOnce(request, reply, {
        endpoint: `${PATH}/${request.params.id}/cancel`,
        status: 201,
        body: (note: Parameters<typeof invoiceBody>[0]) => ({ data: invoiceBody(note) }),
        run: (answerOf) =>
          creditInvoice(
            request.account,
            { invoiceId: request.params.id, reason: request.body.reason ?? null },
            answerOf,
          ),
      }),
  );
}
