import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE } from './cluster.ts';
import { askForPassword, asksForPassword, readPassword } from './password.ts';
import type { ClusterPlace } from './place.ts';
import { PORT } from './postgresql-settings.ts';
import { processMark } from './process-mark.ts';

/** A service has the data folder to itself and restarts PostgreSQL. Commands may run at the same time. */
export type Role = 'service' | 'command';

/** The key space of our advisory locks in the maintenance database. The product's locks use another one. */
const SPACE = 0x64616b69;
const USERS = 1;
const SERVICE = 2;
const PASSWORD = 3;

/** The time that PostgreSQL may take to notice that a process was killed, and to release its locks. */
const DEAD_SERVICE_LEAVES_WITHIN_MS = 5_000;

export class AnotherService extends Error {
  /** Its process id, if known. */
  readonly pid: number | null;

  constructor(pid: number | null) {
    super('another service holds the claim');
    this.name = 'AnotherService';
    this.pid = pid;
  }
}

/**
 * A process's claim on a running PostgreSQL: a connection with locks, which PostgreSQL releases however the
 * process ends.
 *
 * Every user holds the users' lock in share mode; a service also holds the service's lock exclusively. A
 * process that leaves releases its share and tries to get the users' lock exclusively. If it succeeds, it was
 * the last user. A process that arrives meanwhile waits for the lock until PostgreSQL closes the connection,
 * and then starts PostgreSQL again.
 */
export class Claim {
  /** Resolves when the connection ends, for any reason. */
  readonly ended: Promise<void>;
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
    client.on('error', () => undefined);
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
  }

  /**
   * Connects and takes the locks of the role. The first claim on a new database, or on one of an older
   * release, makes the server ask for a password.
   *
   * @throws AnotherService; errors of `pg`
   */
  static async take(place: ClusterPlace, socketFolder: string, role: Role): Promise<Claim> {
    const client = new pg.Client({
      host: socketFolder,
      port: PORT,
      user: DATABASE,
      password: await readPassword(place),
      database: 'postgres',
      ssl: false,
      application_name: `dakiya ${role} ${process.pid}`,
    });
    const claim = new Claim(client);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1, $2)', [SPACE, USERS]);
      if (role === 'service') await claim.takeService();
      if (!(await asksForPassword(place))) await claim.askForPassword(place);
      return claim;
    } catch (error) {
      await claim.end();
      throw error;
    }
  }

  /** Gives up the claim. Returns true for the last user, who then blocks new users until `end`. */
  async isLast(): Promise<boolean> {
    await this.client.query('select pg_advisory_unlock_shared($1, $2)', [SPACE, USERS]);
    const { rows } = await this.client.query('select pg_try_advisory_lock($1, $2) as last', [SPACE, USERS]);
    return rows[0]?.last === true;
  }

  /** Closes the connection, which releases its locks. */
  async end(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  private async askForPassword(place: ClusterPlace): Promise<void> {
    await this.client.query('select pg_advisory_lock($1, $2)', [SPACE, PASSWORD]);
    await askForPassword(place, DATABASE, this.client);
    await this.client.query('select pg_advisory_unlock($1, $2)', [SPACE, PASSWORD]);
  }

  private async takeService(): Promise<void> {
    const until = performance.now() + DEAD_SERVICE_LEAVES_WITHIN_MS;
    for (;;) {
      const { rows } = await this.client.query('select pg_try_advisory_lock($1, $2) as taken', [
        SPACE,
        SERVICE,
      ]);
      if (rows[0]?.taken === true) return;
      const pid = await this.servicePid();
      if (performance.now() > until || (pid !== null && processMark(pid) !== null))
        throw new AnotherService(pid);
      await delay(20);
    }
  }

  private async servicePid(): Promise<number | null> {
    const { rows } = await this.client.query(
      `select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
      [SPACE, SERVICE],
    );
    const pid = Number(/ (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1]);
    return Number.isNaN(pid) ? null : pid;
  }
}

/**
 * Tells whether PostgreSQL is starting, stopping or full, or has just begun to ask for a password, so that a
 * retry of `take` makes sense.
 */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  if (code !== undefined) {
    return [
      'ECONNREFUSED',
      'ENOENT',
      'ECONNRESET',
      'EPIPE',
      '28P01',
      '53300',
      '57P01',
      '57P02',
      '57P03',
    ].includes(code);
  }
  return /Connection terminated|Client has encountered a connection error|connection is closed|not queryable|client password must be/.test(
    message,
  );
}
