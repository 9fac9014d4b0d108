import type { AccountScope } from '../account-scope.ts';
import { CONSIGNEE, joinOne } from '../shipment-joins.ts';
import type { NamedStatement } from '../transaction.ts';
import { afterPosition, Conditions, type ListingPosition } from './conditions.ts';
import type { ListingFilters } from './filters.ts';
import { VIEW_JOINS } from './shipment-views.ts';
import { narrowestSource, type Source } from './source.ts';

/** SQL of a text that others entered. It may contain anything, so it is quoted if CSV requires it. */
interface FreeText {
  readonly text: string;
}

/** SQL of a value that never needs quotes, or of a text that may need them. */
type Cell = string | FreeText;

/** The columns in the exports of both shipments and returns: heading and cell. */
const SHARED_COLUMNS = {
  tracking_number: { text: 's.tracking_number' },
  created_at: indiaTime('s.created_at'),
  order_id: { text: 'o.display_id' },
  external_id: { text: 'o.external_id' },
  order_date: indiaTime('s.order_date'),
  channel: { text: 's.channel' },
  store_name: { text: 'st.store_name' },
  warehouse: { text: 'w.name' },
  carrier: { text: 'coalesce(b.carrier_name, s.carrier_id)' },
  zone: "'zone_' || lower(s.zone::text)",
  total_price: rupeesSql('s.total_price_paise'),
  freight: rupeesSql('b.forward_freight_paise'),
  applied_weight_g: 'trim_scale(s.applied_weight / 100.0)',
  name: { text: "concat_ws(' ', c.first_name, c.last_name)" },
  phone: { text: 'c.phone' },
  email: { text: 'c.email' },
  address: { text: "concat_ws(', ', c.address, c.address_2)" },
  city: { text: 'c.city' },
  state: { text: 'c.state' },
  pincode: { text: 'c.pincode' },
  items: {
    text: `(select string_agg(i.units || ' x ' || i.name, '; ' order by i.position)
        from order_items i where i.account_id = $1 and i.order_id = s.order_id)`,
  },
  expected_delivery_date: 's.expected_delivery_date',
  picked_up_at: indiaTime('s.picked_up_at'),
  delivered_at: indiaTime('s.delivered_at'),
  cancelled_at: indiaTime('s.cancelled_at'),
} satisfies Readonly<Record<string, Cell>>;

/** The heading of a shared column, or a separate column. */
type ExportColumn = keyof typeof SHARED_COLUMNS | readonly [heading: string, cell: Cell];

export interface ExportShape {
  readonly headings: readonly string[];
  /** Returns the lines of the shipments with these ids (`$2`) as one text; null if there are none. */
  readonly query: NamedStatement;
}

/**
 * Makes an export of `shipments s` with order `o`, store `st`, warehouse `w` and booking `b`. PostgreSQL
 * writes the CSV: a thousand lines come as one value, which the service sends on.
 *
 * @param joins more tables for its columns, including a contact `c`
 */
export function exportShape(name: string, columns: readonly ExportColumn[], joins: string): ExportShape {
  const whole = columns.map((column): readonly [string, Cell] =>
    typeof column === 'string' ? [column, SHARED_COLUMNS[column]] : column,
  );
  const values = whole.map(([, cell], index) => `(${sqlOf(cell)})::text as c${index}`).join(', ');
  const cells = whole.map(([, cell], index) =>
    typeof cell === 'string' ? `c${index}` : csvText(`c${index}`),
  );
  return {
    headings: whole.map(([heading]) => heading),
    // `offset 0` keeps the inner query separate. Each value is then computed only once, even if its cell uses
    // it several times.
    query: {
      name,
      text: `select string_agg(concat(${cells.join(", ',', ")}, E'\\r\\n'), '' order by place) as lines
    from (select row_number() over (order by s.created_at desc, s.shipment_id desc) as place, ${values}
    from unnest($2::uuid[]) as wanted (shipment_id)
    ${joinOne('shipments', 's', 'shipment_id = wanted.shipment_id')}
    ${VIEW_JOINS}
    ${joins}
   offset 0) as told`,
    },
  };
}

function sqlOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** The characters at which spreadsheets start a formula: = + - @, tab, carriage return, and the full-width forms of the first four. */
const FORMULA_STARTS = [61, 43, 45, 64, 9, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20].join(', ');

/** SQL of a CSV cell with such a text. An apostrophe before a formula keeps spreadsheets from running it. */
function csvText(value: string): string {
  const guard = `case when ascii(${value}) in (${FORMULA_STARTS}) then '''' end`;
  return `case when ${value} ~ '[,"\\n\\r]' then concat('"', ${guard}, replace(${value}, '"', '""'), '"')
      when ascii(${value}) in (${FORMULA_STARTS}) then '''' || ${value} else ${value} end`;
}

const SHIPMENTS = exportShape(
  'export-shipments',
  [
    ['shipment_id', 's.shipment_id'],
    'tracking_number',
    ['status', 's.status'],
    ['sub_status', 'nullif(s.granular_status::text, s.status::text)'],
    'created_at',
    'order_id',
    'external_id',
    'order_date',
    'channel',
    'store_name',
    'warehouse',
    'carrier',
    'zone',
    ['payment_method', "case when s.is_cod then 'COD' else 'PREPAID' end"],
    'total_price',
    ['cod_amount', rupeesSql('s.cod_amount_paise')],
    'freight',
    ['cod_charges', rupeesSql('b.cod_charges_paise')],
    'applied_weight_g',
    ['attempt_count', 's.attempt_count'],
    ['ndr_reason', { text: 's.ndr_reason' }],
    ['rto_reason', { text: 's.rto_reason' }],
    'name',
    'phone',
    'email',
    'address',
    'city',
    'state',
    'pincode',
    'items',
    ['tags', { text: "array_to_string(o.tags, ', ')" }],
    'expected_delivery_date',
    'picked_up_at',
    ['out_for_delivery_at', indiaTime('s.out_for_delivery_at')],
    'delivered_at',
    ['ndr_raised_at', indiaTime('s.ndr_raised_at')],
    ['rto_initiated_at', indiaTime('s.rto_initiated_at')],
    ['rto_delivered_at', indiaTime('s.rto_delivered_at')],
    'cancelled_at',
    ...[
      'sub_total',
      'total_discount',
      'shipping_charges',
      'giftwrap_charges',
      'transaction_charges',
      'other_amount',
    ].map((name) => [name, rupeesSql(`o.${name}_paise`)] as const),
  ],
  CONSIGNEE,
);

export const EXPORT_HEADINGS = SHIPMENTS.headings;

/** The numbers of rows to read at a time. */
export interface ExportParts {
  /** The number of positions to find at a time; 20,000 positions take two megabytes. */
  readonly places: number;
  readonly rows: number;
}
export const PARTS: ExportParts = { places: 20_000, rows: 1_000 };

/**
 * Returns the lines of all matching shipments as CSV, newest first, a thousand at a time. No transaction is
 * open between them, even if the reader is slow. A shipment that matches during the whole export appears
 * exactly once, with the data of the moment when its row is read: its position never changes, and new
 * shipments do not move others.
 */
export async function* exportLines(
  scope: AccountScope,
  filters: ListingFilters,
  parts: ExportParts = PARTS,
): AsyncGenerator<string, void, undefined> {
  yield* readInParts(scope, SHIPMENTS, parts, (after) => {
    const conditions = new Conditions();
    const page = { filters, order: 'desc', page: 1, perPage: parts.places, after } as const;
    return { conditions, ...narrowestSource(conditions, page.filters) };
  });
}

/** Returns the table and condition that find the matching rows, with the parameters. */
type FindMatching = (
  after: ListingPosition | null,
) => Pick<Source, 'from' | 'where'> & { readonly conditions: Conditions };

/** Finds positions in batches, and reads their lines by id, a thousand at a time. */
export async function* readInParts(
  scope: AccountScope,
  { query }: ExportShape,
  parts: ExportParts,
  source: FindMatching,
): AsyncGenerator<string, void, undefined> {
  let places: ListingPosition[] = [];
  do {
    places = await findPlaces(scope, source, places.at(-1) ?? null, parts.places);
    for (let from = 0; from < places.length; from += parts.rows) {
      const ids = places.slice(from, from + parts.rows).map(({ shipmentId }) => shipmentId);
      const [answer] = await scope.read<{ lines: string | null }>(query, [ids]);
      yield answer?.lines ?? '';
    }
  } while (places.length === parts.places);
}

async function findPlaces(
  scope: AccountScope,
  source: FindMatching,
  after: ListingPosition | null,
  most: number,
): Promise<ListingPosition[]> {
  const { conditions, from, where } = source(after);
  const rows = await scope.read<{ created_ms: number; shipment_id: string }>(
    `select (extract(epoch from s.created_at) * 1000)::bigint as created_ms, s.shipment_id
    from ${from}
   where $1::uuid is not null and ${where}${after === null ? '' : afterPosition(conditions, after, 'desc')}
   order by s.created_at desc, s.shipment_id desc
   limit ${most}`,
    conditions.parameters,
  );
  return rows.map((row) => ({ at: row.created_ms, shipmentId: row.shipment_id }));
}

export function indiaTime(column: string): string {
  return `to_char(${column} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;
}

export function rupeesSql(column: string): string {
  return `trim_scale(${column} / 100.0)`;
}
