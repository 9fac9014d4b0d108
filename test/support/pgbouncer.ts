import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { TestServer } from './server.ts';

/** How to connect to a database of the server through the pooler. */
export interface PoolerConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** A PgBouncer that the tests have started. */
export interface PgBouncer {
  readonly connection: PoolerConnection;
  stop(): Promise<void>;
}

/** Few connections, so that simultaneous requests share them. */
const SERVER_CONNECTIONS = 3;
/** Only a part of the name of the socket. */
const PORT = 6432;

/** The program, if it is installed; `/usr/sbin` is only on root's path. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null;
}

/** Starts PgBouncer in transaction mode in front of all databases of the server. */
export async function startPgBouncer(server: TestServer): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (program === null) throw new Error('pgbouncer is not installed');
  const { host, port, user, password } = new pg.Client(
    server.kind === 'url' ? { connectionString: server.url } : server.connection,
  );
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  const secret = password ? ` password=${password}` : '';
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${port} user=${user}${secret}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 500
log_connections = 0
log_disconnections = 0
`,
  );
  const owner = await ownerFor(server, host);
  if (owner !== null) {
    await chown(folder, owner.uid, owner.gid);
    await chown(settings, owner.uid, owner.gid);
  }
  await chmod(folder, 0o711);
  const child = spawn(program, [settings], { stdio: ['ignore', 'ignore', 'pipe'], ...owner });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  if (child.exitCode !== null) throw new Error(`pgbouncer did not start: ${lines.join('\n')}`);
  child.stderr.resume();
  return {
    connection: { host: folder, port: PORT, user: user ?? '' },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer does not run as root; the folder of our own server's socket is for its owner alone. */
async function ownerFor(server: TestServer, host: string): Promise<{ uid: number; gid: number } | null> {
  if (process.geteuid?.() !== 0) return null;
  if (server.kind === 'socket') return stat(host).then(({ uid, gid }) => ({ uid, gid }));
  const nobody = 65_534;
  return { uid: nobody, gid: nobody };
}
