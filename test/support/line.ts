import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from './database.ts';

/** A connection to the PostgreSQL server of the tests that can be frozen. */
export interface Line {
  readonly connection: TestDatabase['connection'];
  /** Stops all data without closing connections. New connections are accepted but get no answer. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Opens a line to a test's database. */
export async function openLine({ connection }: TestDatabase): Promise<Line> {
  const ends = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(addressOf(connection));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (part) => to.write(part));
      if (isFrozen) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connection: through(connection, port),
    freeze: () => {
      isFrozen = true;
      for (const end of ends) end.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const end of ends) end.resume();
    },
    stop: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(
  connection: TestDatabase['connection'],
): { path: string } | { host: string; port: number } {
  if (typeof connection !== 'string') return { path: `${connection.host}/.s.PGSQL.${connection.port}` };
  const { hostname, port } = new URL(connection);
  return { host: hostname, port: Number(port || 5432) };
}

function through(connection: TestDatabase['connection'], port: number): TestDatabase['connection'] {
  if (typeof connection !== 'string') return { ...connection, host: '127.0.0.1', port };
  const url = new URL(connection);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
