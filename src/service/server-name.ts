import pg from 'pg';

/** Returns `host:port/database` of a connection string, without user and password; null for null. */
export function serverName(databaseUrl: string | null): string | null {
  if (databaseUrl === null) return null;
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `${host}:${port}/${database}`;
}
