import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CopyOut } from '../../src/storage/copy-out.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';

const ROWS = 30_000;

let test: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  test = await createDatabase();
  pool = openTestPool(test.connection, 1);
});
afterAll(async () => {
  await pool.end();
  await test.drop();
});

/** The content of row messages. */
function rowsOf(messages: Buffer): string {
  const rows: Buffer[] = [];
  for (let at = 0; at < messages.length; ) {
    const end = at + 1 + messages.readUInt32BE(at + 1);
    if (messages.toString('latin1', at, at + 1) === 'd') rows.push(messages.subarray(at + 5, end));
    at = end;
  }
  return Buffer.concat(rows).toString();
}

async function copied(client: pg.PoolClient, query: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of client.query(new CopyOut(`copy (${query}) to stdout`))) parts.push(part);
  return rowsOf(Buffer.concat(parts));
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i + 1}\t${'x'.repeat((i + 1) % 300)}\n`).join('');
const numbers = (until: number) => `select n, repeat('x', n % 300) from generate_series(1, ${until}) as n`;

it('returns no row, one row and many rows, and leaves the connection usable', async () => {
  const client = await pool.connect();
  try {
    for (const count of [0, 1, ROWS]) expect(await copied(client, numbers(count))).toBe(lines(count));
    const [one, two] = await Promise.all([client.query('select 1 as one'), client.query('select 2 as two')]);
    expect([one.rows, two.rows]).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  } finally {
    client.release();
  }
});

it('does not take notices of the server for rows', async () => {
  const client = await pool.connect();
  try {
    await client.query(`create function pg_temp.noisy(n integer) returns integer language plpgsql as
      $$ begin raise notice 'at %', n; return n; end $$`);
    const noisy = `select pg_temp.noisy(n) from generate_series(1, 300) as n`;
    expect(await copied(client, noisy)).toBe(Array.from({ length: 300 }, (_, i) => `${i + 1}\n`).join(''));
  } finally {
    client.release();
  }
});

it('fails at a row that cannot be computed, and leaves the connection usable', async () => {
  const client = await pool.connect();
  try {
    const broken = `select n, 1 / (${ROWS} - n) from generate_series(1, ${ROWS}) as n`;
    await expect(copied(client, broken)).rejects.toMatchObject({ code: '22012' });
    await expect(copied(client, 'select from nothing_here')).rejects.toMatchObject({ code: '42P01' });
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
});

it('stops reading from the socket while its reader is slow', async () => {
  const client = await pool.connect();
  const copy = client.query(new CopyOut(`copy (${numbers(1_000_000)}) to stdout`));
  const { stream } = (client as unknown as { connection: { stream: { isPaused(): boolean } } }).connection;
  await expect.poll(() => stream.isPaused()).toBe(true);
  expect(copy.readableLength).toBeLessThan(100);
  // A reader that stops in the middle does not need the connection.
  copy.destroy();
  client.release(true);
});
