import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { ExchangeStatus } from '../../domain/orders/exchange.ts';
import type { ForwardStatus, GranularStatus, QcStatus } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions } from '../listing/conditions.ts';
import { pageStatement, partsOfSet, place, readPage } from '../listing/list-page.ts';
import type { Listing, ListingPage } from '../listing/listing.ts';
import { VIEW_COLUMNS, VIEW_JOINS, type ViewRow, viewOfRow } from '../listing/shipment-views.ts';
import { joinOne, leftJoinOne } from '../shipment-joins.ts';
import { statusOfColumn } from '../tracking/column-status.ts';
import { EXCHANGE_STATUS } from './exchanges.ts';
import { EXCHANGE_FILTERS, type ExchangeFilters } from './filters.ts';

/** An exchange in the list: the new parcel, with the data of the exchange and its return. */
export interface ExchangeView extends ShipmentView {
  readonly exchangeId: string;
  readonly number: number;
  readonly exchangeStatus: ExchangeStatus;
  readonly changedAt: Date;
  readonly back: {
    readonly shipmentId: string;
    readonly displayId: string;
    readonly status: GranularStatus;
    readonly qcStatus: QcStatus | null;
    readonly reason: string | null;
    readonly trackingNumber: string | null;
    readonly carrierName: string | null;
    /** 0 if it is not booked. */
    readonly totalChargesPaise: number;
  };
}

export interface ExchangesPage extends Omit<ListingPage, 'filters' | 'sortBy'> {
  readonly filters: ExchangeFilters;
}

const COLUMNS = `${VIEW_COLUMNS}, x.exchange_id, x.number, ${EXCHANGE_STATUS} as exchange_status,
    greatest(s.updated_at, r.updated_at) as changed_at, r.shipment_id as return_shipment_id,
    x.display_id as return_display_id, r.granular_status as return_status, t.qc_status, t.return_reason,
    r.tracking_number as return_tracking_number, rb.carrier_name as return_carrier_name,
    rb.total_charges_paise as return_total_paise`;

const JOINS = `${VIEW_JOINS}
    ${joinOne('exchanges', 'x', 'forward_shipment_id = s.shipment_id')}
    ${joinOne('shipments', 'r', 'shipment_id = x.return_shipment_id')}
    ${joinOne('returns', 't', 'shipment_id = r.shipment_id')}
    ${leftJoinOne('bookings', 'rb', "shipment_id = r.shipment_id and booking_id = r.booking_id and state = 'booked'")}`;

interface ExchangeRow extends ViewRow {
  exchange_id: string;
  number: number;
  exchange_status: ExchangeStatus;
  changed_at: Date;
  return_shipment_id: string;
  return_display_id: string;
  return_status: ForwardStatus;
  qc_status: QcStatus | null;
  return_reason: string | null;
  return_tracking_number: string | null;
  return_carrier_name: string | null;
  return_total_paise: number | null;
}

function exchangeOfRow(row: ExchangeRow): ExchangeView {
  return {
    ...viewOfRow(row),
    exchangeId: row.exchange_id,
    number: row.number,
    exchangeStatus: row.exchange_status,
    changedAt: row.changed_at,
    back: {
      shipmentId: row.return_shipment_id,
      displayId: row.return_display_id,
      status: statusOfColumn(row.return_status, 'return'),
      qcStatus: row.qc_status,
      reason: row.return_reason,
      trackingNumber: row.return_tracking_number,
      carrierName: row.return_carrier_name,
      totalChargesPaise: row.return_total_paise ?? 0,
    },
  };
}

const OUT = 'join shipments s on s.account_id = x.account_id and s.shipment_id = x.forward_shipment_id';
const HOME = 'join shipments r on r.account_id = x.account_id and r.shipment_id = x.return_shipment_id';

function joinsOf(where: string): string {
  const joins = [...(/\bs\./.test(where) ? [OUT] : []), ...(/\br\./.test(where) ? [HOME] : [])];
  return joins.map((join) => `\n    ${join}`).join('');
}

/** Tells whether the total is the number of all exchanges of the account, which are numbered without gaps. */
export function hasNoExchangeFilter({ filters }: Pick<ExchangesPage, 'filters'>): boolean {
  return Object.keys(filters).length === 0;
}

/** Lists one page of exchanges with the exact total, in one statement and therefore in one snapshot. */
export async function listExchangeRows(
  scope: AccountScope,
  page: ExchangesPage,
): Promise<Listing<ExchangeView>> {
  const conditions = new Conditions('x.account_id = $1');
  EXCHANGE_FILTERS.add(conditions, page.filters);
  const where = conditions.sql;
  // An exchange and its new parcel are created at the same time.
  const listed = 'select x.forward_shipment_id as shipment_id, x.created_at';
  const parts = hasNoExchangeFilter(page)
    ? `page as materialized (
  select s.shipment_id, s.created_at
    from (${listed} from exchanges x where ${where}) s
   where true${place(conditions, page)}
), total as (
  select coalesce(max(last_number), 0)::bigint as n from exchange_numbers where account_id = $1
)`
    : partsOfSet(
        `${listed}
    from exchanges x${joinsOf(where)}
   where ${where}`,
        place(conditions, page),
      );
  const text = pageStatement(parts, { columns: COLUMNS, joins: JOINS, order: page.order });
  const query = { name: null, text, parameters: conditions.parameters };
  return readPage<ExchangeRow, ExchangeView>(scope, query, exchangeOfRow);
}
