import type { PoolOptions } from '../../src/storage/database.ts';

/** The PostgreSQL server that the tests of this run use. */
export type TestServer =
  | {
      readonly kind: 'url';
      readonly url: string;
      /** The nodes of a Citus cluster, its coordinator first; empty for a single server. */
      readonly nodes: readonly ClusterNode[];
    }
  | {
      readonly kind: 'socket';
      readonly connection: { host: string; port: number; user: string; database: string; password?: string };
    };

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** The connection to a database of the server; null means the database of its address. */
export function connectTo(server: TestServer, database: string | null): PoolOptions['connection'] {
  if (server.kind === 'socket')
    return { ...server.connection, database: database ?? server.connection.database };
  const url = new URL(server.url);
  if (database !== null) url.pathname = `/${database}`;
  return url.href;
}

/** The names of a run's databases begin so; its end drops those that are left. */
export function testDatabasePrefix(template: string): string {
  return `${template.replace('template', 'test')}_`;
}
