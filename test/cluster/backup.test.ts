import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { distributeAll } from '../../src/storage/cluster/distribute.ts';
import { type Migration, readMigrations } from '../../src/storage/migrate.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { backUp, restore } from '../backup/backup-work.ts';
import { checksums } from '../backup/checksums.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrder, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { isCluster } from '../support/cluster.ts';
import { createDatabase, type Sql, type TestDatabase } from '../support/database.ts';
import { API, makeWarehouse } from '../support/orders.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

/** For every table, without the heartbeat of the service of this test. */
async function keptRows(sql: Sql): Promise<Record<string, string>> {
  const { service_processes: _alive, ...kept } = await checksums(sql);
  return kept;
}

describe.skipIf(!isCluster(inject('server')))('a backup of a cluster', () => {
  let test: TestApp;
  let accounts: { account: TestAccount; warehouseId: string }[];
  let migrations: readonly Migration[];
  let folder: string;
  const opened: TestDatabase[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dakiya-cluster-backup-'));
    migrations = await readMigrations(MIGRATIONS_FOLDER);
    test = await startApp();
    accounts = [];
    for (let number = 1; number <= 4; number += 1) {
      const account = await test.account(`Shop ${number}`);
      accounts.push({ account, warehouseId: await makeWarehouse(account) });
    }
  });
  afterAll(async () => {
    for (const database of opened) await database.drop();
    await test.stop();
    await rm(folder, { recursive: true });
  });

  async function empty(): Promise<TestDatabase> {
    const database = await createDatabase('empty');
    opened.push(database);
    return database;
  }

  /** Makes one order in each account, with a pickup scan. */
  async function trade() {
    const headers = await carrierHeaders(test);
    await Promise.all(
      accounts.map(async ({ account, warehouseId }) => {
        const { trackingNumber: tracking_number } = await bookOrder(account, warehouseId);
        const event_date_time = test.service.now().toISOString();
        const events = [{ tracking_number, status: 'picked_up', event_date_time }];
        expect((await sendEvents(test, headers, { events })).statusCode).toBe(200);
      }),
    );
  }

  it('is restored on one server, and can be distributed again', async () => {
    await trade();
    const file = join(folder, 'quiet.dky');
    await backUp(test.database, file, { migrations });
    const before = await keptRows(test.sql);
    const into = await empty();
    await restore(file, into, { migrations });
    expect(await keptRows(into.sql)).toEqual(before);
    await distributeAll(into.database.pool, 4);
    expect(await keptRows(into.sql)).toEqual(before);

    const again = await startApp({ database: { ...into, drop: async () => undefined } });
    for (const { account } of accounts) {
      const answer = await again.app.inject({
        method: 'POST',
        url: `${API}/shipments`,
        headers: account.headers,
        payload: {},
      });
      expect(answer.json().meta.total).toBe(1);
    }
    await again.stop();
  });

  it('is consistent for each account while orders, scans and accounts are added', async () => {
    const file = join(folder, 'busy.dky');
    let isOver = false;
    const traders = async () => {
      while (!isOver) {
        await trade();
        const name = 'New';
        const { accountId } = await createAccount(test.service, OPERATOR, name);
        await test.sql(
          `insert into stores (account_id, store_id, store_name, brand_name, created_at, updated_at)
           values ($1, $1, $2, $2, now(), now())`,
          [accountId, name],
        );
      }
    };
    const backups = async () => {
      try {
        await backUp(test.database, file, { migrations });
      } finally {
        isOver = true;
      }
    };
    await Promise.all([traders(), backups()]);
    const into = await empty();
    await restore(file, into, { migrations });
    for (const { account } of accounts) {
      expect(await differingStates(into, account.accountId)).toEqual([]);
      const { counted, recounted } = await recountedShipments(into, account.accountId);
      expect(counted).toEqual(recounted);
    }
  });

  it('is not restored into distributed tables', async () => {
    const file = join(folder, 'other.dky');
    await backUp(test.database, file, { migrations });
    const into = await createDatabase();
    opened.push(into);
    await expect(restore(file, into, { migrations })).rejects.toThrow(
      'The tables are spread over a cluster: restore into a new database of it',
    );
  });
});
