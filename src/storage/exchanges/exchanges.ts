import type { Dispatch, ExchangeStatus } from '../../domain/orders/exchange.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { JOB_SCHEMA } from '../job-queue.ts';
import type { ChangeContext, RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';

export interface Exchange {
  readonly exchangeId: string;
  /** Numbered from 1 in each account. */
  readonly number: number;
  /** The merchant's `order_id`. */
  readonly displayId: string;
  readonly forwardShipmentId: string;
  readonly returnShipmentId: string;
  readonly dispatch: Dispatch;
  /** The carrier that the merchant chose; null means the cheapest. */
  readonly carrierId: string | null;
}

const INSERT = `with counted as (
    insert into exchange_numbers as n (account_id, last_number) values ($1, 1)
    on conflict (account_id) do update set last_number = n.last_number + 1
    returning last_number
  )
  insert into exchanges (account_id, number, exchange_id, created_at, display_id, forward_shipment_id,
    return_shipment_id, dispatch, carrier_id)
  select $1, last_number, $2, $3, $4, $5, $6, $7, $8 from counted`;

/** Adds an exchange for shipments of this transaction, with the account's next number. */
export async function insertExchange(
  writer: AccountWriter,
  exchange: Omit<Exchange, 'number'>,
): Promise<void> {
  await writer.change(INSERT, [
    exchange.exchangeId,
    writer.now,
    exchange.displayId,
    exchange.forwardShipmentId,
    exchange.returnShipmentId,
    exchange.dispatch,
    exchange.carrierId,
  ]);
}

/** The status of an exchange, from its shipments `s` and `r`. For stored words see `columnStatus`. */
export const EXCHANGE_STATUS = `(case
    when s.granular_status in ('cancelled', 'rejected', 'externally_fulfilled')
      and r.granular_status in ('cancelled', 'rejected', 'externally_fulfilled') then 'cancelled'
    when s.granular_status = 'delivered' and r.granular_status = 'delivered' then 'completed'
    when s.picked_up_at is null and r.picked_up_at is null then 'requested'
    else 'in_progress' end)`;

const FIND = {
  name: 'find-exchange',
  text: `select x.exchange_id as "exchangeId", x.number, x.display_id as "displayId", x.dispatch,
      x.forward_shipment_id as "forwardShipmentId", x.return_shipment_id as "returnShipmentId",
      x.carrier_id as "carrierId", ${EXCHANGE_STATUS} as status
    from exchanges x
    join shipments s on s.account_id = $1 and s.shipment_id = x.forward_shipment_id
    join shipments r on r.account_id = $1 and r.shipment_id = x.return_shipment_id
   where x.account_id = $1 and (x.display_id = $2 or x.exchange_id = $3)`,
};

/** Finds an exchange with its status; null if there is none. @param named the merchant's id, or our id */
export async function findExchange(
  scope: AccountScope,
  named: { readonly displayId: string } | { readonly exchangeId: string },
): Promise<(Exchange & { readonly status: ExchangeStatus }) | null> {
  const [row] = await scope.read<Exchange & { status: ExchangeStatus }>(FIND, [
    'displayId' in named ? named.displayId : null,
    'exchangeId' in named ? named.exchangeId : null,
  ]);
  return row ?? null;
}

/** The name of this job in the queue. */
export const DISPATCH_EXCHANGE = 'dispatch-exchange';

/** Marks exchanges to dispatch, each only once. @param pickedUp a query of `account_id` and `shipment_id` */
function enqueueFor(pickedUp: string, account = 'k.account_id'): string {
  return `with asked as (
    update exchanges x set dispatch_asked_at = $1
      from (${pickedUp}) k
     where x.account_id = ${account} and x.return_shipment_id = k.shipment_id
       and x.dispatch = 'after_pickup' and x.dispatch_asked_at is null
    returning x.account_id, x.exchange_id)
    select * from asked`;
}

/** Separate, because on a cluster the queue is on a different node than the account. */
const ADD_JOBS = {
  name: 'add-dispatch-jobs',
  text: `select ${JOB_SCHEMA}.add_job('${DISPATCH_EXCHANGE}',
      payload => json_build_object('account_id', account_id, 'exchange_id', exchange_id),
      run_at => $1, job_key => '${DISPATCH_EXCHANGE} ' || exchange_id)
    from unnest($2::uuid[], $3::uuid[]) as asked (account_id, exchange_id)`,
};

interface PickedUpRow {
  account_id: string;
  exchange_id: string;
  [column: string]: unknown;
}

async function addJobs(transaction: ServiceTransaction, rows: readonly PickedUpRow[]): Promise<void> {
  if (rows.length === 0) return;
  const [accounts, exchanges] = [rows.map((row) => row.account_id), rows.map((row) => row.exchange_id)];
  await transaction.run(ADD_JOBS, [transaction.now, accounts, exchanges]);
}

const ENQUEUE: RowsStatement = {
  name: 'enqueue-exchanges-to-dispatch',
  account: 'k.account_id',
  text: (account) =>
    enqueueFor('select * from unnest($2::uuid[], $3::uuid[]) as k (account_id, shipment_id)', account),
};

/** Enqueues the booking of new parcels that waited until these returns were picked up. */
export async function enqueueDispatches(
  transaction: ServiceTransaction,
  pickedUp: readonly ShipmentKey[],
): Promise<void> {
  const toBook = await transaction.runFor<PickedUpRow, ShipmentKey>(ENQUEUE, pickedUp, (some) => [
    transaction.now,
    ...keyLists(some),
  ]);
  await addJobs(transaction, toBook);
}

/** A return that was not picked up within this time is no longer checked. */
const LOOKED_AT_DAYS = 60;

const ENQUEUE_MISSED = {
  name: 'enqueue-missed-exchanges',
  text: enqueueFor(`select x.account_id, x.return_shipment_id as shipment_id
        from exchanges x
        join shipments r on r.account_id = x.account_id and r.shipment_id = x.return_shipment_id
       where x.dispatch = 'after_pickup' and x.dispatch_asked_at is null and r.picked_up_at is not null
         and x.created_at > $1::timestamptz - interval '${LOOKED_AT_DAYS} days'`),
};

/** Like `enqueueDispatches`, for pickups that a process of a release without exchanges has handled. */
export async function enqueueMissedDispatches(database: Database, by: ChangeContext): Promise<void> {
  await database.changeAcrossAccounts(by, async (transaction) =>
    addJobs(transaction, await transaction.run<PickedUpRow>(ENQUEUE_MISSED, [by.now])),
  );
}
