import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE } from './cluster.ts';
import { PORT } from './postgresql-settings.ts';
import { processMark } from './process-mark.ts';

/** A service is alone on its data folder and restarts PostgreSQL; commands come and go beside it. */
export type Role = 'service' | 'command';

/** Our advisory locks, apart from those of the product: they are in the maintenance database. */
const SPACE = 0x64616b69;
const USERS = 1;
const SERVICE = 2;

/** A process that was killed may hold its locks for the moment that PostgreSQL takes to notice. */
const DEAD_SERVICE_LEAVES_WITHIN_MS = 5_000;

/** Another service holds the data folder. */
export class AnotherService extends Error {
  /** Its process, where it could be told. */
  readonly pid: number | null;

  constructor(pid: number | null) {
    super('another service holds the claim');
    this.name = 'AnotherService';
    this.pid = pid;
  }
}

/**
 * A process's claim on a running PostgreSQL: a connection that holds locks, which PostgreSQL drops by
 * itself however the process ends.
 *
 * Every user shares the users' lock; a service holds the service's lock alone. Whoever leaves gives up
 * its share and tries to take the users' lock alone: who gets it is the last, and whoever arrives
 * meanwhile waits for the lock until PostgreSQL cuts the connection, and starts it anew.
 */
export class Claim {
  /** Resolves when the connection ends, whoever ended it. */
  readonly ended: Promise<void>;
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
    client.on('error', () => undefined);
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
  }

  /**
   * Connects and takes the locks of the role.
   *
   * @throws AnotherService; and pg's errors, see `isPassing`
   */
  static async take(socketFolder: string, role: Role): Promise<Claim> {
    const client = new pg.Client({
      host: socketFolder,
      port: PORT,
      user: DATABASE,
      database: 'postgres',
      ssl: false,
      application_name: `dakiya ${role} ${process.pid}`,
    });
    const claim = new Claim(client);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1, $2)', [SPACE, USERS]);
      if (role === 'service') await claim.takeService();
      return claim;
    } catch (error) {
      await claim.end();
      throw error;
    }
  }

  /** Gives up the claim; true when this was the last user, which then holds every newcomer off until `end`. */
  async isLast(): Promise<boolean> {
    await this.client.query('select pg_advisory_unlock_shared($1, $2)', [SPACE, USERS]);
    const { rows } = await this.client.query('select pg_try_advisory_lock($1, $2) as last', [SPACE, USERS]);
    return rows[0]?.last === true;
  }

  /** Closes the connection, which drops what it still holds. */
  async end(): Promise<void> {
    await this.client.end().catch(() => undefined);
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

/** Tells whether an error of `take` means that PostgreSQL is just starting, stopping or full, so that a retry makes sense. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  if (code !== undefined) {
    return ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02', '57P03'].includes(
      code,
    );
  }
  return /Connection terminated|Client has encountered a connection error|connection is closed|not queryable/.test(
    message,
  );
}
