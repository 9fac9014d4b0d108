import { StartupError } from '../problems/startup-error.ts';
import { databaseName, type KnownService } from '../service/running-services.ts';

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
  /** The address of a service that uses this database, if known. */
  readonly serviceUrl: string | null;
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
  const running = services.filter(({ isRunning }) => isRunning);
  if (given.databaseUrl !== null || given.dataDir !== null) return asGiven(given, running);
  if (new Set(running.map(databaseName)).size > 1) {
    throw new StartupError(
      `Services run from this installation on several databases (${named(running)}): set DATA_DIR or DATABASE_URL to the one that you mean`,
    );
  }
  const [service] = running;
  if (service === undefined) return byDefault(given, services);
  const { dataDir, url, pid } = service;
  if (dataDir === null) {
    throw new StartupError(
      `The service that runs from this installation (process ${pid}) works on ${databaseName(service)}: set DATABASE_URL as it has it`,
    );
  }
  const note = `Working on ${databaseName(service)}, of the service that runs from this installation (process ${pid})`;
  return {
    databaseUrl: null,
    dataDir,
    serviceUrl: url,
    note: dataDir === given.defaultDataDir ? null : note,
  };
}

function asGiven(given: GivenDatabase, running: readonly KnownService[]): ChosenDatabase {
  const { databaseUrl, server, dataDir, defaultDataDir } = given;
  const own = databaseName({ dataDir: databaseUrl === null ? dataDir : null, server });
  const same = running.filter((service) => databaseName(service) === own);
  const inDoubt = running.length > 0 && same.length === 0;
  const variable = databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  return {
    databaseUrl,
    dataDir: dataDir ?? defaultDataDir,
    serviceUrl: same.find(({ url }) => url !== null)?.url ?? null,
    note: inDoubt
      ? `Working on ${own}, as ${variable} says; a service runs from this installation on ${named(running)}`
      : null,
  };
}

function byDefault({ defaultDataDir }: GivenDatabase, killed: readonly KnownService[]): ChosenDatabase {
  const own = databaseName({ dataDir: defaultDataDir, server: null });
  const others = killed.filter((service) => databaseName(service) !== own);
  return {
    databaseUrl: null,
    dataDir: defaultDataDir,
    serviceUrl: null,
    note:
      others.length === 0
        ? null
        : `Working on ${own}, for no service runs from this installation; one that was killed was on ${named(others)}: set DATA_DIR or DATABASE_URL to mean that`,
  };
}

function named(services: readonly KnownService[]): string {
  return [...new Set(services.map(databaseName))].join(', ');
}
