import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { object, text, type ValueOf } from '../../../reading/fields.ts';
import { addShipmentNote } from '../../../usecases/shipments/add-note.ts';
import { IdempotencyHeader, readIdempotencyKey, sendWritten } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
import { notesOf } from '../../plugins/answer-notes.ts';
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
        summary: 'Write a note of a shipment down',
        description: 'For the account’s own people: neither customers nor couriers see it.',
        params: ShipmentPath,
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 201: answer('The note.', Type.Object({ data: NoteBody })) },
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      const answer = await addShipmentNote(
        request.account,
        id,
        request.body.note,
        readIdempotencyKey(request, `/shipments/${id}/notes`),
        (note) => JSON.stringify({ data: noteBody(note), ...notesOf(request) }),
      );
      return sendWritten(reply.code(201), answer);
    },
  );
}
