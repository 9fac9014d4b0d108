import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

/** Tables with at least one row per order or shipment. */
const LARGE = [
  'shipments',
  'orders',
  'order_contacts',
  'order_items',
  'parcels',
  'bookings',
  'tracking_events',
  'shipment_skus',
  'shipment_tags',
  'shipment_search',
  'cod_dues',
  'ledger_entries',
  'returns',
];

it('large tables are analysed after a hundredth of their rows has changed', async () => {
  const rows = await test.sql<{ name: string; factor: number }>(
    `select c.relname as name,
            coalesce((select option_value::float8 from pg_options_to_table(c.reloptions)
                       where option_name = 'autovacuum_analyze_scale_factor'),
                     current_setting('autovacuum_analyze_scale_factor')::float8) as factor
       from pg_class c where c.relnamespace = 'dakiya'::regnamespace and c.relname = any ($1)`,
    [LARGE],
  );
  expect(rows).toHaveLength(LARGE.length);
  const late = rows.filter(({ factor }) => factor >= 0.01).map(({ name }) => name);
  expect(late).toEqual([]);
});
