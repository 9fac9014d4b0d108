import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: a server does not say that it is up
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPackage, usableBinaries } from '../../src/embedded-postgresql/binaries.ts';
import { DATABASE } from '../../src/embedded-postgresql/cluster.ts';
import { spawnOptions } from '../../src/embedded-postgresql/run-program.ts';
import { isRoot, ownUser, unprivilegedUser } from '../../src/embedded-postgresql/server-user.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { openPool } from '../../src/storage/database.ts';
import { installJobQueue } from '../../src/storage/job-queue.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { layDatabase } from '../embedded-postgresql/made-database.ts';

/** A separate PostgreSQL server from the packaged binaries, in its own folder. */
export class OwnServer {
  readonly folder: string;
  readonly #binaries: string;
  #child: ChildProcess | null = null;

  constructor(folder: string, binaries: string) {
    this.folder = folder;
    this.#binaries = binaries;
  }

  /** The socket is in the data folder. */
  get connection() {
    return { host: this.folder, port: PORT, user: DATABASE, database: DATABASE };
  }

  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    const all = {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: this.folder,
      fsync: 'off',
      wal_level: 'replica',
      shared_buffers: '32MB',
      // With this, the primary stops without waiting for a replica.
      wal_sender_timeout: '2s',
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(this.#binaries, 'bin/postgres'), ['-D', this.folder, ...options], {
      ...spawnOptions(SERVER_USER),
      stdio: 'ignore',
    });
    this.#child = child;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error('PostgreSQL ended as it began');
      await delay(20);
    }
  }

  async #answers(): Promise<boolean> {
    return this.ask('select 1').then(
      () => true,
      () => false,
    );
  }

  /** Runs a statement on a new connection. */
  async ask(text: string): Promise<pg.QueryResultRow[]> {
    const client = new pg.Client(this.connection);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** @param signal `SIGQUIT` ends all processes as a crash does, `SIGINT` shuts them down cleanly */
  async end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

const PORT = 5432;
const SERVER_USER = isRoot() ? unprivilegedUser() : ownUser();

/** A migrated primary, and a replica that streams from it. */
export interface Replicated {
  readonly primary: OwnServer;
  readonly replica: OwnServer;
  stop(): Promise<void>;
}

/** @param settings settings of the primary */
export async function startReplicated(settings: Readonly<Record<string, string>> = {}): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-replicated-'));
  await chmod(folder, 0o755);
  const laid = await layDatabase(join(folder, 'laid'));
  const binaries = await usableBinaries(
    await findPackage(),
    SERVER_USER,
    join(folder, 'programs'),
    () => undefined,
  );
  const primary = new OwnServer(join(laid, 'postgresql'), binaries);
  await primary.start({});
  const pool = openPool({
    connection: primary.connection,
    maxConnections: 2,
    applicationName: 'test',
    onError: () => undefined,
  });
  await migrate(pool, await readMigrations(MIGRATIONS_FOLDER));
  await installJobQueue(pool);
  await pool.end();
  await primary.end('SIGINT');
  const replica = new OwnServer(join(folder, 'replica'), binaries);
  await promisify(execFile)('cp', ['-a', primary.folder, replica.folder]);
  await writeFile(join(replica.folder, 'standby.signal'), '');
  await primary.start(settings);
  await replica.start({
    primary_conninfo: `host=${primary.folder} port=${PORT} user=${DATABASE} application_name=replica`,
    wal_retrieve_retry_interval: '100ms',
    hot_standby: 'on',
  });
  return {
    primary,
    replica,
    stop: async () => {
      await replica.end('SIGQUIT');
      await primary.end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address that clients connect to; it forwards them to one server or the other. */
export class Switch {
  #to: OwnServer;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((client) => {
    const server = connect(join(this.#to.folder, `.s.PGSQL.${PORT}`));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });

  constructor(to: OwnServer) {
    this.#to = to;
  }

  async listen(): Promise<{ host: string; port: number; user: string; database: string }> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as { port: number };
    return { ...this.#to.connection, host: '127.0.0.1', port };
  }

  leadTo(to: OwnServer): void {
    this.#to = to;
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }
}
