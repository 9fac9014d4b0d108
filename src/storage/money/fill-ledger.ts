import type { Journey } from '../../domain/tracking/statuses.ts';
import { STATE_COLUMNS, type StateRow, stateOfRow } from '../booking/shipment-state.ts';
import type { Database } from '../database.ts';
import type { ChangeContext, RowsStatement } from '../service-transaction.ts';
import { settleMoney } from './settle-money.ts';

/** After this time, a second pass starts. When it reaches the end, the work is complete. */
const SECOND_PASS_AFTER_MS = 60 * 60_000;
const PASSES = 2;
const PORTION = 500;

const BEGIN = 'insert into ledger_fill (begins_at) values ($1) on conflict do nothing';

const CLAIM = {
  name: 'claim-ledger-fill',
  text: `select pass, last_account_id as "accountId", last_shipment_id as "shipmentId" from ledger_fill
    where pass <= ${PASSES} and begins_at <= $1 for update skip locked`,
};

const NEXT = {
  name: 'next-to-charge',
  text: `select account_id, shipment_id, created_at, journey, ${Object.keys(STATE_COLUMNS).join(', ')} from shipments
    where (account_id, shipment_id) > ($1, $2) order by account_id, shipment_id limit ${PORTION} for no key update`,
};

/** On a cluster, the next shipments are found on all nodes, and locked on the node of each account. */
const FIND = {
  name: 'find-next-to-charge',
  text: `select account_id as "accountId", shipment_id as "shipmentId" from shipments
    where (account_id, shipment_id) > ($1, $2) order by account_id, shipment_id limit ${PORTION}`,
};

const LOCK: RowsStatement = {
  name: 'lock-next-to-charge',
  account: 's.account_id',
  text: (
    account,
  ) => `select account_id, shipment_id, created_at, journey, ${Object.keys(STATE_COLUMNS).join(', ')} from shipments s
    where s.account_id = ${account} and shipment_id = any($1::uuid[]) order by shipment_id for no key update`,
};

const FIRST = '00000000-0000-0000-0000-000000000000';

const MOVE = {
  name: 'move-ledger-fill',
  text: 'update ledger_fill set last_account_id = $1, last_shipment_id = $2',
};

const END_PASS = {
  name: 'end-ledger-pass',
  text: `update ledger_fill set pass = pass + 1, begins_at = $1, last_account_id = null, last_shipment_id = null`,
};

type NextRow = StateRow & { journey: Journey; account_id: string; shipment_id: string; created_at: Date };

/**
 * Charges the next few hundred shipments from before the ledger existed, by the quotes of their bookings, in
 * the order of accounts. A second pass an hour later finds shipments that processes of the previous release
 * have left uncharged.
 *
 * @returns whether there may be more to do now
 */
export async function fillLedger(database: Database, by: ChangeContext): Promise<boolean> {
  await database.run(BEGIN, [by.now]);
  return database.changeAcrossAccounts(by, async (transaction) => {
    const [fill] = await transaction.run<{ accountId: string | null; shipmentId: string | null }>(CLAIM, [
      by.now,
    ]);
    if (fill === undefined) return false;
    const from = [fill.accountId ?? FIRST, fill.shipmentId ?? FIRST];
    const rows = transaction.isCluster
      ? await transaction.runFor<NextRow, { accountId: string; shipmentId: string }>(
          LOCK,
          await transaction.run<{ accountId: string; shipmentId: string }>(FIND, from),
          (some) => [some.map(({ shipmentId }) => shipmentId)],
        )
      : await transaction.run<NextRow>(NEXT, from);
    await settleMoney(
      transaction,
      rows.map((row) => ({
        accountId: row.account_id,
        shipmentId: row.shipment_id,
        state: stateOfRow(row, row.created_at),
      })),
    );
    const last = rows.at(-1);
    if (last !== undefined) await transaction.run(MOVE, [last.account_id, last.shipment_id]);
    else await transaction.run(END_PASS, [new Date(by.now.getTime() + SECOND_PASS_AFTER_MS)]);
    return last !== undefined;
  });
}
