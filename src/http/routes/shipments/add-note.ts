import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ShipmentNote } from '../../../domain/shipment-note.ts';
import { object, text, type ValueOf } from '../../../reading/fields.ts';
import { addShipmentNote } from '../../../usecases/shipments/add-note.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { ShipmentPath } from './get-shipment.ts';
import { NoteBody, noteBody } from './note-body.ts';

const Body = object({
  note: text({
    max: 2_000,
    multiline: true,
    examples: ['The customer asked for delivery after 6 pm'],
    nearMisses: ['text', 'comment', 'comments'],
  }),
});

export function addAddNote(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body>; Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id/notes',
    {
      schema: operation({
        operationId: 'addShipmentNote',
        tag: 'Shipments',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Add a note to a shipment',
        description: 'For people of the account: customers and couriers do not see it.',
        params: ShipmentPath,
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 201: answer('The note.', Type.Object({ data: NoteBody })) },
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      return sendOnce(request, reply, {
        endpoint: `/shipments/${id}/notes`,
        status: 201,
        body: (note: ShipmentNote) => ({ data: noteBody(note) }),
        run: (answerOf) => addShipmentNote(request.account, id, request.body.note, answerOf),
      });
    },
  );
}
