import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Zone } from '../../src/domain/zones/zone.ts';
import { listByColumns } from '../../src/storage/columns/column-listing.ts';
import { ListingColumns } from '../../src/storage/columns/listing-columns.ts';
import { areChangesLogged, forgetOldChanges } from '../../src/storage/columns/shipment-changes.ts';
import type { ListingFilters } from '../../src/storage/listing/filters.ts';
import { listShipmentRows } from '../../src/storage/listing/list-page.ts';
import { type AccountPlace, move, placeOf } from '../support/account-place.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { isCluster, nodeUrl } from '../support/cluster.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';
import { makeWarehouse } from '../support/orders.ts';

/** Two processes have columns; they read changes only when they are queried. */
const NOT_BY_ITSELF_MS = 3_600_000;

describe.skipIf(!isCluster(inject('server')))('columns in memory on a cluster', () => {
  let test: TestApp;
  let pool: pg.Pool;
  let accountId: string;
  let ids: string[];
  let awake: ListingColumns;
  let sleeper: ListingColumns;

  beforeAll(async () => {
    test = await startApp();
    ({ pool } = test.database.database);
    const account = await test.account();
    ({ accountId } = account);
    const warehouseIds = [await makeWarehouse(account)];
    const shipments = makeShipments(randomNumbers(7), { accountId, warehouseIds, stores: {} }, 60);
    await insertShipments(test, shipments);
    ids = shipments.filter(({ journey }) => journey === 'forward').map(({ shipmentId }) => shipmentId);
    [awake, sleeper] = [open(), open()];
    for (const columns of [awake, sleeper]) await load(columns);
  });
  afterAll(async () => {
    for (const columns of [awake, sleeper]) await columns.close();
    await test.stop();
  });

  const open = () =>
    new ListingColumns(test.database.database, {
      memoryMb: 64,
      fewestShipments: 1,
      followMs: NOT_BY_ITSELF_MS,
      onError: (error) => {
        throw error;
      },
    });

  const page = (filters: ListingFilters) => ({
    filters,
    sortBy: 'created_at' as const,
    order: 'desc' as const,
    perPage: 25,
    page: 1,
    after: null,
  });
  const inZone = (zone: Zone) => ({ zone: [zone] });
  const list = (columns: ListingColumns, zone: Zone) => listByColumns(columns, accountId, page(inZone(zone)));
  const bySql = (zone: Zone) =>
    listShipmentRows(test.database.database.account(accountId), page(inZone(zone)));
  const setZone = (which: readonly string[], zone: Zone) =>
    test.sql('update shipments set zone = $3 where account_id = $1 and shipment_id = any($2)', [
      accountId,
      which,
      zone,
    ]);

  async function load(columns: ListingColumns): Promise<void> {
    await list(columns, 'A');
    await columns.settled();
    expect(columns.accounts).toBe(1);
  }

  /** Tells whether the columns are loaded again because changes are unknown. */
  async function expectExact(columns: ListingColumns): Promise<void> {
    for (const zone of ['A', 'B', 'E'] as const) {
      const expected = await bySql(zone);
      if ((await list(columns, zone)) === null) await columns.settled();
      expect(await list(columns, zone)).toEqual(expected);
    }
  }

  /** Deletes all changes that may be deleted. */
  async function forget(): Promise<void> {
    await test.sql(`update shipment_changes set logged_at = 'epoch' where account_id = $1`, [accountId]);
    await forgetOldChanges(test.database.database);
  }
  const countChanges = async () =>
    (await test.sql('select from shipment_changes where account_id = $1', [accountId])).length;

  /** A connection to the account's node, without the coordinator. */
  async function connectToNode({ host, port }: AccountPlace): Promise<pg.Client> {
    const server = inject('server');
    if (!isCluster(server)) throw new Error('There is no cluster');
    const rows = await test.sql<{ name: string }>('select current_database() as name');
    const client = new pg.Client({
      connectionString: nodeUrl(server.url, { host, port }, rows[0]?.name ?? ''),
    });
    await client.connect();
    await client.query('set citus.enable_manual_changes_to_shards to on');
    return client;
  }

  /** Advances the transaction numbers of the account's node far beyond the other's. */
  async function runAhead(place: AccountPlace): Promise<void> {
    const [node, other] = await Promise.all([
      connectToNode(place),
      connectToNode({ ...place, host: place.other_host, port: place.other_port }),
    ]);
    const { rows } = await other.query('select pg_current_xact_id()::text::bigint + 10000 as number');
    await node.query('set synchronous_commit to off');
    await node.query(
      `do $$ begin while pg_current_xact_id()::text::bigint < ${rows[0].number} loop commit; end loop; end $$`,
    );
    await Promise.all([node.end(), other.end()]);
  }

  /** Waits for other tests' transactions on the node, so that all changes belong to finished transactions. */
  async function settle(): Promise<void> {
    const late = `select from shipment_changes where account_id = $1
        and changed_by >= pg_snapshot_xmin(pg_current_snapshot()) and changed_by < pg_snapshot_xmax(pg_current_snapshot())`;
    await expect.poll(async () => (await test.sql(late, [accountId])).length).toBe(0);
  }

  it('include a change that was prepared early and committed late on the node', async () => {
    await settle();
    await expectExact(awake);
    const place = await placeOf(pool, accountId);
    const [late, early] = ids as [string, string];
    const node = await connectToNode(place);
    await node.query('begin');
    await node.query(
      `update dakiya.shipments_${place.shard} set zone = 'E' where account_id = $1 and shipment_id = $2`,
      [accountId, late],
    );
    await node.query("prepare transaction 'of a test'");
    await setZone([early], 'E');
    await expectExact(awake);
    await forget();
    const { loads } = awake.figures;
    await node.query("commit prepared 'of a test'");
    await node.end();
    await expectExact(awake);
    expect((await list(awake, 'E'))?.shipments.map(({ shipmentId }) => shipmentId)).toContain(late);
    expect(awake.figures.loads).toBe(loads);
    await expectExact(sleeper);
  });

  it('delete old changes by the transaction ids of the node', async () => {
    await setZone(ids.slice(0, 5), 'B');
    await settle();
    await expectExact(awake);
    await forget();
    expect(await countChanges()).toBe(0);
    const { loads } = awake.figures;
    await setZone(ids.slice(0, 5), 'A');
    await expectExact(awake);
    expect(awake.figures.loads).toBe(loads);
  });

  it('answer as SQL does after the account moved to another node and back', async () => {
    await setZone(ids.slice(0, 10), 'B');
    for (const columns of [awake, sleeper]) await expectExact(columns);
    const here = await placeOf(pool, accountId);
    await runAhead(here);
    await setZone(ids.slice(0, 10), 'A');
    await forget();
    await setZone(ids.slice(5, 15), 'E');
    await expectExact(awake);
    await move(pool, here, 'block_writes');
    await expectExact(awake);
    const { loads } = awake.figures;
    for (const zone of ['A', 'B', 'E'] as const) {
      await setZone(ids.slice(3, 12), zone);
      await expectExact(awake);
    }
    await settle();
    await expectExact(awake);
    await forget();
    // Changes with higher numbers from the other node neither cause repeated loading nor stay.
    expect(await countChanges()).toBe(0);
    await setZone(ids.slice(0, 3), 'E');
    await expectExact(awake);
    expect(awake.figures.loads).toBe(loads);
    const there = await placeOf(pool, accountId);
    // Found rows and shown rows are from different moments.
    const answer = await awake.ask(accountId, {
      find: () => move(pool, there, 'block_writes'),
      show: (_, scope) => scope.read('select from shipments where account_id = $1', []),
    });
    expect(answer).toBeNull();
    // It has not been queried since before the first move, and the server is the same.
    for (const columns of [sleeper, awake]) await expectExact(columns);
    await setZone(ids.slice(0, 10), 'B');
    for (const columns of [sleeper, awake]) await expectExact(columns);
  });

  const shardOfChanges = async () =>
    (
      await test.sql(
        `select get_shard_id_for_distribution_column('dakiya.shipment_changes', $1::uuid) as shard`,
        [accountId],
      )
    )[0]?.shard;

  /** Does the work after a statement of the next user of a connection. */
  function afterStatement(pattern: RegExp, work: () => Promise<unknown>): void {
    const connect = pool.connect.bind(pool) as (...words: unknown[]) => Promise<pg.PoolClient>;
    vi.spyOn(pool, 'connect').mockImplementation((async (...words: unknown[]) => {
      const client = await connect(...words);
      // With a callback it is for a single statement.
      if (words.length > 0) return client;
      const { query } = client;
      client.query = (async (...asked: unknown[]) => {
        const result = await (query as (...words: unknown[]) => Promise<unknown>)(...asked);
        if (pattern.test(String(asked[0]))) await work();
        return result;
      }) as typeof client.query;
      vi.mocked(pool.connect).mockRestore();
      return client;
    }) as typeof pool.connect);
  }

  it('do not miss a commit while old changes are deleted', async () => {
    await settle();
    await expectExact(awake);
    await forget();
    const late = (await bySql('A')).shipments[0]?.shipmentId;
    const place = await placeOf(pool, accountId);
    const changes = `dakiya.shipment_changes_${await shardOfChanges()}`;
    const node = await connectToNode(place);
    await node.query(`insert into ${changes} (account_id, change_id, changed_by, logged_at, shipment_ids)
      values ('${accountId}', 1, '3', 'epoch', '{}')`);
    await node.query('begin');
    await node.query(
      `update dakiya.shipments_${place.shard} set zone = 'E' where account_id = $1 and shipment_id = $2`,
      [accountId, late],
    );
    await node.query(
      `update ${changes} set logged_at = 'epoch' where account_id = $1 and changed_by <> '3'`,
      [accountId],
    );
    await node.query("prepare transaction 'long'");
    await expectExact(awake);
    afterStatement(/as oldest/, () => node.query("commit prepared 'long'"));
    await forgetOldChanges(test.database.database);
    await node.end();
    expect((await bySql('E')).shipments.map(({ shipmentId }) => shipmentId)).toContain(late);
    await expectExact(awake);
  });

  it('are not used if changes are not logged', async () => {
    const scope = test.database.database.account(accountId);
    expect(await areChangesLogged(scope)).toBe(true);
    await expectExact(awake);
    const client = await pool.connect();
    await client.query('set citus.enable_unsafe_triggers to on');
    await client.query('drop trigger dues_made on cod_dues');
    client.release();
    expect(await list(awake, 'A')).toBeNull();
    expect(awake.accounts).toBe(0);
    const columns = open();
    expect(await list(columns, 'A')).toBeNull();
    await columns.settled();
    expect(columns.accounts).toBe(0);
    await columns.close();
  });
});
