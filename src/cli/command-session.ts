import { realpath } from 'node:fs/promises';
import { v7 as newId } from 'uuid';
import { type Config, isGiven, readConfig } from '../config.ts';
import { openDatabase } from '../service/open-database.ts';
import { knownServices } from '../service/running-services.ts';
import { serverName } from '../service/server-name.ts';
import { shippedMigrations } from '../service/shipped-migrations.ts';
import type { Service } from '../usecases/service.ts';
import { type ChosenDatabase, chooseDatabase } from './choose-database.ts';
import { type Output, openOutput } from './output.ts';

export interface CommandSession {
  readonly service: Service;
  readonly output: Output;
  /** The data folder of the embedded PostgreSQL; null for the operator's own. */
  readonly dataDir: string | null;
}

export interface SessionOptions {
  /** `false` leaves the database without its new migrations. */
  readonly migrate?: boolean;
  /** `true` creates the database if it does not exist. */
  readonly mayCreate?: boolean;
}

const CONNECTIONS = 4;

/**
 * Runs a command on the service's database, even if the service does not run: it starts the embedded
 * PostgreSQL if no other process runs it, and stops it afterwards. If the operator may have meant another
 * database, it names the database.
 */
export async function withSession(
  json: boolean,
  work: (session: CommandSession) => Promise<void>,
  { migrate = true, mayCreate = false }: SessionOptions = {},
): Promise<void> {
  const output = openOutput(json);
  const config = readConfig();
  const { databaseUrl, dataDir, note } = await findDatabase(config);
  if (note !== null) output.warn(note);
  const opened = await openDatabase(
    {
      databaseUrl,
      databaseDirectUrl: null,
      // Services that read from a replica must be notified of these writes.
      databaseReadUrl: databaseUrl === null ? null : config.databaseReadUrl,
      dataDir,
      databaseConnections: CONNECTIONS,
      mayCreate,
    },
    'command',
    migrate ? await shippedMigrations() : null,
    { progress: output.note, log: () => undefined },
  );
  try {
    const service = { database: opened.database, now: () => new Date(), newId };
    await work({ service, output, dataDir: opened.dataDir });
  } finally {
    await opened.close();
  }
}

/** Finds the database. Commands connect past a pooler, because some of them take an hour. */
async function findDatabase({
  databaseUrl: usual,
  databaseDirectUrl,
  dataDir,
  runDir,
}: Config): Promise<ChosenDatabase> {
  const databaseUrl = databaseDirectUrl ?? usual;
  const folder = await realpath(dataDir).catch(() => dataDir);
  return chooseDatabase(
    {
      databaseUrl,
      server: serverName(databaseUrl),
      dataDir: isGiven('dataDir') ? folder : null,
      defaultDataDir: folder,
    },
    await knownServices(runDir),
  );
}
