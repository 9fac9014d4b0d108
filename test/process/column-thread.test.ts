import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { listByColumns } from '../../src/storage/columns/column-listing.ts';
import { ColumnThread } from '../../src/storage/columns/column-thread.ts';
import { ListingColumns } from '../../src/storage/columns/listing-columns.ts';
import { facetsByColumns } from '../../src/storage/listing/shipment-facets.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';
import { makeWarehouse } from '../support/orders.ts';

const SHIPMENTS = 300;
const PAGE = { sortBy: 'created_at', order: 'desc', perPage: 25, page: 1, after: null } as const;
/** The thread runs a program of the build. */
const PROGRAM = pathToFileURL(join(PACKAGE_ROOT, 'dist/column-worker.js'));
/** Nested too deeply for the stack of this process, so the answer of this thread cannot be read here. */
const UNREADABLE = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
    let deep = [];
    for (let depth = 0; depth < 8000; depth += 1) deep = [deep];
    parentPort.on('message', () => parentPort.postMessage(deep));`)}`,
);

let test: TestApp;
let accountId: string;
const opened: ListingColumns[] = [];

beforeAll(async () => {
  test = await startApp();
  const account = await test.account();
  ({ accountId } = account);
  const warehouseIds = [await makeWarehouse(account)];
  await insertShipments(
    test,
    makeShipments(randomNumbers(17), { accountId, warehouseIds, stores: {} }, SHIPMENTS),
  );
});
afterAll(async () => {
  for (const columns of opened) await columns.close();
  await test.stop();
});

function columnsBy(openBuilder: (() => ColumnThread) | undefined, errors: unknown[] = []): ListingColumns {
  const columns = new ListingColumns(test.database.database, {
    memoryMb: 64,
    fewestShipments: 1,
    ...(openBuilder && { openBuilder }),
    onError: (error) => errors.push(error),
  });
  opened.push(columns);
  return columns;
}

const list = (columns: ListingColumns, filters = {}) =>
  listByColumns(columns, accountId, { filters, ...PAGE });

async function loaded(columns: ListingColumns): Promise<ListingColumns> {
  await list(columns);
  await columns.settled();
  return columns;
}

describe('columns from a thread', () => {
  it('answer as columns from the same process, and follow changes', async () => {
    const here = await loaded(columnsBy(undefined));
    const there = await loaded(columnsBy(() => new ColumnThread(PROGRAM)));
    const facets = (columns: ListingColumns) =>
      facetsByColumns(columns, accountId, { is_cod: true }, ['sku', 'tags', 'state', 'carrier_id']);
    const filters = [{}, { zone: ['B' as const] }, { is_cod: true, attempts_count__gte: 1 }];
    const expectSame = async () => {
      for (const each of filters) {
        const answer = await list(there, each);
        expect(answer).not.toBeNull();
        expect(answer).toEqual(await list(here, each));
      }
      expect(await facets(there)).toEqual(await facets(here));
    };
    await expectSame();
    expect(there.bytes).toBeGreaterThan(0);
    await test.sql("update shipments set zone = 'B' where account_id = $1 and zone = 'A'", [accountId]);
    await expectSame();
    expect(there.figures.loads).toBe(1);
  });

  it('are not used if a value does not fit, which is no failure', async () => {
    const attempts = 'update shipments set attempt_count = $2 where account_id = $1';
    await test.sql(attempts, [accountId, -1]);
    const errors: unknown[] = [];
    const columns = await loaded(columnsBy(() => new ColumnThread(PROGRAM), errors));
    expect([columns.accounts, columns.bytes, errors]).toEqual([0, 0, []]);
    await test.sql(attempts, [accountId, 0]);
  });

  it('are not used if the thread ends, which is reported, and no answer waits', async () => {
    const errors: unknown[] = [];
    const broken = () => {
      const thread = new ColumnThread(PROGRAM);
      thread.close();
      return thread;
    };
    const columns = await loaded(columnsBy(broken, errors));
    expect(columns.accounts).toBe(0);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('has ended') })]);
  });

  it('are not used if the answer of the thread cannot be read, which is reported, and no answer waits', async () => {
    const errors: unknown[] = [];
    const columns = await loaded(columnsBy(() => new ColumnThread(UNREADABLE), errors));
    expect(columns.accounts).toBe(0);
    expect(errors).toEqual([expect.any(RangeError)]);
  });

  it('are not built by a thread with another layout, such as one of a newer release', async () => {
    const thread = new Worker(PROGRAM, { workerData: 'others' });
    onTestFinished(async () => void (await thread.terminate()));
    thread.postMessage({ work: 'finish' });
    await expect(once(thread, 'message')).rejects.toThrow('of another release');
  });
});
