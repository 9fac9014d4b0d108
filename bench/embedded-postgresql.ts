import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPackage } from '../src/embedded-postgresql/binaries.ts';
import { openEmbedded } from '../src/embedded-postgresql/open.ts';
import { runProgram } from '../src/embedded-postgresql/run-program.ts';
import { ownUser, type ServerUser, userOf } from '../src/embedded-postgresql/server-user.ts';
import { postmasterOf } from '../test/embedded-postgresql/server-processes.ts';

export const name = 'Embedded PostgreSQL';

const ROUNDS = 9;

/**
 * How long an installation waits for its embedded database, compared with PostgreSQL's own programs run by
 * hand.
 */
export async function run(): Promise<string> {
  const times: Record<string, number[]> = {};
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    times[what] = [...(times[what] ?? []), performance.now() - begun];
    return result;
  };
  for (let round = 0; round < ROUNDS; round += 1) await measure(time);
  const median = (what: string) =>
    Math.round((times[what] ?? []).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN);
  return [
    `Median of ${ROUNDS} rounds, ms. By hand: \`initdb\` with the same options, \`pg_ctl start\` (which polls every 100 ms), \`pg_ctl stop\`.`,
    '',
    '| | Dakiya | by hand |',
    '|---|---:|---:|',
    `| first start, with a new database | ${median('make')} | ${median('make by hand')} |`,
    `| start | ${median('start')} | ${median('start by hand')} |`,
    `| join a running server | ${median('join')} | |`,
    `| from \`kill -9\` of the postmaster to the next answered query | ${median('revive')} | |`,
    `| stop | ${median('stop')} | ${median('stop by hand')} |`,
  ].join('\n');
}

async function measure(time: <T>(what: string, work: () => Promise<T>) => Promise<T>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-bench-'));
  const open = (role: 'service' | 'command') =>
    openEmbedded({ dataDir: folder, role, progress: () => undefined, log: () => undefined });
  try {
    const first = await time('make', () => open('service'));
    await time('stop', () => first.stop());
    const second = await time('start', () => open('service'));
    const command = await time('join', () => open('command'));
    await command.stop();
    process.kill(postmasterOf(second.folder), 'SIGKILL');
    await time('revive', () => answered(second.connection));
    await second.stop();
    await byHand(join(second.folder, 'postgresql'), time);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function answered(connection: pg.ClientConfig): Promise<void> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    const answer = await client
      .connect()
      .then(() => client.query('select 1'))
      .catch(() => null);
    await client.end().catch(() => undefined);
    if (answer !== null) return;
  }
}

async function byHand(
  cluster: string,
  time: <T>(what: string, work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const { uid } = await stat(cluster);
  const user: ServerUser = uid === ownUser().uid ? ownUser() : userOf(uid);
  const programs = join((await findPackage()).folder, 'native/bin');
  const program = async (what: string, file: string, ...args: string[]) => {
    const { code, output } = await time(what, () => runProgram(join(programs, file), args, { user }));
    if (code !== 0) throw new Error(output);
  };
  const settings = `-c listen_addresses= -c unix_socket_directories=${cluster}`;
  const log = join(cluster, 'by-hand.log');
  await program('start by hand', 'pg_ctl', '-D', cluster, '-l', log, '-o', settings, 'start');
  await program('stop by hand', 'pg_ctl', '-D', cluster, 'stop');
  // Emptied, not removed, because the user may not create anything next to it.
  for (const entry of await readdir(cluster)) await rm(join(cluster, entry), { recursive: true });
  await program(
    'make by hand',
    'initdb',
    ...['-D', cluster, '-U', 'dakiya', '-A', 'trust', '-E', 'UTF8'],
    ...['--locale=C', '--lc-ctype=C.UTF-8', '--data-checksums'],
  );
}
