import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import { AccountScope } from '../../src/storage/account-scope.ts';
import { listRecentParcels } from '../../src/storage/rates/recent-parcels.ts';
import type { Statement } from '../../src/storage/transaction.ts';
import { openApp } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';

const test = await openApp({});

/** Returns the plan of each statement instead of its rows. */
class ExplainedScope extends AccountScope {
  override read<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    return super.read(`explain (costs off) ${statement}`, parameters);
  }
}

itOnOneServer('finds the newest parcels by the indexes of shipments and of returns', async () => {
  const { accountId } = await test.account();
  const place = { accountId, warehouseIds: [newId()], stores: {} };
  await insertShipments(test, makeShipments(randomNumbers(5), place, 2_000));
  const { pool } = test.database.database;
  await pool.query('vacuum analyze shipments');
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The planner reads and sorts a small table in full, so it is told to act as for a large one.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set local enable_${way} = off`);
    const plan = JSON.stringify(
      await listRecentParcels(new ExplainedScope(client, accountId), new Date(0), 20),
    );
    expect(plan).toContain('Index Scan Backward using shipments_listed');
    expect(plan).toContain('Index Scan Backward using returns_listed');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
