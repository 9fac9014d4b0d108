import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { backupDatabase } from '../../src/backup/backup-database.ts';
import { writeOutputFile } from '../../src/backup/output-file.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { installJobQueue } from '../../src/storage/job-queue.ts';
import { isMigrated, type Migration, migrate, readMigrations } from '../../src/storage/migrate.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { isCluster } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { backUp, migrationAfter, NEVER, restore, serviceOf } from './backup-work.ts';
import { checksums, sequences, shape } from './checksums.ts';
import { fillEveryTable } from './fill-every-table.ts';

/** Texts that COPY could get wrong. */
const AWKWARD_TEXTS = [
  '',
  '\\.',
  '\\N',
  'tab\tnewline\nreturn\r\nbackslash\\ end\\',
  'चाय & Co, தேநீர், 茶, 🫖',
  `"quoted", 'quoted', $1, ${'long '.repeat(20_000)}`,
  '\u0001\u001f\u007f\u2028',
];

/** Possible later tables that are hard to restore. */
const HARD_TABLES = `
  create type mood as enum ('glum', 'merry');
  create table zoo (
    animal_id bigint generated always as identity (start with 41) primary key,
    serial_number serial,
    twice bigint generated always as (amount * 2) stored,
    amount integer, exact numeric, "double" double precision, day date, moment timestamptz, span interval,
    words text[], document jsonb, raw json, bytes bytea, mood mood, flag boolean, address inet, range int4range
  );
  create index zoo_by_amount on zoo (amount desc nulls last) where flag;
  comment on index zoo_by_amount is 'it''s partial';
  create unique index zoo_serial_numbers on zoo (serial_number);
  create table zoo_log (line text not null);
  create function log_zoo() returns trigger language plpgsql as
    $$ begin insert into zoo_log values (tg_name); return new; end $$;
  create trigger log_insert after insert on zoo for each row execute function log_zoo();
  create trigger log_always after insert on zoo for each row execute function log_zoo();
  create trigger log_never after insert on zoo for each row execute function log_zoo();
  alter table zoo enable always trigger log_always;
  alter table zoo disable trigger log_never;

  create table hens (hen_id integer primary key, egg_id integer not null);
  create table eggs (
    egg_id integer primary key,
    hen_id integer constraint "laid by" references hens on delete cascade,
    twin_id integer references eggs deferrable initially deferred
  );
  alter table hens add constraint hatched_from foreign key (egg_id) references eggs deferrable;
  comment on constraint hatched_from on hens is 'which came first';

  create table "Odd ""Name"" " ("select" integer primary key, "wh""ere" text);
  create table days (day date not null, note text) partition by range (day);
  create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01');
  create table days_else partition of days default;
  create index days_by_note on days (note);
  create table nothing_in_it (one integer);
`;

const HARD_ROWS = `
  insert into dakiya.zoo (amount, exact, "double", day, moment, span, words, document, raw, bytes, mood, flag, address, range)
  select n, 1e-30 * n + 1e20, 1.0 / 3 * n, date '2026-11-21' + n, timestamptz '2026-11-21 10:00:00.123456+05:30' + n * interval '1 day',
    make_interval(months => n, secs => 0.5), array['a,b', null, '{"}', 'tab' || chr(9)], jsonb_build_object('n', n, 'text', E'\\\\.\\n'),
    '{ "kept":  "as it is" }', decode(md5(n::text), 'hex'), (array['glum', 'merry'])[1 + n % 2]::dakiya.mood, n % 3 = 0,
    '2001:db8::1', int4range(n, n + 5)
  from generate_series(1, 50) n;
  insert into dakiya.zoo (amount) values (null);
  begin;
  set constraints all deferred;
  insert into dakiya.hens values (1, 2), (2, 1);
  insert into dakiya.eggs values (1, 1, 2), (2, 2, 1), (3, null, null);
  commit;
  insert into dakiya."Odd ""Name"" " values (1, 'x'), (2, null);
  insert into dakiya.days values ('2026-11-21', 'today'), ('2031-01-01', null);
`;

let migrations: readonly Migration[];
let hard: readonly Migration[];
let folder: string;
let source: TestDatabase;
/** A backup of `source`. */
let ofSource: string;
const opened: TestDatabase[] = [];

beforeAll(async () => {
  migrations = await readMigrations(MIGRATIONS_FOLDER);
  hard = [...migrations, migrationAfter(migrations, HARD_TABLES)];
  folder = await mkdtemp(join(tmpdir(), 'dakiya-backup-'));
  source = await oneServer('migrated');
  await migrate(source.database.pool, hard);
  await fill(source);
  await source.sql(HARD_ROWS);
  ofSource = newFile();
  await backUp(source, ofSource, { migrations: hard });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.drop()));
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

async function target(kind: 'migrated' | 'empty' = 'empty'): Promise<TestDatabase> {
  const database = await oneServer(kind);
  opened.push(database);
  return database;
}

/**
 * Not distributed, not even on a cluster's coordinator: the tables above have no place there. test/cluster
 * tests distributed ones.
 */
async function oneServer(kind: 'migrated' | 'empty'): Promise<TestDatabase> {
  if (!isCluster(inject('server'))) return createDatabase(kind);
  const database = await createDatabase('empty');
  if (kind === 'migrated') {
    await migrate(database.database.pool, migrations);
    await installJobQueue(database.database.pool);
  }
  return database;
}

function newFile(): string {
  return join(folder, `${randomBytes(4).toString('hex')}.dky`);
}

async function fill(database: TestDatabase): Promise<void> {
  const { accountId } = await createAccount(serviceOf(database), OPERATOR, 'Chai & Co');
  await database.sql("insert into service_secrets values ('links', $1, now())", [randomBytes(32)]);
  for (const [index, text] of AWKWARD_TEXTS.entries()) {
    const rows = await database.sql<{ store_id: string }>(
      `insert into stores (account_id, store_id, store_name, brand_name, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, now(), now()) returning store_id`,
      [accountId, `store-${index}`, text],
    );
    await database.sql(
      `insert into store_logos (account_id, store_id, content_hash, media_type, extension, width, height, bytes, created_at)
       values ($1, $2, $3, 'image/png', 'png', 1, 1, $4, now())`,
      [accountId, rows[0]?.store_id, String(index), randomBytes(index * 150_000)],
    );
  }
}

/** Tells whether the database has none of our tables, as before a first start. */
/** An empty job queue is allowed, because it is created outside of transactions. */
async function isEmpty({ database }: TestDatabase): Promise<boolean> {
  const { rows } = await database.pool.query<{ empty: boolean; queue: boolean }>(
    "select to_regclass('dakiya.migrations') is null as empty, to_regclass('graphile_worker.jobs') is not null as queue",
  );
  if (rows[0]?.queue === true) {
    const jobs = await database.pool.query('select from graphile_worker.jobs');
    expect(jobs.rows).toEqual([]);
  }
  return rows[0]?.empty === true;
}

describe('a backup restored into an empty database', () => {
  it('has every row, the same schema and the same sequences, whatever the settings of a server', async () => {
    const strange = await target('migrated');
    // An operator may set how a server writes dates, bytes and times.
    const settings =
      "set datestyle = 'SQL, DMY'; set intervalstyle = 'sql_standard'; set bytea_output = 'escape'; set extra_float_digits = -5; set timezone = 'Asia/Kolkata'; set statement_timeout = '1s'; set client_encoding = 'UTF8'";
    strange.database.pool.on('connect', (client: { query(text: string): unknown }) => client.query(settings));
    await restore(ofSource, strange, { migrations: hard });
    const file = newFile();
    const made = await backUp(strange, file, { migrations: hard });
    const into = await target();
    const restored = await restore(file, into, { migrations: hard });

    const before = await checksums(source.sql);
    expect(await checksums(into.sql)).toEqual(before);
    expect(before.store_logos).toMatch(new RegExp(`^${AWKWARD_TEXTS.length} rows `));
    expect(before.zoo_log).toMatch(/^102 rows /);
    expect(await shape(into.sql)).toEqual(await shape(source.sql));
    expect(await sequences(into.sql)).toEqual(await sequences(source.sql));
    expect(await isMigrated(into.database.pool, hard)).toBe(true);
    expect(restored).toMatchObject({ rows: made.rows, migrated: [] });
    expect(made.rows).toMatchObject({ zoo: 51, 'Odd "Name" ': 2, days: 2, nothing_in_it: 0 });
    expect(made.bytes).toBe((await stat(file)).size);

    await into.sql('insert into dakiya.zoo (amount) values (1)');
    const rows = await into.sql('select max(animal_id) as newest from dakiya.zoo');
    expect(rows).toEqual([{ newest: 92 }]);
  });

  it('has every table of the database, but no generated columns', async () => {
    const made = await backUp(source, newFile(), { migrations: hard });
    const tables = Object.keys(await checksums(source.sql));
    expect(Object.keys(made.rows)).toEqual(tables.filter((name) => !/^days_/.test(name)));
    expect(made.header.tables.find(({ name }) => name === 'zoo')?.columns).not.toContain('twice');
  });

  it('has the same rows in every table, with full and with empty columns', async () => {
    const full = await target('migrated');
    const filled = await fillEveryTable(full.sql);
    const before = await checksums(full.sql);
    expect(filled.toSorted()).toEqual(Object.keys(before));
    const empty = Object.keys(before).filter((table) => before[table]?.startsWith('0 rows'));
    expect(empty).toEqual([]);
    const file = newFile();
    await backUp(full, file, { migrations });
    const into = await target('migrated');
    await restore(file, into, { migrations });
    expect(await checksums(into.sql)).toEqual(before);
    expect(await sequences(into.sql)).toEqual(await sequences(full.sql));
  });

  it('is migrated to the newer release together with its rows', async () => {
    const later = [
      ...hard,
      migrationAfter(hard, 'alter table accounts add shout text; update accounts set shout = upper(name)'),
    ];
    const newest = [...later, migrationAfter(later, 'alter table accounts alter shout set not null')];
    const into = await target('migrated');
    const { migrated } = await restore(ofSource, into, { migrations: newest });
    expect(migrated).toEqual(newest.slice(-2).map(({ name }) => name));
    const rows = await into.sql('select shout from accounts');
    expect(rows).toEqual([{ shout: 'CHAI & CO' }]);
    expect(await isMigrated(into.database.pool, newest)).toBe(true);
  });
});

describe('a backup', () => {
  it('contains the rows of one moment while others write', async () => {
    const from = await target('migrated');
    const service = serviceOf(from);
    await createAccount(service, OPERATOR, 'before');
    const file = newFile();
    const made = await backupDatabase(service, {
      release: '1.2.3',
      migrations,
      progress: () => undefined,
      write: async (bytes) => {
        await createAccount(service, OPERATOR, 'after');
        await writeOutputFile(file, bytes, { replace: false, signal: NEVER });
      },
    });
    expect(made.rows).toMatchObject({ accounts: 1, audit_records: 2 });
    const into = await target('migrated');
    await restore(file, into, { migrations });
    const rows = await into.sql('select name from accounts');
    expect(rows).toEqual([{ name: 'before' }]);
  });

  it('of an empty database is refused', async () => {
    await expect(backUp(await target(), newFile(), { migrations })).rejects.toThrow(
      /^The database is empty, there is nothing to back up/,
    );
  });

  it('of a newer database is refused', async () => {
    await expect(backUp(source, newFile(), { migrations })).rejects.toThrow(
      /^The database was migrated by a newer release \(\d{4}-made\)/,
    );
  });

  it('leaves no file when it is stopped or fails', async () => {
    const file = newFile();
    const stop = new AbortController();
    const stopped = backUp(source, file, {
      migrations: hard,
      signal: stop.signal,
      progress: () => stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    // The rows are not read, so the server waits in the middle of a large table.
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy%' and wait_event = 'ClientWrite'`;
    const cut = async function* (bytes: AsyncIterable<Buffer>) {
      let isCut = false;
      for await (const part of bytes) {
        if (!isCut) await expect.poll(async () => (await source.sql(end)).length).toBe(1);
        isCut = true;
        yield part;
      }
    };
    const broken = backupDatabase(serviceOf(source), {
      release: '1.2.3',
      migrations: hard,
      progress: () => undefined,
      write: (bytes) => writeOutputFile(file, cut(bytes), { replace: false, signal: NEVER }),
    });
    await expect(broken).rejects.toThrow(/^The backup failed: .*\(PostgreSQL: /);
    const names = await readdir(folder);
    expect(names.filter((name) => file.endsWith(name.slice(0, 12)))).toEqual([]);
  });
});

describe('a restore', () => {
  it('is refused in a database with accounts, and changes nothing', async () => {
    const into = await target('migrated');
    await createAccount(serviceOf(into), OPERATOR, 'Already here');
    const before = await checksums(into.sql);
    await expect(restore(ofSource, into, { migrations: hard })).rejects.toThrow(
      /^The database already holds accounts: restore into an empty one/,
    );
    expect(await checksums(into.sql)).toEqual(before);
    expect(await isMigrated(into.database.pool, migrations)).toBe(true);
  });

  it('is refused while an account is being created, and keeps that account', async () => {
    const into = await target('migrated');
    const { pool } = into.database;
    const maker = await pool.connect();
    await maker.query('begin');
    await maker.query(
      "insert into accounts (account_id, name, created_at) values (gen_random_uuid(), 'New', now())",
    );
    const refusal = expect(restore(ofSource, into, { migrations: hard })).rejects.toThrow(
      /^The database already holds accounts/,
    );
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await maker.query('commit');
    maker.release();
    await refusal;
    expect((await pool.query('select name from accounts')).rows).toEqual([{ name: 'New' }]);
  });

  it('is refused by an older release', async () => {
    const into = await target();
    await expect(restore(ofSource, into, { migrations })).rejects.toThrow(
      /^The backup was made by a newer release \(1\.2\.3, \d{4}-made\): restore it with that release or a newer one/,
    );
    expect(await isEmpty(into)).toBe(true);
  });

  it('is refused if a migration was edited since the backup', async () => {
    const edited = [...migrations, migrationAfter(migrations, 'select 1')];
    await expect(restore(ofSource, await target(), { migrations: edited })).rejects.toThrow(
      /^Migration \d{4}-made differs from the one the backup was made with/,
    );
  });

  it('is refused in a database with newer migrations than the backup', async () => {
    const file = newFile();
    const from = await target('migrated');
    await createAccount(serviceOf(from), OPERATOR, 'Old');
    await backUp(from, file, { migrations });
    const into = await target();
    await migrate(into.database.pool, hard);
    await expect(restore(file, into, { migrations: hard })).rejects.toThrow(
      /^The database, though without accounts, is migrated further \(\d{4}-made\) than the backup/,
    );
  });

  it('is refused if another program has a schema with our name', async () => {
    const into = await target();
    await into.sql('create schema dakiya; create table dakiya.songs ()');
    await expect(restore(ofSource, into, { migrations: hard })).rejects.toThrow(
      /^The schema dakiya of the database holds tables that are not Dakiya's/,
    );
  });

  it('is refused if the backup has columns that an operator added, and names them', async () => {
    const from = await target('migrated');
    await createAccount(serviceOf(from), OPERATOR, 'Tinkered');
    await from.sql('alter table accounts add note text; create table dakiya.own (one integer)');
    const file = newFile();
    await backUp(from, file, { migrations });
    const into = await target();
    await expect(restore(file, into, { migrations })).rejects.toThrow(/accounts\.note, own\.one/);
    expect(await isEmpty(into)).toBe(true);
  });

  it('leaves the database empty if it is stopped or fails', async () => {
    const into = await target();
    const stop = new AbortController();
    const stopped = restore(ofSource, into, {
      migrations: hard,
      signal: stop.signal,
      progress: () => stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(await isEmpty(into)).toBe(true);

    const failing = [...hard, migrationAfter(hard, 'select 1 / 0')];
    await expect(restore(ofSource, into, { migrations: failing })).rejects.toThrow(
      'The restore failed, and the database is as it was (PostgreSQL: division by zero)',
    );
    expect(await isEmpty(into)).toBe(true);
    await restore(ofSource, into, { migrations: hard });
    expect(await checksums(into.sql)).toEqual(await checksums(source.sql));
  });

  it('succeeds only once if two run at the same time', async () => {
    const into = await target();
    const results = await Promise.allSettled([
      restore(ofSource, into, { migrations: hard }),
      restore(ofSource, into, { migrations: hard }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/^The database already holds accounts/) },
    });
    expect(await checksums(into.sql)).toEqual(await checksums(source.sql));
  });

  it('replaces the rows of a first start, while a service that starts waits', async () => {
    const into = await target('migrated');
    await into.sql("insert into service_secrets values ('links', 'other', now())");
    let started: Promise<string[]> | undefined;
    await restore(ofSource, into, {
      migrations: hard,
      progress: () => {
        started ??= migrate(into.database.pool, hard);
      },
    });
    expect(await started).toEqual([]);
    expect(await checksums(into.sql)).toEqual(await checksums(source.sql));
  });
});
