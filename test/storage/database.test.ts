import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { AccountWriter } from '../../src/storage/account-scope.ts';
import { type DueWork, takeDueWork } from '../../src/storage/cluster/each-account.ts';
import { Database, openPool } from '../../src/storage/database.ts';
import { readServiceSecret, replaceServiceSecret } from '../../src/storage/service-secrets.ts';
import type { RowsStatement } from '../../src/storage/service-transaction.ts';
import { isCluster } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const NOW = new Date('2026-11-16T06:30:00Z');
const BY = { actor: SYSTEM, now: NOW, newId };
/** In the order of their ids. */
const ACCOUNTS = [newId(), newId(), newId()] as const;

let test: TestDatabase;
/** The same database, with the statements for a cluster. */
let asCluster: Database;

beforeAll(async () => {
  test = await createDatabase();
  asCluster = new Database(
    openPool({
      connection: test.connection,
      maxConnections: 2,
      applicationName: 'dakiya-test',
      isCluster: true,
      onError: () => undefined,
    }),
  );
  await test.sql('create table dakiya.visits (account_id uuid not null, visit integer not null)');
});
afterAll(async () => {
  await asCluster.close();
  await test.drop();
});

async function visitsOf(accountId: string): Promise<number[]> {
  const rows = await test.database
    .account(accountId)
    .read<{ visit: number }>('select visit from visits where account_id = $1 order by visit', []);
  return rows.map(({ visit }) => visit);
}

const insertVisit = (writer: AccountWriter, visit: number) =>
  writer.change('insert into visits values ($1, $2)', [visit]);

describe('a change of an account', () => {
  it('is rolled back without an audit record', async () => {
    const accountId = newId();
    const write = test.database.change(accountId, BY, (writer) => insertVisit(writer, 1));
    await expect(write).rejects.toThrow('made without an audit record');
    const across = test.database.change(accountId, BY, (writer) =>
      writer.acrossAccounts.run('insert into visits values ($1, 2)', [accountId]),
    );
    await expect(across).rejects.toThrow('made without an audit record');
    expect(await visitsOf(accountId)).toEqual([]);
  });

  it('is committed with an audit record, or with a reason for none', async () => {
    const accountId = newId();
    await test.database.change(accountId, BY, async (writer) => {
      await insertVisit(writer, 1);
      await writer.record({
        action: 'visit',
        subjectKind: 'account',
        subjectId: accountId,
        changes: { a: 1 },
      });
    });
    await test.database.change(accountId, BY, async (writer) => {
      await insertVisit(writer, 2);
      writer.skipAudit('a test');
    });
    await test.database.change(accountId, BY, (writer) => writer.read('select $1::uuid', []));
    expect(await visitsOf(accountId)).toEqual([1, 2]);
    const records = await test.database
      .account(accountId)
      .read('select action, actor_kind, recorded_at, changes from audit_records where account_id = $1', []);
    expect(records).toEqual([
      { action: 'visit', actor_kind: SYSTEM.kind, recorded_at: NOW, changes: { a: 1 } },
    ]);
  });

  it('must name the account in each statement', async () => {
    const read = test.database.account(ACCOUNTS[0]).read('select 1 where $2', [true]);
    await expect(read).rejects.toThrow('must contain $1, the account');
  });
});

describe('a statement about rows of several accounts', () => {
  const COUNT: RowsStatement = {
    name: 'count-visits',
    account: 'n.account_id',
    text: (account) => `select v.account_id, count(*)::integer as visits
      from unnest($1::uuid[]) as n (account_id) join visits v on v.account_id = ${account} and v.account_id = n.account_id
      group by v.account_id order by v.account_id`,
  };

  it.each(['one server', 'a cluster'])('returns the rows of every account on %s', async (where) => {
    const database = where === 'a cluster' ? asCluster : test.database;
    const [one, two, other] = [newId(), newId(), newId()];
    const items = [two, one, two].map((accountId) => ({ accountId }));
    const counts = await database.changeAcrossAccounts(BY, async (transaction) => {
      for (const accountId of [one, two, two, other])
        await transaction.run('insert into visits values ($1, 1)', [accountId]);
      return transaction.runFor<{ account_id: string; visits: number }, { accountId: string }>(
        COUNT,
        items,
        (some) => [[...new Set(some.map(({ accountId }) => accountId))]],
      );
    });
    expect(counts).toEqual([
      { account_id: one, visits: 1 },
      { account_id: two, visits: 2 },
    ]);
  });
});

describe('due work of all accounts', () => {
  const WORK: DueWork = {
    name: 'take-visits',
    accounts: 'select distinct account_id from visits where visit = $1 order by account_id',
    text: (only) => `delete from visits where ctid in
      (select v.ctid from visits v where v.visit = $1${only('v')} order by v.account_id limit $2)
      returning account_id`,
  };

  /** Takes at most this many visits. Returns the number taken of each account. */
  async function taken(database: Database, most: number): Promise<number[]> {
    await test.sql('truncate visits');
    await test.sql(
      `insert into visits select account_id, visit from unnest($1::uuid[], $2::integer[]) as owners (account_id, times),
         generate_series(1, times), unnest(array[7, 8]) visit`,
      [ACCOUNTS, [5, 1, 5]],
    );
    const rows = await takeDueWork<{ account_id: string }>(
      database,
      WORK,
      { ofAccounts: [7], of: (share) => [7, share] },
      most,
    );
    return ACCOUNTS.map((accountId) => rows.filter((row) => row.account_id === accountId).length);
  }

  it.each([
    [1, [1, 0, 0]],
    [6, [2, 1, 3]],
    [9, [3, 1, 5]],
    [50, [5, 1, 5]],
  ])('is shared out between the accounts on a cluster, at most %i rows', async (most, counts) => {
    expect(await taken(asCluster, most)).toEqual(counts);
  });

  it.skipIf(isCluster(inject('server'))).each([6, 11, 12])(
    'is taken by one statement on one server, at most %i rows',
    async (most) => {
      const counts = await taken(test.database, most);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Math.min(most, 11));
    },
  );
});

describe('a secret of the service', () => {
  const read = (name: string, byte: number) =>
    readServiceSecret(test.database, name, NOW, () => Buffer.alloc(32, byte));

  it('is the same for all processes that create it at once, and differs by name', async () => {
    const made = await Promise.all([1, 2, 3, 4].map((byte) => read('one', byte)));
    expect(new Set(made.map(String)).size).toBe(1);
    expect(await read('two', 9)).toEqual(Buffer.alloc(32, 9));
    expect(await read('one', 9)).toEqual(made[0]);
  });

  it('is replaced only if it did not change meanwhile', async () => {
    const [before, first, second] = [await read('three', 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
    const four = await read('four', 1);
    await replaceServiceSecret(test.database, 'three', { before, after: first });
    await replaceServiceSecret(test.database, 'three', { before, after: second });
    expect([await read('three', 9), await read('four', 9)]).toEqual([first, four]);
  });
});
