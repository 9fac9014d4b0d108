import { StartupError } from '../problems/startup-error.ts';
import { databaseName, type KnownService, onOneDatabase } from '../service/running-services.ts';

/** The settings that choose the database: `DATABASE_URL` and `DATA_DIR`. */
export interface GivenDatabase {
  readonly databaseUrl: string | null;
  /** `host:port/database` without credentials. */
  readonly server: string | null;
  readonly dataDir: string | null;
  /** The data folder that a service uses if `DATA_DIR` is not set. */
  readonly defaultDataDir: string;
}

export interface ChosenDatabase {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Names the database if the operator may have meant another database; otherwise null. */
  readonly note: string | null;
}

/**
 * Chooses a command's database: the given database, else the database of this installation's running service,
 * else the data folder that a service would use.
 *
 * @param services the known services of this installation, running or killed
 * @throws StartupError if no database was given and services run on several, or the service's PostgreSQL
 * address, which is secret, is needed
 */
export function chooseDatabase(given: GivenDatabase, services: readonly KnownService[]): ChosenDatabase {
  const { databaseUrl, server, dataDir, defaultDataDir } = given;
  const running = services.filter(({ isRunning }) => isRunning);
  if (databaseUrl !== null || dataDir !== null) {
    const own = databaseName({ dataDir: databaseUrl === null ? dataDir : null, server });
    const isInDoubt = running.length > 0 && running.every((service) => databaseName(service) !== own);
    const note = `Working on ${own}, as ${databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'} says; a service runs from this installation on ${named(running)}`;
    return { databaseUrl, dataDir: dataDir ?? defaultDataDir, note: isInDoubt ? note : null };
  }
  const [service] = onOneDatabase(running);
  if (service === undefined) {
    const own = databaseName({ dataDir: defaultDataDir, server: null });
    const others = services.filter((killed) => databaseName(killed) !== own);
    const note = `Working on ${own}, for no service runs from this installation; one that was killed was on ${named(others)}: set DATA_DIR or DATABASE_URL to mean that`;
    return { databaseUrl, dataDir: defaultDataDir, note: others.length === 0 ? null : note };
  }
  const { pid } = service;
  if (service.dataDir === null) {
    throw new StartupError(
      `The service that runs from this installation (process ${pid}) works on ${databaseName(service)}: set DATABASE_URL as it has it`,
    );
  }
  const note = `Working on ${databaseName(service)}, of the service that runs from this installation (process ${pid})`;
  return { databaseUrl, dataDir: service.dataDir, note: service.dataDir === defaultDataDir ? null : note };
}

function named(services: readonly KnownService[]): string {
  return [...new Set(services.map(databaseName))].join(', ');
}
