import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RESTRICTED_TABLES, restrictSql, type Sight } from './restricted-sql.ts';

const STORE = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
const WAREHOUSE = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3e';
const PERSON = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3f';

function sight(storeIds: string[] | null, warehouseIds: string[] | null): Sight {
  return { restriction: { storeIds, warehouseIds }, personId: PERSON };
}

const OF_STORE = sight([STORE], null);
const SEEN = `(select * from shipments where account_id = (select $1::uuid) and shipments.store_id = any((select '{${STORE}}'::uuid[])::uuid[]))`;

/** Tables read only by the ids of rows that the person sees, or by routes that refuse restricted people. */
const READ_BY_ID = [
  'bookings',
  'courier_decisions',
  'courier_charges',
  'courier_invoice_rows',
  'courier_labels',
  'courier_polls',
  'courier_warehouses',
  'import_orders',
  'import_pieces',
  'import_rejections',
  'import_rows',
  'job_items',
  'ledger_fill',
  'logo_addresses',
  'manifest_parcels',
  'message_switches',
  'ndr_answers',
  'order_contacts',
  'order_items',
  'order_reservations',
  'parcels',
  'qc_answers',
  'qc_items',
  'request_codes',
  'shipment_notes',
  'shop_orders',
  'shop_parcels',
  'shops',
  'store_logos',
  'tracking_events',
  'tracking_links',
  'tracking_numbers',
  'unread_scans',
  'webhook_deliveries',
  'webhook_events',
];

it('every table with the id of a store, warehouse, order or shipment is restricted, or read only by ids', () => {
  const migrations = join(import.meta.dirname, '../../migrations');
  const tables = readdirSync(migrations)
    .map((file) => readFileSync(join(migrations, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/create table (\w+) \(([^;]*?)\n\)/g)])
    .filter(([, , columns = '']) => /(?:shipment|order|store|warehouse|import)_id\b/.test(columns))
    .map(([, table = '']) => table);
  const known = new Set<string>([...RESTRICTED_TABLES, ...READ_BY_ID]);
  expect(tables.filter((table) => !known.has(table))).toEqual([]);
});

describe('a statement for a restricted person', () => {
  it.each([
    [
      'select 1 from shipments where account_id = $1',
      `select 1 from ${SEEN} shipments where account_id = (select $1::uuid)`,
    ],
    ['select 1 from shipments s where true', `select 1 from ${SEEN} s where true`],
    ['select 1 from shipments as s', `select 1 from ${SEEN} as s`],
    ['select 1 from x join shipments on true', `select 1 from x join ${SEEN} shipments on true`],
    ['select 1 from shipments', `select 1 from ${SEEN} shipments`],
    ['update x set y = s.y from shipments s', `update x set y = s.y from ${SEEN} s`],
    ['insert into x select 1 from shipments s', `insert into x select 1 from ${SEEN} s`],
    ['(select 1 from shipments)', `(select 1 from ${SEEN} shipments)`],
    ['select 1 from shipments s join shipments r on true', `select 1 from ${SEEN} s join ${SEEN} r on true`],
  ])('reads only the shipments that the person may see: %s', (text, restricted) => {
    expect(restrictSql(text, OF_STORE)).toBe(restricted);
  });

  it.each([
    'delete from messages where account_id = $1',
    'update shipments set tags = $2 where account_id = $1',
    'insert into shipments (account_id) values ($1)',
    'select 1 from dakiya.shipments s',
    'select 1 from shipment_notes n',
    'select shipments from tallies',
  ])('stays unchanged: %s', (text) => {
    expect(restrictSql(text, OF_STORE)).toBe(text);
  });

  it('counts rows instead of reading counters', () => {
    const text = restrictSql('select * from shipment_counts where account_id = $1', OF_STORE);
    expect(text).toContain('count(*) as shipments from shipments');
    expect(restrictSql('select * from shipment_count_deltas', OF_STORE)).toContain('and false');
  });

  it('is restricted to the stores and to the warehouses of the person', () => {
    const text = restrictSql('select 1 from shipments s', sight([STORE], [WAREHOUSE]));
    expect(text).toContain(`store_id = any((select '{${STORE}}'::uuid[])::uuid[]) and`);
    expect(text).toContain(`warehouse_id = any((select '{${WAREHOUSE}}'::uuid[])::uuid[])`);
  });

  it('is refused if a restriction is not a UUID', () => {
    expect(() => restrictSql('select 1 from shipments s', sight(["'); drop table x; --"], null))).toThrow(
      'named by UUIDs',
    );
  });
});
