import type { AccountScope } from '../account-scope.ts';
import { findShipmentsByTrackingNumber } from '../booking/tracking-numbers.ts';
import { Conditions } from '../listing/conditions.ts';
import { addOfShipments } from '../listing/of-shipments.ts';
import { type Newest, type NewestList, type NewestPage, readAllRows, readNewest } from '../newest-page.ts';

/** The COD that a carrier still owes. */
export interface CarrierOwes {
  readonly carrierId: string;
  readonly carrierName: string;
  /** The number of shipments with a COD that differs from their remittances. */
  readonly shipments: number;
  /** Negative if the carrier remitted more than it collected. */
  readonly paise: number;
  /** The overdue COD of deliveries. */
  readonly overduePaise: number;
  /** The first delivery that is not paid in full: a time in ISO 8601 format; null if there is none. */
  readonly oldestAt: string | null;
}

/** The limits in epoch milliseconds: earlier deliveries should have been paid already. */
export interface PaidOutBefore {
  readonly usual: number;
  readonly byCarrier: ReadonlyMap<string, number>;
}

/**
 * Lists the balances of carriers that are not zero, those with the most overdue COD first. It finds the
 * shipments by the index of outstanding amounts.
 */
export function listCarrierBalances(
  scope: AccountScope,
  { usual, byCarrier }: PaidOutBefore,
): Promise<CarrierOwes[]> {
  return scope.read<CarrierOwes>(
    `select owed.*, (select b.carrier_name from bookings b where b.account_id = $1 and b.carrier_id = owed."carrierId"
          and b.shipment_id = (select shipment_id from cod_dues where account_id = $1 and carrier_id = owed."carrierId"
            and collected_paise <> remitted_paise limit 1) limit 1) as "carrierName"
       from (select carrier_id as "carrierId", count(*) as shipments,
                    sum((collected_paise - remitted_paise)::float8) as paise,
                    coalesce(sum((collected_paise - remitted_paise)::float8) filter (where collected_paise > remitted_paise
                      and delivered_at < to_timestamp(coalesce(own.before, $2::float8) / 1000)), 0) as "overduePaise",
                    to_json(min(delivered_at) filter (where collected_paise > remitted_paise)) #>> '{}' as "oldestAt"
               from cod_dues
               left join unnest($3::text[], $4::float8[]) as own (carrier_id, before) using (carrier_id)
              where account_id = $1 and collected_paise <> remitted_paise group by carrier_id) owed
      order by "overduePaise" desc, paise desc, "carrierId"`,
    [usual, [...byCarrier.keys()], [...byCarrier.values()]],
  );
}

/** `owed`: not paid in full, or paid too much; `undelivered`: paid without a delivery. */
export type CodState = 'owed' | 'overdue' | 'settled' | 'undelivered';

export interface CodFilters {
  readonly carrierIds: readonly string[] | null;
  readonly stores: readonly string[] | null;
  readonly trackingNumber: string | null;
  readonly state: CodState | null;
  /** Times of delivery in epoch milliseconds; both bounds are included. */
  readonly from: number | null;
  readonly to: number | null;
  readonly order: 'asc' | 'desc';
}

/** The cash of one shipment. Amounts are in paise. */
export interface ShipmentCod {
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly orderId: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** A time in ISO 8601 format; null if it was paid without a delivery. */
  readonly deliveredAt: string | null;
  readonly collectedPaise: number;
  readonly remittedPaise: number;
  /** The newest payment with this shipment. */
  readonly remittanceId: string | null;
  readonly remittedOn: string | null;
  readonly utr: string | null;
}

/** Sums of all matching shipments, in paise. */
export interface CodSums {
  readonly collectedPaise: number;
  readonly remittedPaise: number;
  readonly overduePaise: number;
}

const JOINS = `join shipments s on s.account_id = $1 and s.shipment_id = d.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id
  join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
  left join lateral (
    select r.remittance_id, r.remitted_on, p.utr from remittance_rows r
      join remittances p on p.account_id = $1 and p.remittance_id = r.remittance_id
     where r.account_id = $1 and r.shipment_id = d.shipment_id
     order by r.remitted_on desc, r.remittance_id desc limit 1) paid on true`;

const COLUMNS = `d.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", o.display_id as "orderId",
  d.carrier_id as "carrierId", b.carrier_name as "carrierName", d.delivered_at as "deliveredAt",
  d.collected_paise as "collectedPaise", d.remitted_paise as "remittedPaise", paid.remittance_id as "remittanceId",
  paid.remitted_on as "remittedOn", paid.utr`;

/** Each state as a condition on `cod_dues d`, with the limits of `paid_out`. */
const WHERE: Readonly<Record<CodState, string>> = {
  owed: 'd.collected_paise <> d.remitted_paise',
  overdue: `d.collected_paise > d.remitted_paise and d.delivered_at < to_timestamp(coalesce(
      (select own.before from unnest(paid_out.carriers, paid_out.times) as own (carrier_id, before)
        where own.carrier_id = d.carrier_id), paid_out.usual) / 1000)`,
  settled: 'd.collected_paise = d.remitted_paise',
  undelivered: 'd.delivered_at is null',
};

async function codList(
  scope: AccountScope,
  { usual, byCarrier }: PaidOutBefore,
  { carrierIds, stores, trackingNumber, state, from, to, order }: CodFilters,
): Promise<NewestList> {
  const conditions = new Conditions('d.account_id = $1');
  // Of which carrier, before when, and before when usually.
  const limits = [[...byCarrier.keys()], [...byCarrier.values()], usual].map((one) =>
    conditions.parameter(one),
  );
  if (trackingNumber !== null) {
    const named = await findShipmentsByTrackingNumber(scope, [trackingNumber]);
    conditions.add('d.shipment_id = any(?::uuid[])', [...named.values()]);
  }
  if (carrierIds !== null) conditions.add('d.carrier_id = any(?::text[])', carrierIds);
  addOfShipments(conditions, 'd', { carrierIds: null, stores });
  if (from !== null) conditions.add('d.delivered_at >= ?::timestamptz', new Date(from));
  if (to !== null) conditions.add('d.delivered_at <= ?::timestamptz', new Date(to));
  if (state !== null) conditions.addPlain(WHERE[state]);
  return {
    from: `from cod_dues d cross join (select ${limits[0]}::text[] as carriers, ${limits[1]}::float8[] as times,
      ${limits[2]}::float8 as usual) paid_out where ${conditions.sql}`,
    sums: `json_build_object('collectedPaise', coalesce(sum(collected_paise), 0), 'remittedPaise', coalesce(sum(remitted_paise), 0),
      'overduePaise', coalesce(sum(collected_paise - remitted_paise) filter (where ${WHERE.overdue}), 0))`,
    columns: COLUMNS,
    id: 'd.shipment_id',
    sort: { by: "coalesce(d.delivered_at, '-infinity')", table: 'cod_dues', order },
    joins: JOINS,
    parameters: conditions.parameters,
  };
}

/** Lists the cash of shipments by their delivery, with exact sums. */
export async function listCod(
  scope: AccountScope,
  limits: PaidOutBefore,
  filters: CodFilters,
  page: NewestPage,
): Promise<Newest<ShipmentCod, CodSums>> {
  return readNewest<ShipmentCod, CodSums>(scope, await codList(scope, limits, filters), page);
}

export async function* readCod(
  scope: AccountScope,
  limits: PaidOutBefore,
  filters: CodFilters,
): AsyncGenerator<readonly ShipmentCod[], void, undefined> {
  yield* readAllRows<ShipmentCod>(scope, await codList(scope, limits, filters));
}
