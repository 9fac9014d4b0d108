import type { ShipmentNote } from '../../domain/shipment-note.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { insertShipmentNote } from '../../storage/shipments/notes.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';

/** Limited, because a shipment is shown with all its notes. */
const MOST_NOTES = 100;
const TOO_MANY = say('too_many_notes', 'a shipment can have at most {most} notes', { most: MOST_NOTES });

/** Adds a note to a shipment. @throws Problem `not_found`; `refused` if the shipment has too many notes */
export async function addShipmentNote<Answer>(
  account: AccountContext,
  shipmentId: string,
  text: string,
  answer: WriteAnswer<ShipmentNote, Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    // Locked, so that two simultaneous notes cannot exceed the limit.
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    // A return is not shown as a shipment, so nobody would see its note.
    if (shipment?.journey !== 'forward') throw notFound('Shipment');
    const { newId, now, actor } = writer;
    const note = { noteId: newId(), createdAt: now, author: actor, note: text };
    if (!(await insertShipmentNote(writer, shipmentId, note, MOST_NOTES))) {
      throw refused(fieldProblem('note', 'not_allowed', TOO_MANY));
    }
    await writer.record({
      action: 'shipment.noted',
      subjectKind: 'shipment',
      subjectId: shipmentId,
      changes: { note_id: note.noteId },
    });
    return answer(writer, note);
  });
}
