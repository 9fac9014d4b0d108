import { judgeHandoverDay } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, say, word } from '../../problems/sentence.ts';
import { addParcels, findWaitingParcels, insertManifest } from '../../storage/handover/manifests.ts';
import { lockWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountActor, changeBy } from '../service.ts';

/** This makes about ninety pages. */
const MOST_PARCELS = 1_000;

export interface WantedHandover {
  /** Its id or its code. */
  readonly warehouse: string;
  readonly carrierId: string;
  /** For example `2026-11-16`, in India; null for today. */
  readonly day: string | null;
}

/**
 * Creates a manifest of the oldest 1,000 parcels that wait for a carrier at a warehouse and are in no open or
 * closed manifest.
 *
 * @throws Problem `refused` if no such parcel exists
 */
export async function createManifest<Answer>(
  account: AccountActor,
  { warehouse: named, carrierId, day: wanted }: WantedHandover,
  answer: WriteAnswer<{ readonly manifestId: string }, Answer>,
): Promise<Answer> {
  const now = account.now();
  const day = wanted ?? indiaDate(now.getTime());
  const wrongDay = judgeHandoverDay(day, now);
  if (wrongDay !== null) throw refused(wrongDay);
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    // If two requests want the same parcels, the second one gets those that the first has left.
    const warehouse = await lockWarehouse(writer, named);
    if (warehouse === null) throw refused(unknownWarehouse(named));
    const { warehouseId } = warehouse;
    const waiting = await findWaitingParcels(writer, { warehouseId, carrierId, most: MOST_PARCELS });
    const carrierName = waiting.at(-1)?.carrierName;
    if (carrierName === undefined) throw refused(NOTHING_WAITS);
    const manifestId = await insertManifest(writer, {
      manifestId: writer.newId(),
      warehouseId,
      carrierId,
      carrierName,
      day,
      jobId: null,
    });
    if (manifestId === null) throw new Error('A manifest of no job stood in the way');
    const shipmentIds = waiting.map(({ shipmentId }) => shipmentId);
    const added = await addParcels(writer, manifestId, shipmentIds);
    if (added.length === 0) throw refused(NOTHING_WAITS);
    await writer.record({
      action: 'manifest.created',
      subjectKind: 'manifest',
      subjectId: manifestId,
      changes: { warehouse_id: warehouseId, carrier_id: carrierId, date: day, parcels: added.length },
    });
    return answer(writer, { manifestId });
  });
}

const NOTHING_WAITS = say(
  'no_parcel_waits',
  'No parcel at this warehouse waits for this carrier. Parcels that are in a manifest already are listed by GET /manifests',
);

export function unknownWarehouse(warehouseId: string): ProblemDetail {
  const sentence = about('not_of_account', '{value} is not {thing} of this account', {
    value: warehouseId,
    thing: word('a warehouse'),
  });
  return fieldProblem('warehouse_id', 'unknown', sentence);
}
