import fc from 'fast-check';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ForwardStatus, listingStatusOf } from '../../src/domain/tracking/statuses.ts';
import { ZONES, type Zone } from '../../src/domain/zones/zone.ts';
import { copyInSnapshot } from '../../src/storage/account-copies.ts';
import { listByColumns } from '../../src/storage/columns/column-listing.ts';
import { ListingColumns } from '../../src/storage/columns/listing-columns.ts';
import { buildHere } from '../../src/storage/columns/load-columns.ts';
import { forgetOldChanges } from '../../src/storage/columns/shipment-changes.ts';
import { COPIED_TABLES } from '../../src/storage/columns/shipment-columns.ts';
import { Database } from '../../src/storage/database.ts';
import type { ListingPosition } from '../../src/storage/listing/conditions.ts';
import type { ListingFilters } from '../../src/storage/listing/filters.ts';
import { listShipmentRows } from '../../src/storage/listing/list-page.ts';
import { LISTING_ORDERS, type Listing, type ListingOrder } from '../../src/storage/listing/listing.ts';
import { facetsByColumns, facetsBySql } from '../../src/storage/listing/shipment-facets.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { openTestPool } from '../support/database.ts';
import { lawRuns } from '../support/laws.ts';
import {
  insertShipments,
  type MadeShipment,
  makeShipments,
  randomNumbers,
} from '../support/listing/shipment-rows.ts';
import { makeWarehouse } from '../support/orders.ts';

const SHIPMENTS = 300;
/**
 * The number of random sequences of transactions: `LISTING_COURSES=700` compares some 5,000 sets, and takes
 * long.
 */
const COURSES = Number(process.env.LISTING_COURSES ?? lawRuns(10).numRuns);
const COURSE_MS = 60_000;
/** The number of shipments to page through while they change: `LISTING_WALK=200000` takes long. */
const WALKED = Number(process.env.LISTING_WALK ?? 1_000);
const WALKED_MS = 10;
/** The test changes the first shipments, and copies of the last ones. */
const PICKED = 20;
/** The number of shipments that are made and copied. */
const MADE = 250;
const random = randomNumbers(16);

let test: TestApp;
let accountId: string;
let made: MadeShipment[];
/** Two processes, each with its own connections and columns. */
let processes: ListingColumns[];
let other: pg.Pool;
let secondPool: pg.Pool;

/** The interval at which columns read changes without a query: practically never. */
const NOT_BY_ITSELF_MS = 3_600_000;

const columnsOf = (memoryMb = 64, database = test.database.database, followMs = NOT_BY_ITSELF_MS) =>
  new ListingColumns(database, {
    memoryMb,
    fewestShipments: 1,
    followMs,
    onError: (error) => {
      throw error;
    },
  });

beforeAll(async () => {
  test = await startApp();
  other = openTestPool(test.database.connection, 3);
  secondPool = openTestPool(test.database.connection, 3);
  const account = await test.account();
  ({ accountId } = account);
  made = await fill(account, SHIPMENTS);
  processes = [columnsOf(), columnsOf(64, new Database(secondPool))];
});
afterAll(async () => {
  for (const columns of processes) await columns.close();
  await Promise.all([other.end(), secondPool.end()]);
  await test.stop();
});

/** Adds shipments to an account. */
async function fill(account: TestAccount, count: number): Promise<MadeShipment[]> {
  const warehouseIds = [await makeWarehouse(account)];
  const shipments = makeShipments(random, { accountId: account.accountId, warehouseIds, stores: {} }, count);
  await insertShipments(test, shipments);
  return shipments;
}

async function load(columns: ListingColumns, account = accountId): Promise<void> {
  expect(await list(columns, {}, account)).toBeNull();
  await columns.settled();
  expect(await list(columns, {}, account)).not.toBeNull();
}

const page = (filters: ListingFilters, sortBy: ListingOrder = 'created_at') => ({
  filters,
  sortBy,
  order: 'desc' as const,
  perPage: 25,
  page: 1,
  after: null,
});
const list = (
  columns: ListingColumns,
  filters: ListingFilters,
  account = accountId,
  sortBy: ListingOrder = 'created_at',
) => listByColumns(columns, account, page(filters, sortBy));
const bySql = (filters: ListingFilters, account = accountId, sortBy: ListingOrder = 'created_at') =>
  listShipmentRows(test.database.database.account(account), page(filters, sortBy));

/**
 * Both processes answer like SQL. A process that read while another test's older transaction was open may
 * have to load everything again after changes were deleted.
 */
async function expectExact(filters: ListingFilters): Promise<void> {
  const expected = await bySql(filters);
  for (const columns of processes) {
    if ((await list(columns, filters)) === null) await columns.settled();
    expect(await list(columns, filters)).toEqual(expected);
  }
}

/** Checks all committed rows one by one. Returns the ids of the page and the total. */
async function byReference(
  filters: ListingFilters,
  sortBy: ListingOrder,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await secondPool.query<ReferenceRow>(
    `select shipment_id, created_at, newest_event_at, updated_at, zone, is_cod, attempt_count, applied_weight::float8, channel, granular_status,
            (select warnings <> '[]' from orders o where o.account_id = $1 and o.order_id = s.order_id) as odd,
            coalesce(collected_paise - remitted_paise, 0)::float8 as due,
            (select state from order_contacts c where c.account_id = $1 and c.order_id = s.order_id and role = 'billing') as state
       from shipments s left join cod_dues using (account_id, shipment_id) where account_id = $1 and journey = 'forward'`,
    [accountId],
  );
  const { zone, is_cod, is_cod_owed, attempts_count__gte, applied_weight_min, channel, status, state } =
    filters;
  const matching = rows.filter(
    (row) =>
      (zone?.includes(row.zone) ?? true) &&
      (is_cod === undefined || row.is_cod === is_cod) &&
      (is_cod_owed === undefined || (row.due !== 0) === is_cod_owed) &&
      (filters.has_warnings === undefined || row.odd === filters.has_warnings) &&
      row.attempt_count >= (attempts_count__gte ?? 0) &&
      row.applied_weight >= (applied_weight_min ?? 0) &&
      (channel?.includes(row.channel) ?? true) &&
      (state?.includes(row.state) ?? true) &&
      (status === undefined || listingStatusOf(row.granular_status) === status) &&
      (sortBy !== 'date_field' || filters.date_field !== 'last_scan_at' || row.newest_event_at !== null),
  );
  const date = sortBy === 'date_field' ? (filters.date_field ?? 'created_at') : sortBy;
  const second = (time: Date | null) => Math.floor((time?.getTime() ?? 0) / 1000);
  const at = ({ created_at, newest_event_at, updated_at }: ReferenceRow) => {
    if (date === 'created_at') return created_at.getTime();
    return second(date === 'last_scan_at' ? newest_event_at : updated_at);
  };
  const newestFirst = matching.sort((a, b) => at(b) - at(a) || (a.shipment_id < b.shipment_id ? 1 : -1));
  const ids = newestFirst.slice(0, page(filters).perPage).map(({ shipment_id }) => shipment_id);
  return { ids, total: matching.length };
}

interface ReferenceRow {
  readonly shipment_id: string;
  readonly created_at: Date;
  readonly newest_event_at: Date | null;
  readonly updated_at: Date;
  readonly zone: Zone;
  readonly is_cod: boolean;
  readonly attempt_count: number;
  readonly applied_weight: number;
  readonly channel: string;
  readonly granular_status: ForwardStatus;
  readonly odd: boolean;
  readonly due: number;
  readonly state: string;
}

const forward = () => made.filter(({ journey }) => journey === 'forward').map(({ shipmentId }) => shipmentId);
const setZone = 'update shipments set zone = $3 where account_id = $1 and shipment_id = any($2)';
/** The courier paid 90, 100 and 110 rupees for parcels of 100 rupees. */
const PAY = `insert into cod_dues as d (account_id, shipment_id, carrier_id, collected_paise, remitted_paise)
  values ($1, $2, 'courier', 10000, 9000)
  on conflict (account_id, shipment_id) do update set remitted_paise = 9000 + (d.remitted_paise - 8000) % 3000`;
/** Several shipments within a second, which are ordered by id. */
const SCAN = `update shipments set newest_event_at = '2026-10-01T00:00:00Z'::timestamptz + $3 * interval '1 millisecond',
    event_count = event_count + 1, updated_at = now()
  where account_id = $1 and shipment_id = $2`;
const ATTEMPT =
  'update shipments set attempt_count = (attempt_count + 1) % 5 where account_id = $1 and shipment_id = $2';
/** Every change of an order also updates its shipment. */
const MOVE = `with moved as (
    update order_contacts c set state = $3 from shipments s where s.account_id = $1 and s.shipment_id = $2
       and c.account_id = $1 and c.order_id = s.order_id
  )
  update shipments set updated_at = now() where account_id = $1 and shipment_id = $2`;
/** Changes the warnings of an order, as a change of the order does. */
const WARN = `with warned as (
    update orders o set warnings = $3 from shipments s where s.account_id = $1 and s.shipment_id = $2
       and o.account_id = $1 and o.order_id = s.order_id
  )
  update shipments set updated_at = now() where account_id = $1 and shipment_id = $2`;
/**
 * Changes the rows of a trigger, because a cluster would use the coordinator's transaction id for a write of the
 * test.
 */
const LAST_CHANGE =
  'account_id = $1 and change_id = (select max(change_id) from shipment_changes where account_id = $1)';
const STATES = ['Goa', 'Kerala'] as const;
const inZone = (zone: 'A' | 'B' | 'C' | 'D' | 'E') => ({ zone: [zone] });

describe('columns in memory', () => {
  beforeAll(async () => {
    for (const columns of processes) await load(columns);
  });

  it(
    'give the same answers as SQL and as reading every row, in two processes, during transactions of every kind',
    async () => {
      const change = fc.record({
        kind: fc.constantFrom('zone', 'paid', 'attempts', 'scanned', 'moved', 'new'),
        // Few shipments, so that each changes several times.
        pick: fc.nat(PICKED),
        nth: fc.nat(3_000),
      });
      const question: fc.Arbitrary<ListingFilters> = fc.record(
        {
          zone: fc.subarray(['A', 'B', 'C', 'D', 'E'] as const, { minLength: 1 }),
          is_cod: fc.boolean(),
          is_cod_owed: fc.boolean(),
          has_warnings: fc.boolean(),
          attempts_count__gte: fc.nat(3),
          applied_weight_min: fc.constantFrom(10_000, 50_000),
          channel: fc.constant(['shopify']),
          status: fc.constantFrom('in_transit' as const, 'delivered' as const),
          date_field: fc.constantFrom('updated_at' as const, 'last_scan_at' as const),
          state: fc.constantFrom(...STATES.map((state) => [state]), ['Karnataka']),
        },
        { requiredKeys: [] },
      );
      const step = fc.record({
        open: fc.nat(2),
        change,
        end: fc.constantFrom('commit', 'rollback', null, null),
        asked: fc.nat(1),
        question,
        sortBy: fc.constantFrom(...LISTING_ORDERS),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const clients = await Promise.all([0, 1, 2].map(() => other.connect()));
          const isOpen = [false, false, false];
          /** The connection with an open change of each shipment, so that no change waits for another. */
          const changedBy = new Map<string, number>();
          try {
            for (const { open, change, end, asked, question, sortBy } of steps) {
              const client = clients[open] as pg.PoolClient;
              if (!isOpen[open]) await client.query('begin');
              isOpen[open] = true;
              const { kind, pick, nth } = change;
              // Orders of copied shipments do not change, because their copies would not be logged.
              const id = forward().at(kind === 'new' ? -1 - pick : pick) as string;
              const its = [accountId, id];
              if (kind === 'new') await copyShipment(client, id, nth);
              else if ((changedBy.get(id) ?? open) === open) {
                changedBy.set(id, open);
                if (kind === 'zone')
                  await client.query(setZone, [accountId, [id], ZONES[nth % ZONES.length]]);
                else if (kind === 'paid') await client.query(PAY, its);
                else if (kind === 'scanned') await client.query(SCAN, [...its, nth]);
                else if (kind === 'moved') await client.query(MOVE, [...its, STATES[nth % STATES.length]]);
                else await client.query(ATTEMPT, its);
              }
              if (end !== null) {
                await client.query(end);
                isOpen[open] = false;
                for (const [changed, by] of changedBy) if (by === open) changedBy.delete(changed);
              }
              const answer = await list(processes[asked] as ListingColumns, question, accountId, sortBy);
              expect(answer).toEqual(await bySql(question, accountId, sortBy));
              const ids = answer?.shipments.map(({ shipmentId }) => shipmentId);
              expect({ ids, total: answer?.total }).toEqual(await byReference(question, sortBy));
            }
          } finally {
            for (const client of clients) {
              await client.query('commit');
              client.release();
            }
          }
          await expectExact(inZone('B'));
          await expectExact({ attempts_count__gte: 2 });
          await expectExact({ is_cod_owed: true });
          await expectExact({ is_cod_owed: false });
          await expectExact({ state: ['Goa'] });
        }),
        { numRuns: COURSES },
      );
    },
    Math.max(COURSES * COURSE_MS, 300_000),
  );

  it.each([null, 'weather'])(
    'read the whole shipment after a logged change of the unknown part %s',
    async (part) => {
      const [moved, scanned] = forward() as [string, string];
      await other.query(MOVE, [accountId, moved, 'Goa']);
      await expectExact({ state: ['Goa'] });
      await other.query(MOVE, [accountId, moved, 'Kerala']);
      await other.query(`update shipment_changes set part = $2 where ${LAST_CHANGE}`, [accountId, part]);
      await other.query(SCAN, [accountId, scanned, 1]);
      await expectExact({ state: ['Goa'] });
      await expectExact({ state: ['Kerala'] });
    },
  );

  it('follow the warnings of an order', async () => {
    const [shipmentId] = forward();
    const odd = async () => (await bySql({ has_warnings: true })).total;
    await other.query(WARN, [accountId, shipmentId, '[]']);
    const others = await odd();
    await expectExact({ has_warnings: true });
    await other.query(WARN, [accountId, shipmentId, '[{"code":"hsn_form"}]']);
    expect(await odd()).toBe(others + 1);
    await expectExact({ has_warnings: true });
    await expectExact({ has_warnings: false });
  });

  it('read only the row of a shipment after a scan, unless its transaction changed more', async () => {
    const [one, two] = forward() as [string, string];
    await other.query(MOVE, [accountId, one, 'Goa']);
    await other.query(MOVE, [accountId, two, 'Goa']);
    await expectExact({ state: ['Goa'] });
    // A change without a log entry is visible only to a new load.
    const moveSilently = `update order_contacts c set state = 'Kerala' from shipments s
      where s.account_id = $1 and s.shipment_id = $2 and c.account_id = $1 and c.order_id = s.order_id`;
    await other.query(moveSilently, [accountId, one]);
    const [columns] = processes as [ListingColumns];
    const inGoa = async () => (await list(columns, { state: ['Goa'] }))?.total;
    const before = await inGoa();
    await other.query(SCAN, [accountId, one, 2_000]);
    await other.query(PAY, [accountId, one]);
    expect(await inGoa()).toBe(before);
    await other.query(MOVE, [accountId, one, 'Kerala']);
    await inClient(other, async (client) => {
      await client.query('begin');
      await client.query(SCAN, [accountId, two, 1_000]);
      await client.query(MOVE, [accountId, two, 'Kerala']);
      await client.query(SCAN, [accountId, two, 2_000]);
      await client.query('commit');
    });
    await expectExact({ state: ['Goa'] });
    await expectExact({ state: ['Kerala'] });
  });

  itOnOneServer('log a change of many shipments without a nested loop', async ({ skip }) => {
    const { rows: users } = await other.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    );
    skip(users[0]?.rolsuper !== true, 'only a superuser sees the plans of a trigger');
    const account = await test.account();
    await fill(account, 20);
    const client = await other.connect();
    // The settings end with the connection.
    onTestFinished(() => client.release(true));
    const plans: string[] = [];
    client.on('notice', ({ message }) => plans.push(message ?? ''));
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on; set client_min_messages = log`);
    const scan = 'update shipments set event_count = event_count + 1 where account_id = $1';
    await client.query(`${scan} and shipment_id = $2`, [accountId, forward()[0]]);
    await client.query(scan, [account.accountId]);
    const logging = plans.filter((plan) => plan.includes('insert into dakiya.shipment_changes'));
    expect(logging).toHaveLength(2);
    for (const plan of logging) expect(plan).not.toContain('Nested Loop');
  });

  it('include a transaction that began first and ended last', async () => {
    const [one, two] = forward();
    const [first, second] = await Promise.all([other.connect(), other.connect()]);
    try {
      await first.query('begin');
      await first.query(setZone, [accountId, [one], 'E']);
      await second.query(setZone, [accountId, [two], 'E']);
      await expectExact(inZone('E'));
      await test.sql(`update shipment_changes set logged_at = 'epoch'`);
      await forgetOldChanges(test.database.database);
      await first.query('commit');
      await expectExact(inZone('E'));
    } finally {
      first.release();
      second.release();
    }
  });

  it('never show half of a transaction', async () => {
    const ids = forward().slice(0, 40);
    const [odd, even] = [ids.filter((_, i) => i % 2 === 1), ids.filter((_, i) => i % 2 === 0)];
    await other.query(setZone, [accountId, odd, 'A']);
    await other.query(setZone, [accountId, even, 'B']);
    const [columns] = processes as [ListingColumns];
    const before = (await bySql(inZone('A'))).total;
    let isDone = false;
    const swap = async () => {
      const client = await other.connect();
      for (let round = 0; round < 8; round += 1) {
        const [a, b] = round % 2 === 0 ? [even, odd] : [odd, even];
        await client.query('begin');
        await client.query(setZone, [accountId, a, 'A']);
        await client.query(setZone, [accountId, b, 'B']);
        await client.query('commit');
      }
      client.release();
      isDone = true;
    };
    const swapping = swap();
    while (!isDone) {
      const answers = await Promise.all([list(columns, inZone('A')), list(columns, inZone('A'))]);
      for (const answer of answers) {
        expect(answer?.total).toBe(before);
        // Shown data is from the same snapshot as the found rows.
        expect(answer?.shipments.map(({ zone }) => zone)).toEqual(answer?.shipments.map(() => 'A'));
      }
    }
    await swapping;
  });

  it('are loaded again in a process that slept for longer than changes are kept', async () => {
    const [columns, sleeper] = processes as [ListingColumns, ListingColumns];
    await other.query(setZone, [accountId, forward().slice(0, 30), 'C']);
    const expected = await bySql(inZone('C'));
    expect(await list(columns, inZone('C'))).toEqual(expected);
    await other.query(`update shipment_changes set logged_at = 'epoch'`);
    // Changes newer than an open transaction stay, and other tests on the server have open transactions.
    do await forgetOldChanges(test.database.database);
    while ((await other.query('select from shipment_changes')).rowCount !== 0);
    expect(await list(sleeper, inZone('C'))).toBeNull();
    await sleeper.settled();
    await expectExact(inZone('C'));
  });

  it('are not loaded again in a process that slept for a minute', async () => {
    const [columns, sleeper] = processes as [ListingColumns, ListingColumns];
    await expectExact(inZone('D'));
    const { loads } = sleeper.figures;
    for (const zone of ['D', 'A', 'D']) {
      await other.query(setZone, [accountId, forward().slice(0, 20), zone]);
      expect(await list(columns, inZone('D'))).toEqual(await bySql(inZone('D')));
    }
    await other.query("update shipment_changes set logged_at = now() - interval '1 minute'");
    await forgetOldChanges(test.database.database);
    expect(await list(sleeper, inZone('D'))).toEqual(await bySql(inZone('D')));
    expect(sleeper.figures.loads).toBe(loads);
  });

  it('read changes without a query while they are in use, and miss none', async () => {
    const database = new Database(secondPool);
    const columns = columnsOf(64, database, 1);
    const now = performance.now.bind(performance);
    let later = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    onTestFinished(() => clock.mockRestore());
    await load(columns);
    const looks = vi.spyOn(database, 'readInSnapshot');
    const looksOnceMore = async () => {
      const before = looks.mock.calls.length;
      // A read may have begun before.
      await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 1);
    };
    for (const zone of ['C', 'D', 'C']) {
      await other.query(setZone, [accountId, forward().slice(0, 25), zone]);
      // A process that reads while an older transaction of another test is open cannot tell later what was
      // deleted.
      const late = 'select from shipment_changes where changed_by >= pg_snapshot_xmin(pg_current_snapshot())';
      await expect.poll(async () => (await other.query(late)).rowCount).toBe(0);
      await looksOnceMore();
      await other.query(`update shipment_changes set logged_at = 'epoch'`);
      do await forgetOldChanges(test.database.database);
      while ((await other.query('select from shipment_changes')).rowCount !== 0);
      expect(await list(columns, inZone('C'))).toEqual(await bySql(inZone('C')));
    }
    expect(columns.figures.loads).toBe(1);
    later = 301_000;
    await looksStop(looks);
    expect(await list(columns, inZone('C'))).toEqual(await bySql(inZone('C')));
    await looksOnceMore();
    await columns.close();
    await looksStop(looks);
  });

  itOnOneServer('are loaded again if the tables were created and filled again, as by a restore', async () => {
    await expectExact(inZone('E'));
    await other.query(`begin;
      alter table shipment_changes rename to former_changes;
      create table shipment_changes (like former_changes including all);
      drop table former_changes;
      alter table shipments disable trigger user;
      update shipments set zone = case zone when 'E' then 'A' else 'E' end::zone where zone in ('A', 'E');
      alter table shipments enable trigger user;
      commit`);
    for (const columns of processes) {
      expect(await list(columns, inZone('E'))).toBeNull();
      await columns.settled();
    }
    await expectExact(inZone('E'));
  });

  it.each([
    ['a row was deleted', 'delete from shipments where account_id = $1 and shipment_id = $2', false],
    ['one change has more rows than the log names', ATTEMPT, true],
  ])('are loaded again if %s', async (_, sql, isUnnamed) => {
    await other.query(sql, [accountId, forward().at(-1)]);
    if (isUnnamed) {
      await other.query(`update shipment_changes set shipment_ids = null where ${LAST_CHANGE}`, [accountId]);
    }
    for (const columns of processes) {
      expect(await list(columns, {})).toBeNull();
      await columns.settled();
    }
    if (sql.startsWith('delete')) made = made.filter(({ shipmentId }) => shipmentId !== forward().at(-1));
    await expectExact({ zone: ['A', 'B'] });
  });

  it('are not used for an account with a value that does not fit, and are tried again after ten minutes', async () => {
    const account = await test.account();
    const [one] = await fill(account, 20);
    let opened = 0;
    const columns = new ListingColumns(test.database.database, {
      memoryMb: 64,
      fewestShipments: 1,
      followMs: NOT_BY_ITSELF_MS,
      openBuilder: () => {
        opened += 1;
        return buildHere();
      },
      onError: (error) => {
        throw error;
      },
    });
    onTestFinished(() => columns.close());
    const now = performance.now.bind(performance);
    let later = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    onTestFinished(() => clock.mockRestore());
    const look = async () => {
      expect(await list(columns, {}, account.accountId)).toBeNull();
      await columns.settled();
      return [columns.accounts, opened];
    };
    expect(await look()).toEqual([1, 1]);
    const set = 'update shipments set attempt_count = $3 where account_id = $1 and shipment_id = $2';
    await other.query(set, [account.accountId, one?.shipmentId, -1]);
    expect(await look()).toEqual([0, 2]);
    later += 11_000;
    expect(await look()).toEqual([0, 2]);
    await other.query(set, [account.accountId, one?.shipmentId, 1]);
    later += 600_000;
    expect(await look()).toEqual([1, 3]);
  });

  it('replace the least recently used account, also while its pages are read', async () => {
    const account = await test.account();
    const second = account.accountId;
    await fill(account, 60);
    // The memory is enough for one account.
    const columns = columnsOf(3);
    await load(columns);
    const filters = inZone('B');
    const whole = await bySql(filters);
    const first = await listByColumns(columns, accountId, { ...page(filters), perPage: 5 });
    await list(columns, {}, second);
    await columns.settled();
    expect(columns.accounts).toBe(1);
    const last = first?.shipments.at(-1);
    const after = { at: last?.createdAt.getTime() ?? 0, shipmentId: last?.shipmentId ?? '' };
    const next = { ...page(filters), perPage: 5, after };
    expect(await listByColumns(columns, accountId, next)).toBeNull();
    const walked = await listShipmentRows(test.database.database.account(accountId), next);
    expect([...(first?.shipments ?? []), ...walked.shipments]).toEqual(whole.shipments.slice(0, 10));
    await columns.close();
  });

  it('are loaded before the first query, the first account first, while there is room', async () => {
    const second = await test.account();
    await fill(second, 20);
    const columns = columnsOf();
    onTestFinished(() => columns.close());
    await columns.loadAhead([second.accountId, accountId]);
    expect([columns.accounts, columns.figures.passed]).toEqual([2, 0]);
    expect(
      await columns.ask(accountId, { find: async ({ bytes }) => bytes, show: async (found) => found }),
    ).not.toBeNull();
    const none = columnsOf(0);
    await none.loadAhead([accountId]);
    const little = columnsOf(0.001);
    onTestFinished(() => little.close());
    await little.loadAhead([second.accountId, accountId]);
    expect([none.accounts, little.accounts]).toEqual([0, 0]);
  });

  it('answer once and are then dropped if an account needs more than the whole memory', async () => {
    const account = await test.account();
    const [one] = await fill(account, 20);
    const columns = columnsOf(3);
    await load(columns, account.accountId);
    const its = [account.accountId, one?.shipmentId];
    // A word of four megabytes.
    await other.query(
      `update order_contacts c set city = repeat('x', 2000000) from shipments s
        where s.account_id = $1 and s.shipment_id = $2 and c.account_id = s.account_id and c.order_id = s.order_id`,
      its,
    );
    await other.query(`update shipments set zone = 'E' where account_id = $1 and shipment_id = $2`, its);
    const expected = await bySql(inZone('E'), account.accountId);
    expect(await list(columns, inZone('E'), account.accountId)).toEqual(expected);
    expect([columns.accounts, columns.bytes]).toEqual([0, 0]);
    expect(await list(columns, inZone('E'), account.accountId)).toBeNull();
    await columns.settled();
    expect(columns.figures.loads).toBe(1);
    await columns.close();
  });

  it('are loaded for one account after the other, and never use more memory than allowed', async () => {
    const second = await test.account();
    await fill(second, 60);
    const accounts = [accountId, second.accountId];
    let [open, most] = [0, 0];
    const columns = new ListingColumns(test.database.database, {
      memoryMb: 3,
      fewestShipments: 1,
      followMs: NOT_BY_ITSELF_MS,
      openBuilder: () => {
        open += 1;
        const builder = buildHere();
        return {
          ...builder,
          take: async (part) => {
            const bytes = await builder.take(part);
            most = Math.max(most, open);
            return bytes;
          },
          close: () => {
            open -= 1;
            builder.close();
          },
        };
      },
      onError: (error) => {
        throw error;
      },
    });
    await Promise.all(accounts.map((account) => list(columns, {}, account)));
    await columns.settled();
    expect([open, most]).toEqual([0, 1]);
    expect([columns.figures.loads, columns.accounts]).toEqual([2, 1]);
    expect(columns.bytes).toBeLessThan(3 * 1024 * 1024);
    await columns.close();
  });

  it.each([
    ['while they are loaded', 3],
    ['at the end of loading', 1],
  ])(
    'are not used for an account that proves too large %s, and are not tried again at once',
    async (when, memoryMb) => {
      const second = await test.account();
      await fill(second, 20);
      let opened = 0;
      const columns = new ListingColumns(test.database.database, {
        memoryMb,
        fewestShipments: 1,
        followMs: NOT_BY_ITSELF_MS,
        openBuilder: () => {
          opened += 1;
          const builder = buildHere();
          return {
            ...builder,
            take: async (part) => {
              const bytes = await builder.take(part);
              if (when === 'at its end') return 0;
              return bytes * (opened === 1 ? 1 : 2);
            },
          };
        },
        onError: (error) => {
          throw error;
        },
      });
      const look = async (account: string) => {
        await list(columns, {}, account);
        await columns.settled();
        return columns.accounts;
      };
      const kept = await look(accountId);
      expect(kept).toBe(memoryMb === 1 ? 0 : 1);
      expect([await look(second.accountId), columns.bytes, opened]).toEqual([0, 0, 2]);
      const now = performance.now.bind(performance);
      let later = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
      onTestFinished(() => clock.mockRestore());
      later += 11_000;
      expect([await look(second.accountId), opened]).toEqual([0, 2]);
      await other.query(
        `insert into shipment_count_deltas (account_id, journey, status, change)
       select account_id, journey, granular_status, -1 from shipments where account_id = $1 and journey = 'forward' limit 1`,
        [second.accountId],
      );
      later += 11_000;
      expect([await look(second.accountId), opened]).toEqual([0, 3]);
      await columns.close();
    },
  );

  it(
    'return each matching shipment once to a reader of all pages while rows change and columns are dropped',
    async () => {
      const account = await test.account();
      const walked = account.accountId;
      await fill(account, MADE);
      const { rows: all } = await other.query<{ shipment_id: string }>(
        `with copied as (
           insert into shipments select (json_populate_record(s, json_build_object('shipment_id', gen_random_uuid(),
               'created_at', s.created_at + nth * interval '1 millisecond'))).*
             from shipments s cross join generate_series(1, $2) as nth where s.account_id = $1 and s.journey = 'forward'
           returning shipment_id
         )
         select shipment_id from copied`,
        [walked, Math.ceil(WALKED / MADE)],
      );
      const ids = all.map(({ shipment_id }) => shipment_id);
      const columns = columnsOf(512);
      await load(columns, walked);
      const filters = { zone: ['A', 'B', 'C'] as const } satisfies ListingFilters;
      const moving = ids.filter((_, nth) => nth % 3 === 0);
      const { rows: steady } = await other.query<{ shipment_id: string }>(
        `select shipment_id from shipments where account_id = $1 and journey = 'forward' and zone in ('A', 'B', 'C')
            and not shipment_id = any($2) order by created_at desc, shipment_id desc`,
        [walked, moving],
      );
      const seen: string[] = [];
      let after: ListingPosition | null = null;
      let hasMore = true;
      for (let nth = 0; hasMore; nth += 1) {
        const some = Array.from({ length: 5 }, () => moving[Math.floor(random() * moving.length)]);
        await other.query(setZone, [walked, some, nth % 2 === 0 ? 'A' : 'E']);
        if (nth % 7 === 3) columns.forget(walked);
        if (nth % 7 === 5) await columns.settled();
        const asked = { ...page(filters), perPage: 100, after };
        const listing: Listing =
          (await listByColumns(columns, walked, asked)) ??
          (await listShipmentRows(test.database.database.account(walked), asked));
        seen.push(...listing.shipments.map(({ shipmentId }) => shipmentId));
        const last = listing.shipments.at(-1);
        after = last === undefined ? null : { at: last.createdAt.getTime(), shipmentId: last.shipmentId };
        hasMore = last !== undefined;
      }
      const isMoving = new Set(moving);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => !isMoving.has(id))).toEqual(steady.map(({ shipment_id }) => shipment_id));
      await columns.close();
    },
    Math.max(WALKED * WALKED_MS, 60_000),
  );

  it('are asked for the count before a deep page by last scan', async () => {
    const account = await test.account();
    await fill(account, 80);
    const columns = columnsOf();
    await load(columns, account.accountId);
    const ask = (filters: ListingFilters, number: number, sortBy: ListingOrder) =>
      listByColumns(columns, account.accountId, { ...page(filters, sortBy), perPage: 5, page: number }, 10);
    const total = (await ask({}, 1, 'last_scan_at'))?.total ?? 0;
    expect(total).toBeGreaterThan(20);
    expect((await ask({}, 3, 'last_scan_at'))?.shipments).toHaveLength(5);
    expect(await ask({}, 4, 'last_scan_at')).toBeNull();
    expect((await ask({}, 4, 'created_at'))?.shipments).toHaveLength(5);
    const behind = { shipments: [] };
    expect(await ask({}, Math.ceil(total / 5) + 1, 'last_scan_at')).toEqual({ ...behind, total });
    expect(await ask({ store_name: ['None'] }, 4, 'last_scan_at')).toEqual({ ...behind, total: 0 });
    await columns.close();
  });

  it('contain no rows of another account', async () => {
    const account = await test.account();
    const stranger = account.accountId;
    await fill(account, 40);
    const [columns] = processes as [ListingColumns];
    await load(columns, stranger);
    expect(await list(columns, inZone('A'), stranger)).toEqual(await bySql(inZone('A'), stranger));
    await expectExact(inZone('A'));
  });
});

describe('loading columns', () => {
  it('reads the state of the shipping contact and each word of an order once, in any order of rows', async () => {
    const account = await test.account();
    const of = account.accountId;
    const shipments = (await fill(account, 40)).filter(({ journey }) => journey === 'forward');
    const [early, late] = shipments as [MadeShipment, MadeShipment];
    const contact = `insert into order_contacts select (json_populate_record(c, json_build_object(
       'role', $3::text, 'state', $4::text))).* from order_contacts c where account_id = $1 and order_id = $2`;
    const item = `insert into order_items (account_id, order_id, position, item_id, selling_price_paise, units, name, sku)
      values ($1, $2, $3, $2, 1, 1, 'x', $4)`;
    await other.query(contact, [of, late.orderId, 'shipping', 'Goa']);
    // One order has its billing contact stored after its shipping contact.
    await other.query(contact, [of, early.orderId, 'shipping', 'Goa']);
    await other.query("update order_contacts set note = 'x' where account_id = $1 and role = 'billing'", [
      of,
    ]);
    const words = [
      [early, 'LAST'],
      [late, 'CUP'],
      [early, 'AMID'],
      [early, 'LAST'],
    ] as const;
    for (const [nth, [{ orderId }, sku]] of words.entries())
      await other.query(item, [of, orderId, 50 + nth, sku]);
    const [columns] = processes as [ListingColumns];
    await load(columns, of);
    const names = ['state', 'sku', 'tags'] as const;
    const expected = await test.database.database.readInSnapshot(of, (scope) =>
      facetsBySql(scope, {}, names),
    );
    expect(expected.facets.state).toHaveLength(2);
    expect(await facetsByColumns(columns, of, {}, names)).toEqual(expected);
    // Values looked up by shipment are equal.
    await other.query('update shipments set attempt_count = attempt_count where account_id = $1', [of]);
    expect(await facetsByColumns(columns, of, {}, names)).toEqual(expected);
  });

  it('returns the first row without sorting', async () => {
    const plans = await copyInSnapshot(test.database.database, accountId, async (copies) => {
      const explained: string[] = [];
      for (const [nth, { sql }] of COPIED_TABLES.entries()) {
        const query = { name: `explained-${nth}`, text: `explain (costs off) ${sql}` };
        const lines = await copies.read<{ 'QUERY PLAN': string }>(query, []);
        explained.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return explained;
    });
    for (const plan of plans) expect(plan).not.toContain('Sort');
  });
});

/** Waits until no further reads happen. */
async function looksStop(looks: { readonly mock: { readonly calls: readonly unknown[] } }): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const hasStopped = looks.mock.calls.length === before;
        before = looks.mock.calls.length;
        return hasStopped;
      },
      { interval: 50 },
    )
    .toBe(true);
}

/** Runs `work` with one connection. */
async function inClient(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

/** Copies a shipment, with the same or another time. */
async function copyShipment(client: pg.PoolClient, like: string, pick: number): Promise<void> {
  await client.query(
    `insert into shipments select (json_populate_record(s, json_build_object('shipment_id', $3::uuid, 'created_at',
         s.created_at + $4 * interval '1 millisecond'))).*
       from shipments s where account_id = $1 and shipment_id = $2`,
    [accountId, like, newId(), pick % 3],
  );
}
