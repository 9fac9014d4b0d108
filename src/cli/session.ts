import { v7 as newId } from 'uuid';
import { readConfig } from '../config.ts';
import { MIGRATIONS_FOLDER } from '../package-root.ts';
import { readMigrations } from '../storage/migrate.ts';
import { openDatabase } from '../storage/open.ts';
import type { Service } from '../usecases/service.ts';
import { type Output, openOutput } from './output.ts';

/** What a command works with. */
export interface CommandSession {
  readonly service: Service;
  readonly output: Output;
}

const CONNECTIONS = 4;

/**
 * Runs a command on the same database as the service, beside it or without it: the embedded PostgreSQL
 * is started where nobody runs it, and stopped after. `migrate: false` leaves the database as it stands.
 */
export async function withSession(
  json: boolean,
  work: (session: CommandSession) => Promise<void>,
  { migrate = true }: { migrate?: boolean } = {},
): Promise<void> {
  const output = openOutput(json);
  const opened = await openDatabase(
    { ...readConfig(), databaseConnections: CONNECTIONS },
    'command',
    migrate ? await readMigrations(MIGRATIONS_FOLDER) : null,
    { progress: output.note, log: () => undefined },
  );
  try {
    await work({ service: { database: opened.database, now: () => new Date(), newId }, output });
  } finally {
    await opened.close();
  }
}
