import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { sentenceColumn } from '../stored-sentence.ts';

const CALL = columns({
  exchangeId: column<string>(),
  courierAccountId: column<string>(),
  courier: column<string>(),
  /** The shipment of the call; null if the call was not about a shipment. */
  shipmentId: column<string | null>(),
  happenedAt: column<Date>(),
  call: column<string>(),
  method: column<string>(),
  path: column<string>(),
  request: column<string | null>(),
  /** The HTTP status; null if there was no answer. */
  status: column<number | null>(),
  answer: column<string | null>(),
  /** The reason why there was no answer. */
  failure: sentenceColumn(),
  milliseconds: column<number>('duration_ms'),
});

/** A failed call to a courier, without secrets or personal data. */
export type StoredCourierCall = RowOf<typeof CALL.fields>;

/** The most calls to store for each courier account. */
const MOST_KEPT = 50;

/** A server does not see the new call while it looks for the oldest, a cluster does: only those before it count. */
const INSERT = {
  name: 'keep-courier-exchange',
  text: `with kept as (
      insert into courier_exchanges (account_id, ${CALL.columns}) values ($1, ${CALL.parameters(3)})
    )
    delete from courier_exchanges where account_id = $1 and courier_account_id = $2 and exchange_id <= (
      select exchange_id from courier_exchanges where account_id = $1 and courier_account_id = $2 and exchange_id < $3
       order by exchange_id desc offset ${MOST_KEPT - 1} limit 1)`,
};

/** Stores a call, and removes the oldest above the limit. @param accountId the courier account's owner */
export async function storeCourierCall(
  database: Database,
  accountId: string,
  exchange: StoredCourierCall,
): Promise<void> {
  await database.run(INSERT, [accountId, exchange.courierAccountId, ...CALL.values(exchange)]);
}

/** Lists the calls about a shipment that used the account's courier accounts, newest first. */
export async function listCourierCallsOfShipment(
  scope: AccountScope,
  shipmentId: string,
): Promise<StoredCourierCall[]> {
  const rows = await scope.read<object>(
    `select ${CALL.selected()} from courier_exchanges where account_id = $1 and shipment_id = $2
      order by exchange_id desc limit ${MOST_KEPT}`,
    [shipmentId],
  );
  return rows.map(CALL.read);
}

/** Lists the account's calls, newest first. */
export async function listCourierCallRows(
  scope: AccountScope,
  courierAccountId: string | null,
  limit: number,
): Promise<StoredCourierCall[]> {
  const rows = await scope.read<object>(
    `select ${CALL.selected()}
      from courier_exchanges where account_id = $1 and ($2::uuid is null or courier_account_id = $2)
      order by exchange_id desc limit $3`,
    [courierAccountId, limit],
  );
  return rows.map(CALL.read);
}

export async function removeOldCourierCalls(database: Database, before: Date): Promise<void> {
  await database.run('delete from courier_exchanges where happened_at < $1', [before]);
}
