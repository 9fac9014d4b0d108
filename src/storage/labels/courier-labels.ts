import { column } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { bookedCourierAccount } from '../couriers/booked-courier.ts';
import { errandTable } from '../couriers/errands.ts';
import type { Database } from '../database.ts';
import { sentenceColumn } from '../stored-sentence.ts';
import type { Write, WriteShape } from '../writes.ts';

const INSERT: WriteShape = {
  name: 'courier-label',
  texts: [
    `insert into courier_labels (account_id, shipment_id, kept_at, next_try_at, pdf) values ($1, $2, $3, $4, $5)
      on conflict (account_id, shipment_id) do update set kept_at = excluded.kept_at, next_try_at = excluded.next_try_at,
        pdf = excluded.pdf, tries = 0, reason = null`,
  ],
};

/** Stores the label that a courier sent with a booking. A null label has to be fetched later. */
export function writeCourierLabel(shipmentId: string, pdf: Buffer | null, now: Date): Write {
  return {
    shape: INSERT,
    parameters: pdf === null ? [shipmentId, null, now, null] : [shipmentId, now, null, pdf],
  };
}

/** Schedules fetching the label of a changed booking again, if its courier requires its own label. */
export async function renewCourierLabel(writer: AccountWriter, shipmentId: string): Promise<void> {
  await writer.change(
    `update courier_labels set pdf = null, kept_at = null, next_try_at = $3, tries = 0, reason = null
      where account_id = $1 and shipment_id = $2`,
    [shipmentId, writer.now],
  );
}

/** Labels to fetch. Printing fetches labels too, without taking them: a stored label stays. */
export const LABELS = errandTable({
  name: 'courier_labels',
  key: { shipmentId: column<string>() },
  lane: bookedCourierAccount,
  known: {},
  outcome: { pdf: column<Buffer | null>(), keptAt: column<Date>(), reason: sentenceColumn() },
  settles: 'pdf is null',
});

/** Tells which of these shipments have or will get a label from their courier, and whether it is stored. */
export async function findCourierLabels(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, { readonly isKept: boolean }>> {
  const rows = await scope.read<{ shipmentId: string; isKept: boolean }>(
    `select shipment_id as "shipmentId", pdf is not null as "isKept" from courier_labels
      where account_id = $1 and shipment_id = any($2::uuid[]) and (pdf is not null or next_try_at is not null)`,
    [shipmentIds],
  );
  return new Map(rows.map(({ shipmentId, isKept }) => [shipmentId, { isKept }]));
}

/** The stored label of a shipment; null if there is none. */
export async function readCourierLabel(scope: AccountScope, shipmentId: string): Promise<Buffer | null> {
  const [row] = await scope.read<{ pdf: Buffer | null }>(
    'select pdf from courier_labels where account_id = $1 and shipment_id = $2',
    [shipmentId],
  );
  return row?.pdf ?? null;
}

/** Removes labels of all accounts that were stored before a time: by then the parcels have arrived. */
export async function removeOldLabels(database: Database, before: Date): Promise<void> {
  await database.run('delete from courier_labels where kept_at < $1', [before]);
}
