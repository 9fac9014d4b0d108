import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { list, object, optional, pathParameters, text, uuid, type ValueOf } from '../../../reading/fields.ts';
import { creditInvoice } from '../../../usecases/invoices/credit-invoices.ts';
import { issueInvoices } from '../../../usecases/invoices/issue-invoices.ts';
import { getInvoice, listAccountInvoices } from '../../../usecases/invoices/show-invoices.ts';
import { printInvoice } from '../../../usecases/papers/print-papers.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { sendPdf } from '../send-pdf.ts';
import { InvoiceBody, invoiceBody } from './invoice-body.ts';

const PATH = '/invoices';
const InvoicePath = pathParameters({ id: uuid() }, 'Invoice');
const IssueBody = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), { min: 1, max: 200, nearMisses: ['shipment_id'] }),
});
const CancelBody = object({
  reason: optional(text({ max: 200, description: 'Printed on the credit note.', examples: ['Returned'] })),
});
const Query = object({
  ...NEWEST_FIELDS,
  shipment_id: optional(uuid({ description: 'Invoices of this shipment only.' })),
});
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
            Type.Object({ data: Type.Array(InvoiceBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async ({ account, query }) => {
      const found = await listAccountInvoices(account, pageOf(query), query.shipment_id ?? null);
      return { data: found.rows.map(invoiceBody), meta: newestMetaBody(query, found) };
    },
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
