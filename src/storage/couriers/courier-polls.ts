import type { GranularStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { keyLists } from '../tracking/tracking-events.ts';
import type { Write, WriteShape } from '../writes.ts';

export interface PolledParcel {
  readonly accountId: string;
  /** Our reference of the booking. */
  readonly reference: string;
  readonly carrierId: string;
  readonly orderReference: string;
  readonly courierProduct: string;
  readonly trackingNumber: string;
  readonly courierOrderId: string | null;
  readonly journey: Journey;
  readonly shipmentId: string;
  readonly adapter: string;
  readonly courierAccountId: string;
}

const INSERT: WriteShape = {
  name: 'courier-poll',
  texts: [
    `insert into courier_polls (account_id, shipment_id, courier_account_id, next_poll_at) values ($1, $2, $3, $4)
      on conflict (account_id, shipment_id) do update set courier_account_id = excluded.courier_account_id,
        next_poll_at = excluded.next_poll_at`,
  ],
};

/** Schedules polling for a parcel that its courier has picked up. */
export function writePoll(poll: {
  readonly shipmentId: string;
  readonly courierAccountId: string;
  readonly nextPollAt: Date;
}): Write {
  return { shape: INSERT, parameters: [poll.shipmentId, poll.courierAccountId, poll.nextPollAt] };
}

const PARCEL = `b.account_id as "accountId", b.shipment_id as "shipmentId", b.booking_id as reference,
    b.carrier_id as "carrierId", b.order_reference as "orderReference", b.courier_product as "courierProduct",
    b.tracking_number as "trackingNumber", b.courier_order_id as "courierOrderId", b.adapter,
    b.courier_account_id as "courierAccountId", s.journey`;

const BOOKED = `join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
    join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      and b.state = 'booked' and b.courier_account_id = p.courier_account_id`;

/**
 * Takes the due parcels of all accounts, grouped by courier account, so that no other process polls them.
 * Polls without a matching booking are removed.
 *
 * @param except courier accounts to leave out
 */
export function takeDuePolls(
  database: Database,
  { now, until, most }: DueTries,
  except: readonly string[],
): Promise<PolledParcel[]> {
  const parameters = {
    ofAccounts: [now, except],
    of: (share: number) => [now, until, share, except],
  };
  return takeDueWork<PolledParcel>(database, TAKE_DUE, parameters, most);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-polls',
  accounts: `select distinct account_id from courier_polls
      where next_poll_at <= $1 and courier_account_id <> all($2::uuid[]) order by account_id`,
  text: (only) => `with due as materialized (
        select account_id, shipment_id, courier_account_id from courier_polls w
         where next_poll_at <= $1 and courier_account_id <> all($4::uuid[])${only('w')} order by next_poll_at limit $3 for update skip locked
      ), booked as materialized (
        select ${PARCEL} from due p ${BOOKED} where true${only('s')}${only('b')}
      ), taken as (
        update courier_polls p set next_poll_at = $2 from booked b
         where p.account_id = b."accountId" and p.shipment_id = b."shipmentId"${only('p')}
      ), left_over as (
        delete from courier_polls p using due d
         where p.account_id = d.account_id and p.shipment_id = d.shipment_id${only('p')}
           and not exists (select from booked b where b."accountId" = d.account_id and b."shipmentId" = d.shipment_id)
      )
      select * from booked`,
};

export interface PollOutcome {
  readonly accountId: string;
  readonly shipmentId: string;
  /** Null if the parcel is not polled again. */
  readonly nextPollAt: Date | null;
}

/** Reads the statuses of shipments of any accounts, by shipment. */
export async function readPolledStatuses(
  database: Database,
  parcels: readonly PolledParcel[],
): Promise<Map<string, GranularStatus>> {
  const rows = await database.run<{ shipmentId: string; status: GranularStatus }>(
    `select s.shipment_id as "shipmentId", s.status from unnest($1::uuid[], $2::uuid[]) as p (account_id, shipment_id)
       join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id`,
    [parcels.map(({ accountId }) => accountId), parcels.map(({ shipmentId }) => shipmentId)],
  );
  return new Map(rows.map(({ shipmentId, status }) => [shipmentId, status]));
}

/** Records when each parcel is polled again. */
export async function settlePolls(database: Database, outcomes: readonly PollOutcome[]): Promise<void> {
  await database.run(
    `with asked as (select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as a (account_id, shipment_id, next_poll_at)),
      over as (
        delete from courier_polls p using asked a
         where p.account_id = a.account_id and p.shipment_id = a.shipment_id and a.next_poll_at is null
      )
     update courier_polls p set next_poll_at = a.next_poll_at from asked a
      where p.account_id = a.account_id and p.shipment_id = a.shipment_id and a.next_poll_at is not null`,
    [
      outcomes.map(({ accountId }) => accountId),
      outcomes.map(({ shipmentId }) => shipmentId),
      outcomes.map(({ nextPollAt }) => nextPollAt),
    ],
  );
}

/** Replaces our expected delivery dates with the couriers' dates. */
export async function keepExpectedDates(
  transaction: ServiceTransaction,
  expected: readonly { readonly accountId: string; readonly shipmentId: string; readonly day: string }[],
): Promise<void> {
  await transaction.runFor(
    {
      name: 'keep-expected-dates',
      account: 'e.account_id',
      text: (account) => `update shipments s set expected_delivery_date = e.day
          from unnest($1::uuid[], $2::uuid[], $3::date[]) as e (account_id, shipment_id, day)
         where s.account_id = ${account} and s.shipment_id = e.shipment_id
           and s.expected_delivery_date is distinct from e.day`,
    },
    expected,
    (some) => [...keyLists(some), some.map(({ day }) => day)],
  );
}

/** The parcel of a shipment, if it can be polled; else null. */
export async function findPolledParcel(
  scope: AccountScope,
  shipmentId: string,
): Promise<PolledParcel | null> {
  const [row] = await scope.read<PolledParcel>(
    `select ${PARCEL} from courier_polls p ${BOOKED} where p.account_id = $1 and p.shipment_id = $2`,
    [shipmentId],
  );
  return row ?? null;
}

/**
 * Records a request to poll a parcel now.
 *
 * @param since the earliest time of a request that still blocks this one
 * @returns false if there was a request since then
 */
export async function noteRefresh(writer: AccountWriter, shipmentId: string, since: Date): Promise<boolean> {
  const rows = await writer.change(
    `update courier_polls set refreshed_at = $3, next_poll_at = $3
      where account_id = $1 and shipment_id = $2 and (refreshed_at is null or refreshed_at <= $4) returning 1`,
    [shipmentId, writer.now, since],
  );
  return rows.length > 0;
}
