import {
  type RequestKind,
  type RequestSettings,
  type RequestState,
  USUAL_REQUEST_SETTINGS,
} from '../../domain/customer-requests/customer-request.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { UnreadScan } from '../../domain/tracking/unread-scan.ts';
import type { AccountScope } from '../account-scope.ts';
import type { ContactRole } from '../booking/contact-rows.ts';
import { REQUEST_SETTINGS } from '../customer-requests/request-settings.ts';
import {
  contactOfView,
  VIEW_COLUMNS,
  VIEW_JOINS,
  type ViewRow,
  viewOfRow,
} from '../listing/shipment-views.ts';
import { readOrNull } from '../stored-sentence.ts';
import { BRAND_COLUMNS, type Brand, type BrandRow, brandOfRow } from '../stores/brands.ts';
import { logoOf } from '../stores/logos.ts';
import { findLinkCode } from './tracking-links.ts';
import { readUnreadScans } from './unread-scans.ts';

export interface TrackedShipment {
  readonly view: ShipmentView;
  /** Newest first. */
  readonly unread: readonly UnreadScan[];
  readonly brand: Brand;
  readonly contacts: CodeContacts;
  readonly requestSettings: RequestSettings;
  /** Null if the customer has requested nothing. */
  readonly lastRequest: NewestRequest | null;
  /** The units in accepted customer returns, summed over all items. */
  readonly unitsTakenBack: number;
}

/** The order's own contacts: a code about the order may be sent only to them. */
export interface CodeContacts {
  /** Ten digits, or a landline with a leading 0; null if it was erased. */
  readonly phone: string | null;
  readonly email: string | null;
  /** Tells whether it is a demo order. The customer of a demo order is never contacted. */
  readonly isDemo: boolean;
}

export interface NewestRequest {
  readonly kind: RequestKind;
  readonly state: RequestState;
  readonly isAtOnce: boolean;
  /** The number of the failed delivery attempt. */
  readonly attempt: number;
  /** The merchant's answer, or the reason why the courier refused. */
  readonly answer: string | null;
  /** The requested delivery date in India; null if no date was requested. */
  readonly deliveryDate: string | null;
  /** The code of the link to the return that was made for it; null without one. */
  readonly returnLinkCode: string | null;
}

interface Row extends ViewRow {
  brand: BrandRow;
  is_demo: boolean;
  request_settings: RequestSettings | null;
  last_request: (Omit<NewestRequest, 'returnLinkCode'> & { returnShipmentId: string | null }) | null;
  units_taken_back: number;
}

/** One statement, because a page is read far more often than its data changes. */
const FIND = {
  name: 'tracked-shipment',
  text: `select ${VIEW_COLUMNS}, o.is_demo,
      (select to_json(brand) from (select ${BRAND_COLUMNS}) brand) as brand,
      (select to_json(rules) from (select ${REQUEST_SETTINGS} from request_settings where account_id = $1) rules)
        as request_settings,
      (select json_build_object('kind', q.kind, 'state', q.state, 'isAtOnce', q.is_at_once, 'attempt', q.attempt, 'answer', q.answer,
          'deliveryDate', q.delivery_date, 'returnShipmentId', q.return_shipment_id)
         from customer_requests q where q.account_id = $1 and q.shipment_id = s.shipment_id
        order by q.request_id desc limit 1) as last_request,
      (select coalesce(sum(i.units), 0)
         from customer_requests q join request_items i on i.account_id = q.account_id and i.request_id = q.request_id
        where q.account_id = $1 and q.shipment_id = s.shipment_id and q.state = 'done') as units_taken_back
    from shipments s
    ${VIEW_JOINS}
    join accounts a on a.account_id = $1
    ${logoOf('st')}
    where s.account_id = $1 and s.shipment_id = $2`,
};

/** Finds a shipment for the pages that customers see; null if it is unknown. */
export async function findTrackedShipment(
  scope: AccountScope,
  shipmentId: string,
): Promise<TrackedShipment | null> {
  const [[row], unread] = await Promise.all([
    scope.read<Row>(FIND, [shipmentId]),
    readUnreadScans(scope, [shipmentId]),
  ]);
  if (row === undefined) return null;
  const contact = (wanted: ContactRole) => contactOfView(row, wanted);
  const shipping = contact('shipping') ?? contact('billing');
  return {
    view: viewOfRow(row),
    unread: unread.get(shipmentId) ?? [],
    brand: brandOfRow(row.brand),
    contacts: {
      phone: shipping?.phone ?? null,
      email: shipping?.email ?? contact('billing')?.email ?? null,
      isDemo: row.is_demo,
    },
    requestSettings: row.request_settings ?? USUAL_REQUEST_SETTINGS,
    lastRequest: await withReturnLink(scope, row.last_request),
    unitsTakenBack: row.units_taken_back,
  };
}

/** Links are looked up separately: on a cluster they are on another node than the shipments. */
async function withReturnLink(
  scope: AccountScope,
  request: Row['last_request'],
): Promise<NewestRequest | null> {
  if (request === null) return null;
  const { returnShipmentId, answer, ...kept } = request;
  const returnLinkCode = returnShipmentId === null ? null : await findLinkCode(scope, returnShipmentId);
  return { ...kept, answer: readOrNull(answer)?.text ?? null, returnLinkCode };
}
