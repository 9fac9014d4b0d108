import { join } from 'node:path';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingQuery } from '../../src/storage/listing/list-page.ts';
import { openApp, startApp, type TestApp } from '../support/app.ts';
import { describeOnOneServer } from '../support/cluster.ts';
import { FILTER_MIXES, FILTERED_WAREHOUSE } from '../support/listing/filter-mixes.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';
import { until } from '../support/until.ts';

const SNAPSHOTS = join(import.meta.dirname, '../../docs/explanation/queries/listing');

/**
 * Does what autovacuum does for a large table, at once: statistics, and the visibility map. Waits for transactions of the
 * service's own jobs and for autovacuum itself, which keep rows from being visible to all.
 */
function vacuum({ database }: TestApp, table: string): Promise<unknown> {
  return until(async () => {
    await database.sql(`vacuum analyze ${table}`);
    const [row] = await database.sql<{ done: boolean }>(
      'select relallvisible = relpages as done from pg_class where oid = $1::regclass',
      [table],
    );
    return row?.done === true;
  });
}

let accountId: string;

const test = await openApp({});
({ accountId } = await test.account());
const place = { accountId, warehouseIds: [FILTERED_WAREHOUSE, newId(), newId()], stores: {} };
await insertShipments(test, makeShipments(randomNumbers(5), place, 4_000));
for (const table of ['shipments', 'shipment_skus', 'shipment_tags', 'shipment_search', 'orders'])
  await vacuum(test, table);

describeOnOneServer().each(FILTER_MIXES)('the query of $name', ({ name, page, indexes }) => {
  it('is documented in docs/explanation/queries/listing', async () => {
    const { text } = listingQuery(page);
    await expect(`${text}\n`).toMatchFileSnapshot(join(SNAPSHOTS, `${name}.sql`));
  });

  it(`finds its rows by ${indexes.join(' and ')}`, async () => {
    const { text, parameters } = listingQuery(page);
    expectIndexes(await planOf(indexes, `explain (costs off) ${text}`, [accountId, ...parameters]), indexes);
  });
});

const PREPARED = FILTER_MIXES.filter(({ page }) => listingQuery(page).name !== null);

describeOnOneServer().each(PREPARED)('the prepared query of $name', ({ page, indexes }) => {
  it(`finds its rows by ${indexes.join(' and ')} for all values`, async () => {
    const { text, parameters } = listingQuery(page);
    const plan = await planOf(
      indexes,
      `set local plan_cache_mode = force_generic_plan;
       prepare listing as ${text};
       explain (costs off) execute listing (${[accountId, ...parameters].map(literal).join(', ')})`,
    );
    expectIndexes(plan, indexes);
  });
});

describeOnOneServer()('the page of an account that is missing in the statistics of PostgreSQL', () => {
  let busy: TestApp;
  let newcomer: string;

  beforeAll(async () => {
    busy = await startApp();
    const fill = async (shipments: number) => {
      const { accountId } = await busy.account();
      const place = { accountId, warehouseIds: [FILTERED_WAREHOUSE], stores: {} };
      await insertShipments(busy, makeShipments(randomNumbers(shipments), place, shipments));
      return accountId;
    };
    await fill(2_000);
    for (const table of ['shipments', 'orders']) await vacuum(busy, table);
    newcomer = await fill(200);
  });
  afterAll(() => busy.stop());

  it('reads only the orders of the page, not all orders of the account', async () => {
    const { text, parameters } = listingQuery({
      filters: {},
      sortBy: 'created_at',
      order: 'desc',
      page: 1,
      perPage: 20,
      after: null,
    });
    const values = [newcomer, ...parameters];
    const explained = `explain (analyze, timing off) ${text}`;
    const plan = await planOf(['shipments_listed'], explained, values, busy);
    const looked = [...plan.matchAll(/ on orders .*?\(actual rows=([\d.]+) loops=(\d+)\)/g)];
    expect(looked.map(([, rows, loops]) => Number(rows) * Number(loops))).toEqual([20]);
    // With an index that only begins with the account, each lookup would read all of its rows.
    expectIndexes(plan, ['shipments_pkey', 'orders_pkey']);
  });
});

function literal(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

/** The plan of the last statement, as for a large table. */
async function planOf(
  indexes: readonly string[],
  statements: string,
  values?: unknown[],
  { database }: TestApp = test,
): Promise<string> {
  const client = await database.database.pool.connect();
  try {
    await client.query('begin');
    // A small table is read in full very quickly, so the planner is told to act as for a large one.
    await client.query('set local enable_seqscan = off');
    // The same for a bitmap of all its rows, which a query in list order never needs.
    if (indexes.includes('shipments_listed')) await client.query('set local enable_bitmapscan = off');
    await client.query('set local max_parallel_workers_per_gather = 0');
    const results = [await client.query(statements, values)].flat();
    return (results.at(-1)?.rows ?? []).map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback; deallocate all');
    client.release();
  }
}

function expectIndexes(plan: string, indexes: readonly string[]): void {
  for (const index of indexes) expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
  expect(plan).not.toContain('Seq Scan');
}
