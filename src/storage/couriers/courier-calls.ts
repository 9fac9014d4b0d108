import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** A failed call to a courier, without secrets or personal data. */
export interface StoredCourierCall {
  readonly exchangeId: string;
  readonly courierAccountId: string;
  readonly courier: string;
  /** The shipment of the call; null if the call was not about a shipment. */
  readonly shipmentId: string | null;
  readonly happenedAt: Date;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly request: string | null;
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** The reason why there was no answer. */
  readonly failure: string | null;
  readonly milliseconds: number;
}

/** The most calls to store for each courier account. */
const MOST_KEPT = 50;

const INSERT = {
  name: 'keep-courier-exchange',
  text: `with kept as (
      insert into courier_exchanges (account_id, courier_account_id, exchange_id, happened_at, duration_ms, status,
        courier, call, method, path, request, answer, failure, shipment_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    )
    delete from courier_exchanges where account_id = $1 and courier_account_id = $2 and exchange_id <= (
      select exchange_id from courier_exchanges where account_id = $1 and courier_account_id = $2
       order by exchange_id desc offset ${MOST_KEPT - 1} limit 1)`,
};

/** Stores a call, and removes the oldest above the limit. @param accountId the courier account's owner */
export async function storeCourierCall(
  database: Database,
  accountId: string,
  exchange: StoredCourierCall,
): Promise<void> {
  await database.pool.query({
    ...INSERT,
    values: [
      accountId,
      exchange.courierAccountId,
      exchange.exchangeId,
      exchange.happenedAt,
      exchange.milliseconds,
      exchange.status,
      exchange.courier,
      exchange.call,
      exchange.method,
      exchange.path,
      exchange.request,
      exchange.answer,
      exchange.failure,
      exchange.shipmentId,
    ],
  });
}

const COLUMNS = `exchange_id as "exchangeId", courier_account_id as "courierAccountId", courier,
  shipment_id as "shipmentId", happened_at as "happenedAt", call, method, path, request, status, answer, failure,
  duration_ms as milliseconds`;

/** Lists the calls about a shipment that used the account's courier accounts, newest first. */
export function listCourierCallsOfShipment(
  scope: AccountScope,
  shipmentId: string,
): Promise<StoredCourierCall[]> {
  return scope.rawQuery<StoredCourierCall>(
    `select ${COLUMNS} from courier_exchanges where account_id = $1 and shipment_id = $2
      order by exchange_id desc limit ${MOST_KEPT}`,
    [shipmentId],
  );
}

/** Lists the account's calls, newest first. */
export function listCourierCallRows(
  scope: AccountScope,
  courierAccountId: string | null,
  limit: number,
): Promise<StoredCourierCall[]> {
  return scope.rawQuery<StoredCourierCall>(
    `select ${COLUMNS}
      from courier_exchanges where account_id = $1 and ($2::uuid is null or courier_account_id = $2)
      order by exchange_id desc limit $3`,
    [courierAccountId, limit],
  );
}

export async function removeOldCourierCalls(database: Database, before: Date): Promise<void> {
  await database.pool.query('delete from courier_exchanges where happened_at < $1', [before]);
}
