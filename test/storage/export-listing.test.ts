import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { EXPORT_HEADINGS, exportLines } from '../../src/storage/listing/export.ts';
import type { ListingFilters } from '../../src/storage/listing/filters.ts';
import { openApp } from '../support/app.ts';
import {
  insertShipments,
  type MadeShipment,
  makeShipments,
  randomNumbers,
} from '../support/listing/shipment-rows.ts';
import { makeWarehouse } from '../support/orders.ts';

/** Parts end among shipments of exactly the same time. */
const PARTS = { places: 7, rows: 3 };
const ID = EXPORT_HEADINGS.indexOf('shipment_id');

const DAY = Date.UTC(2026, 9, 1);
const MOMENTS = [DAY, DAY + 1, DAY + 500];

const test = await openApp();

const FILTERS: readonly { what: string; filters: ListingFilters; of: (one: MadeShipment) => boolean }[] = [
  { what: 'every shipment', filters: {}, of: () => true },
  { what: 'every prepaid shipment', filters: { is_cod: false }, of: ({ isCod }) => !isCod },
  { what: 'every shipment with a SKU', filters: { sku: ['CUP'] }, of: ({ skus }) => skus.includes('CUP') },
];

it.each(FILTERS)(
  'exports $what exactly once while shipments are added, changed and removed',
  async ({ filters, of }) => {
    const account = await test.account();
    const { accountId } = account;
    const place = { accountId, warehouseIds: [await makeWarehouse(account)], stores: {} };
    const random = randomNumbers(11);
    const made = makeShipments(random, place, 90, MOMENTS);
    const [staying, leaving] = [made.slice(20), made.slice(0, 20)];
    await insertShipments(test, made);
    const told: unknown[] = [];
    const scope = test.database.database.account(accountId);
    for await (const lines of exportLines(scope, filters, PARTS)) {
      const rows = parse(lines) as string[][];
      told.push(...rows.map((cells) => cells[ID]));
      await insertShipments(test, makeShipments(random, place, 3, MOMENTS));
      // A scan changes everything except a shipment's position.
      await test.sql(
        `update shipments set updated_at = now(), attempt_count = attempt_count + 1,
         status = 'delivered', granular_status = 'delivered' where account_id = $1`,
        [accountId],
      );
      const gone = leaving.splice(0, 2).map(({ shipmentId }) => shipmentId);
      await test.sql(
        "update shipments set journey = 'return' where account_id = $1 and shipment_id = any($2::uuid[])",
        [accountId, gone],
      );
    }
    expect(new Set(told).size).toBe(told.length);
    const throughout = staying.filter((one) => one.journey === 'forward' && of(one));
    expect(throughout.length).toBeGreaterThan(2 * PARTS.places);
    expect(told).toEqual(expect.arrayContaining(throughout.map(({ shipmentId }) => shipmentId)));
  },
);

it('escapes any text as a CSV library does, and marks formulas as text', async () => {
  const account = await test.account();
  const { accountId } = account;
  const place = { accountId, warehouseIds: [await makeWarehouse(account)], stores: {} };
  const random = randomNumbers(12);
  const made = makeShipments(random, place, 300, MOMENTS);
  await insertShipments(test, made);
  const pieces = [...'=+-@\t\r\n",;\'\\ a7\uff1d\uff0b\uff0d\uff20', 'बड़ा', '😀', '\r\n', '\\.', 'null'];
  const cities = made.map(() =>
    Array.from({ length: Math.floor(random() * 5) }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    ),
  );
  await test.sql(
    `update order_contacts c set city = made.city from unnest($2::uuid[], $3::text[]) as made (order_id, city)
      where c.account_id = $1 and c.order_id = made.order_id`,
    [accountId, made.map(({ orderId }) => orderId), cities],
  );
  let csv = '';
  for await (const lines of exportLines(test.database.database.account(accountId), {}, PARTS)) csv += lines;
  const rows = parse(csv) as string[][];
  const expected = made.flatMap(({ shipmentId, journey }, index) => {
    const city = cities[index] ?? '';
    const isFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(city);
    return journey === 'forward' ? [[shipmentId, isFormula ? `'${city}` : city]] : [];
  });
  const CITY = EXPORT_HEADINGS.indexOf('city');
  expect(new Map(rows.map((row) => [row[ID], row[CITY]]))).toEqual(new Map(expected as [string, string][]));
  expect(csv).toBe(stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ }));
});
