import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueTries } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
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

export interface DueLabel {
  readonly accountId: string;
  readonly shipmentId: string;
  /** At least 1. */
  readonly tries: number;
}

/** Takes some due labels of all accounts, so that no other process fetches them. */
export function takeDueLabels(database: Database, which: DueTries): Promise<DueLabel[]> {
  return takeDueTries<DueLabel>(database, TAKE_DUE, which);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-labels',
  accounts: 'select distinct account_id from courier_labels where next_try_at <= $1 order by account_id',
  text: (only) => `update courier_labels l set next_try_at = $2, tries = tries + 1
      from (select account_id, shipment_id from courier_labels w
             where next_try_at <= $1${only('w')} order by next_try_at limit $3 for update skip locked) d
      where l.account_id = d.account_id and l.shipment_id = d.shipment_id${only('l')}
      returning l.account_id as "accountId", l.shipment_id as "shipmentId", l.tries`,
};

export interface LabelOutcome {
  readonly pdf: Buffer | null;
  readonly reason: string | null;
  /** Null if the label is not fetched again. */
  readonly nextTryAt: Date | null;
}

/** Records the result. If another process has stored a label meanwhile, that label stays. */
export async function settleLabel(
  writer: AccountWriter,
  shipmentId: string,
  { pdf, reason, nextTryAt }: LabelOutcome,
): Promise<void> {
  await writer.change(
    `update courier_labels set pdf = $3, kept_at = $4, reason = $5, next_try_at = $6
      where account_id = $1 and shipment_id = $2 and pdf is null`,
    [shipmentId, pdf, pdf === null ? null : writer.now, reason, nextTryAt],
  );
}

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
