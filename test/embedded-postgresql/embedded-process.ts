import { createInterface } from 'node:readline';
import pg from 'pg';
import { openEmbedded } from '../../src/embedded-postgresql/open.ts';

/**
 * A process that uses the embedded PostgreSQL, for tests that kill it or run it as another user. Its argument
 * is a task; it reports in lines of JSON.
 */
export interface ProcessTask {
  readonly dataDir: string;
  readonly systemFolder: string;
  readonly role: 'service' | 'command';
  /** `hold`: stays until `stop`; `pass`: one query, then leaves; `write`: writes until killed. */
  readonly does: 'hold' | 'pass' | 'write';
  readonly durable: boolean;
}

const task = JSON.parse(process.argv[2] ?? '') as ProcessTask;
const progress: string[] = [];

/** Resolves when the line has left the process, because a buffered line would be lost with it. */
function tell(line: Record<string, unknown>): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
  });
}

async function run(): Promise<void> {
  const embedded = await openEmbedded({
    ...task,
    progress: (line) => progress.push(line),
    log: (level, message) => void tell({ log: message, level }),
  });
  const pool = new pg.Pool({ ...embedded.connection, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const count = async () => {
    await pool.query('create table if not exists written (n bigint primary key)');
    return (await pool.query('select count(*)::int as n, max(n)::int as last from written')).rows[0];
  };
  const stop = async () => {
    const answered = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    await embedded.stop();
    await tell({ stopped: true, answered });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  if (task.does === 'pass') {
    const { rows } = await pool.query('select current_database() as database, version() as version');
    await tell({ opened: true, folder: embedded.folder, progress, ...embedded.connection, ...rows[0] });
    return stop();
  }
  const before = await count();
  await tell({ opened: true, folder: embedded.folder, progress, ...embedded.connection, before });
  createInterface({ input: process.stdin }).on('line', () => void stop());
  if (task.does === 'hold') return;
  for (let n = (before.last ?? 0) + 1; ; n += 1) {
    await pool.query('insert into written values ($1)', [n]);
    await tell({ written: n });
  }
}

run().catch(async (error: Error) => {
  await tell({ failed: error.name, sentence: error.message });
  process.exit(1);
});
