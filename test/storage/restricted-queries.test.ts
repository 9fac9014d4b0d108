import type pg from 'pg';
import { expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { describeOnOneServer } from '../support/cluster.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';
import { API, makeWarehouse } from '../support/orders.ts';
import { makeColleague } from '../support/people.ts';

const SHIPMENTS = 500;
/**
 * The number of rows that a statement may read per shipment of the account: a constant, while a bad plan
 * needs hundreds.
 */
const MOST_ROWS = 60;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}
const people: Record<string, Record<string, string>> = {};

const test = await openApp({});
const fill = async (account: TestAccount, count: number) => {
  const storeId = (await account.post('/client-stores', { store_name: 'chai' })).json().data.id;
  const warehouseId = await makeWarehouse(account);
  const place = { accountId: account.accountId, warehouseIds: [warehouseId], stores: { chai: storeId } };
  const made = makeShipments(randomNumbers(count), place, count);
  await insertShipments(test, made);
  return { storeId, warehouseId };
};
await fill(await test.account(), 6 * SHIPMENTS);
await test.sql('vacuum analyze');
const young = await test.account();
const { storeId, warehouseId } = await fill(young, SHIPMENTS);
for (const [name, restriction] of Object.entries({
  store: { store_ids: [storeId] },
  warehouse: { warehouse_ids: [warehouseId] },
})) {
  people[name] = (await makeColleague(test, young, { name, ...restriction })).headers;
}

/** The service's statements about the account during an answer. */
async function statementsOf(run: () => Promise<void>): Promise<pg.QueryConfig[]> {
  const asked: pg.QueryConfig[] = [];
  const listen = (client: pg.PoolClient) => {
    const { query } = client;
    client.query = ((...words: [pg.QueryConfig | string]) => {
      const [first] = words;
      if (typeof first === 'object' && first.values?.[0] === young.accountId) asked.push(first);
      return query.apply(client, words as never);
    }) as typeof query;
  };
  const { pool } = test.database.database;
  pool.on('acquire', listen);
  try {
    await run();
  } finally {
    pool.off('acquire', listen);
  }
  return asked.filter(
    ({ text }) => /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text),
  );
}

/** The number of rows that a plan read, including filtered ones. */
function rowsLookedAt(plan: Plan): number {
  const inner = (plan.Plans ?? []).reduce((sum, one) => sum + rowsLookedAt(one), 0);
  const here =
    (plan['Relation Name'] === undefined ? 0 : plan['Actual Rows']) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return inner + here * plan['Actual Loops'];
}

const FILTERS = [
  {},
  { sku: 'CHAI-250' },
  { search: 'Asha' },
  { tags: ['gift'] },
  { sku: 'CUP', search: 'asha' },
];

describeOnOneServer()('in a new account beside a large one', () => {
  it.each(['store', 'warehouse'])(
    'a person who is restricted to a %s gets answers without reading the same rows many times',
    async (name) => {
      const worst: [path: string, filters: object, rows: number][] = [];
      for (const filters of FILTERS) {
        for (const path of [
          '/shipments',
          '/shipments/counts',
          '/shipments/facets',
          '/analytics/shipments',
          '/shipments/export',
          '/returns',
          '/returns/facets',
          '/analytics/returns',
          '/exchange-orders',
        ]) {
          let status = 0;
          const statements = await statementsOf(async () => {
            const response = await test.app.inject({
              method: 'POST',
              url: `${API}${path}`,
              headers: people[name] ?? {},
              payload: filters,
            });
            status = response.statusCode;
          });
          if (status !== 200) continue;
          for (const { text, values } of statements) {
            const rows = await test.sql(`explain (analyze, timing off, format json) ${text}`, values);
            worst.push([path, filters, rowsLookedAt(rows[0]['QUERY PLAN'][0].Plan) / SHIPMENTS]);
          }
        }
      }
      worst.sort((one, other) => other[2] - one[2]);
      expect(worst.filter(([, , rows]) => rows > MOST_ROWS)).toEqual([]);
    },
  );
});
