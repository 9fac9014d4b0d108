import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endReading, inTransaction, pipelined } from '../../src/storage/transaction.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let pool: ReturnType<typeof openTestPool>;

beforeAll(async () => {
  test = await createDatabase();
  // One connection for all tests, so that each test sees the state that the previous one left.
  pool = openTestPool(test.connection, 1);
  await pool.query('create table dakiya.flown (name text primary key, seen integer)');
});
afterAll(async () => {
  await pool.end();
  await test.drop();
});

const ADD = { name: 'add-flown', text: 'insert into flown select $1, count(*) from flown returning seen' };
const COUNT = { name: 'count-flown', text: 'select count(*)::integer as seen from flown' };

describe('pipelined statements of one transaction', () => {
  it('run in order', async () => {
    const seen = await inTransaction(pool, 'begin', (client) =>
      pipelined([
        client.query({ ...ADD, values: ['first'] }),
        client.query({ ...ADD, values: ['second'] }),
        client.query(COUNT),
      ]),
    );
    expect(seen.map(({ rows }) => rows[0].seen)).toEqual([0, 1, 2]);
  });

  it('are rolled back with the error of the first that fails, and the connection stays usable', async () => {
    const twice = inTransaction(pool, 'begin', (client) =>
      pipelined([
        client.query({ ...ADD, values: ['first'] }),
        client.query({ name: 'said-here-first', text: 'select 1 as one' }),
        client.query({ ...ADD, values: ['third'] }),
      ]),
    );
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    const after = await inTransaction(pool, 'begin', (client) =>
      pipelined([client.query({ name: 'said-here-first', text: 'select 1 as one' }), client.query(COUNT)]),
    );
    expect(after.map(({ rows }) => rows[0])).toEqual([{ one: 1 }, { seen: 2 }]);
  });

  it('fail with the error that was the cause, even if a later error arrives first', async () => {
    const twoSteps = async (client: pg.PoolClient) => {
      await client.query(COUNT);
      await client.query(COUNT);
    };
    const work = inTransaction(pool, 'begin', (client) =>
      pipelined([twoSteps(client), client.query('select from nothing_here')]),
    );
    await expect(work).rejects.toMatchObject({ code: '42P01' });
  });

  it('stop and fail with the reason if the server refuses to begin the transaction', async () => {
    const names = async () =>
      (await pool.query<{ name: string }>('select name from flown')).rows.map(({ name }) => name);
    const told: unknown[] = [];
    const work = inTransaction(pool, 'begin as nobody can', async (client) => {
      await client.query(COUNT);
      const second = client.query({ ...ADD, values: ['after the refusal'] });
      await second.catch((error: unknown) => told.push(error));
      await second;
    });
    await expect(work).rejects.toMatchObject({ code: '42601' });
    expect(told).toEqual([expect.any(Error)]);
    expect(await names()).not.toContain('after the refusal');
    const unnoticed = inTransaction(pool, 'begin as nobody can', (client) => client.query(COUNT));
    await expect(unnoticed).rejects.toMatchObject({ code: '42601' });
  });

  it('all end before the transaction ends, even if one part fails early', async () => {
    const told: string[] = [];
    const goesOn = async (ask: () => Promise<unknown>) => {
      for (const step of ['one', 'two']) {
        await ask().catch(() => undefined);
        told.push(step);
      }
    };
    const work = inTransaction(pool, 'begin', (client) =>
      pipelined([client.query('select from nothing_here'), goesOn(() => client.query(COUNT))]),
    );
    await expect(work).rejects.toThrow('nothing_here');
    expect(told).toEqual(['one', 'two']);
  });
});

describe('the end of a transaction that only reads', () => {
  const READ = 'start transaction read only';
  const backend = async (client: Pick<pg.PoolClient, 'query'>) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

  it('is not awaited by the reader, and returns the connection to the pool', async () => {
    const pid = await inTransaction(pool, READ, backend, endReading);
    // It is not answered before the next turn.
    expect(pool.idleCount).toBe(0);
    await expect.poll(() => pool.idleCount).toBe(1);
    expect(await backend(pool)).toBe(pid);
    const isOpen = await pool.query<{ is_open: boolean }>('select now() <> statement_timestamp() as is_open');
    expect(isOpen.rows).toEqual([{ is_open: false }]);
  });

  it('does not lose the result if the connection breaks, and drops the connection', async () => {
    const other = openTestPool(test.connection, 1);
    const pid = await inTransaction(
      pool,
      READ,
      async (client) => {
        const read = await backend(client);
        await other.query('select pg_terminate_backend($1::integer)', [read]);
        return read;
      },
      endReading,
    );
    await other.end();
    await expect.poll(() => pool.totalCount).toBe(0);
    expect(await backend(pool)).not.toBe(pid);
  });
});

describe('a COPY on a connection that sends statements together', () => {
  it('is refused while another statement runs, and that statement is answered', async () => {
    await inTransaction(pool, 'begin', async (client) => {
      const counted = client.query(COUNT);
      expect(() => client.query(copyTo('copy flown to stdout'))).toThrow('A COPY must wait');
      expect((await counted).rowCount).toBe(1);
    });
  });

  it('ends before statements that were sent during it run', async () => {
    await inTransaction(pool, 'begin', async (client) => {
      const { rows } = await client.query(COUNT);
      const copy = client.query(copyFrom('copy flown (name) from stdin'));
      const during = pipelined([client.query(COUNT), client.query({ ...ADD, values: ['asked during it'] })]);
      await pipeline(Readable.from(['copied\n']), copy);
      const [counted, added] = await during;
      expect([counted, added].map(({ rows }) => rows[0].seen)).toEqual([rows[0].seen + 1, rows[0].seen + 1]);
    });
  });
});
