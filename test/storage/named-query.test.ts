import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  test = await createDatabase();
  // One connection for all tests, so that each test sees the state that the previous one left.
  pool = openTestPool(test.connection, 1);
  await pool.query('create table dakiya.named (at timestamptz, said json, counted integer, word text)');
});
afterAll(async () => {
  await pool.end();
  await test.drop();
});

/** The same query without a name. */
const asPlain = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;

const READ = {
  name: 'read-named',
  text: `select now() - now() + timestamptz '2026-11-20T10:00Z' as at, json_build_object('a', $1::text) as said,
    generate_series(1, $2::integer) as counted, null as word`,
};

it('returns the same rows as a query without a name', async () => {
  for (const values of [
    ['x', 1],
    ['y', 3],
    ['z', 0],
    [null, 2],
  ]) {
    expect((await pool.query({ ...READ, values })).rows).toEqual(await asPlain(READ.text, values));
  }
});

it('is described only the first time', async () => {
  const client = await pool.connect();
  try {
    const { connection } = client as unknown as {
      connection: pg.Connection & { describe(what: object): void };
    };
    let described = 0;
    const describe = connection.describe.bind(connection);
    connection.describe = (what) => {
      described += 1;
      describe(what);
    };
    const ask = (word: string) =>
      client.query({ name: 'described-once', text: 'select $1::text as word', values: [word] });
    const add = () => client.query({ name: 'added-once', text: `insert into named (word) values ('x')` });
    for (const word of ['first', 'second', 'third']) {
      expect((await ask(word)).rows).toEqual([{ word }]);
      expect((await add()).rowCount).toBe(1);
    }
    expect(described).toBe(2);
    const together = await Promise.all([ask('fourth'), add(), ask('fifth')]);
    expect(together.map(({ rows, rowCount }) => [rows, rowCount])).toEqual([
      [[{ word: 'fourth' }], 1],
      [[], 1],
      [[{ word: 'fifth' }], 1],
    ]);
  } finally {
    // The changed connection must not be used again.
    client.release(true);
  }
});

it('works after a failure, and the stack of the error names the caller', async () => {
  const divide = (by: number) =>
    pool.query({ name: 'divide', text: 'select 6 / $1::integer as share', values: [by] });
  async function asker() {
    const client = await pool.connect();
    try {
      await client.query({ name: 'divide', text: 'select 6 / $1::integer as share', values: [0] });
    } finally {
      client.release();
    }
  }
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(2)).rows).toEqual([{ share: 3 }]);
  await expect(asker()).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('asker') });
  expect((await divide(3)).rows).toEqual([{ share: 2 }]);
});

it('is refused by the server after the table changed', async () => {
  const all = () => pool.query({ name: 'all-named', text: 'select * from named' });
  await all();
  await pool.query('alter table named add more text');
  await expect(all()).rejects.toThrow('cached plan must not change result type');
});

it('is refused if a pooler prepared it again with other columns, and then described again', async () => {
  const client = await pool.connect();
  try {
    const ask = () => client.query({ name: 'named-anew', text: 'select 1 as one' });
    await ask();
    await client.query('deallocate "named-anew"');
    await client.query('prepare "named-anew" as select 1 as one, 2 as two');
    await expect(ask()).rejects.toThrow('have changed since');
    expect((await ask()).rows).toEqual([{ one: 1, two: 2 }]);
  } finally {
    client.release(true);
  }
});
