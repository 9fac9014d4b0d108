import type { FastifyInstance } from 'fastify';
import { list, object, oneOf, uuid, type ValueOf } from '../../../reading/fields.ts';
import { PAPERS, printPapers } from '../../../usecases/papers/print-papers.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { sendPdf } from '../send-pdf.ts';

const Body = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), {
    min: 1,
    max: 200,
    description: 'Printed in this order.',
    nearMisses: ['shipment_id'],
  }),
  paper: oneOf(PAPERS, {
    description:
      '`packing_slip`: one for each shipment, without prices. `picklist`: one for all, with each SKU once. `invoice`: the invoices from `POST /invoices`.',
    examples: ['packing_slip'],
  }),
});

export function addCreatePapers(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/papers',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'createPapers',
        tag: 'Papers',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create packing slips, picklists or invoices',
        description: 'For up to 200 shipments, in one file.',
        body: Body,
        answers: { 200: fileAnswer("A4 pages in the store's brand.", ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async ({ account, body }, reply) => {
      const wanted = { shipmentIds: body.shipment_ids, paper: body.paper };
      return sendPdf(
        reply,
        `${body.paper}s`,
        printPapers(account, account.accountId, wanted, clientOf(reply)),
      );
    },
  );
}
