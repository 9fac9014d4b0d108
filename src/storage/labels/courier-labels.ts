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

/** Keeps the label that a courier gave with a booking; null for one that is to be fetched. */
export function writeCourierLabel(shipmentId: string, pdf: Buffer | null, now: Date): Write {
  return {
    shape: INSERT,
    parameters: pdf === null ? [shipmentId, null, now, null] : [shipmentId, now, null, pdf],
  };
}

/** Has the label of a booking that was changed fetched anew, where its courier wants its own. */
export async function renewCourierLabel(writer: AccountWriter, shipmentId: string): Promise<void> {
  await writer.rawChange(
    `update courier_labels set pdf = null, kept_at = null, next_try_at = $3, tries = 0, reason = null
      where account_id = $1 and shipment_id = $2`,
    [shipmentId, writer.now],
  );
}

/** A label to ask a courier for. */
export interface DueLabel {
  readonly accountId: string;
  readonly shipmentId: string;
  /** 1 at least. */
  readonly tries: number;
}

/**
 * Takes some that are due, of all accounts, so that no other process asks for the same meanwhile.
 */
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

/** The result of fetching a label. */
export interface LabelOutcome {
  readonly pdf: Buffer | null;
  readonly reason: string | null;
  /** Null where it is not asked for again. */
  readonly nextTryAt: Date | null;
}

/** Writes down what came of it. One that another process has kept meanwhile stays. */
export async function settleLabel(
  writer: AccountWriter,
  shipmentId: string,
  { pdf, reason, nextTryAt }: LabelOutcome,
): Promise<void> {
  await writer.rawChange(
    `update courier_labels set pdf = $3, kept_at = $4, reason = $5, next_try_at = $6
      where account_id = $1 and shipment_id = $2 and pdf is null`,
    [shipmentId, pdf, pdf === null ? null : writer.now, reason, nextTryAt],
  );
}

/** Which of these shipments have a label of their courier's, or are to get one, by whether it is kept. */
export async function findCourierLabels(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, { readonly isKept: boolean }>> {
  const rows = await scope.rawQuery<{ shipmentId: string; isKept: boolean }>(
    `select shipment_id as "shipmentId", pdf is not null as "isKept" from courier_labels
      where account_id = $1 and shipment_id = any($2::uuid[]) and (pdf is not null or next_try_at is not null)`,
    [shipmentIds],
  );
  return new Map(rows.map(({ shipmentId, isKept }) => [shipmentId, { isKept }]));
}

/** The kept label of a shipment; null where there is none. */
export async function readCourierLabel(scope: AccountScope, shipmentId: string): Promise<Buffer | null> {
  const [row] = await scope.rawQuery<{ pdf: Buffer | null }>(
    'select pdf from courier_labels where account_id = $1 and shipment_id = $2',
    [shipmentId],
  );
  return row?.pdf ?? null;
}

/** Forgets those that were kept before a moment, of all accounts: by then the parcel is where it goes. */
export async function removeOldLabels(database: Database, before: Date): Promise<void> {
  await database.pool.query('delete from courier_labels where kept_at < $1', [before]);
}
