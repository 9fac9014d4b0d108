import { findPackage, majorVersion } from './binaries.ts';
import type { Role } from './claim.ts';
import { DATABASE } from './cluster.ts';
import { enter, stopIfUnused, type Visit } from './entrance.ts';
import { folderFailure } from './folder-failure.ts';
import { Keeper, type Log } from './keeper.ts';
import { readPassword } from './password.ts';
import { SYSTEM_FOLDER, settlePlace } from './place.ts';
import { PORT } from './postgresql-settings.ts';

export interface EmbeddedOptions {
  /** An absolute path. */
  readonly dataDir: string;
  /** A service supervises PostgreSQL and has the data folder to itself. Commands run at the same time. */
  readonly role: Role;
  /** Tells whether a missing database may be created; `true` by default. */
  readonly mayCreate?: boolean;
  /** Shows a line to a person who waits. */
  readonly progress: (line: string) => void;
  readonly log: Log;
  /** Cancels the opening; everything that was started for it is stopped. */
  readonly signal?: AbortSignal;
  /** `false` only for tests: everything is faster, but acknowledged data may be lost in a power cut. */
  readonly durable?: boolean;
  /** The folder where root keeps files that PostgreSQL's user cannot reach elsewhere. */
  readonly systemFolder?: string;
}

export interface EmbeddedPostgres {
  /** Connection settings of a pool. The host is the socket's folder. No TCP port is open. */
  readonly connection: { host: string; port: number; user: string; database: string; password: string };
  readonly majorVersion: number;
  /** The folder that actually holds the data. */
  readonly folder: string;
  /** Gives up the claim, and stops PostgreSQL if it is unused. Close your pools first. */
  stop(): Promise<void>;
}

/**
 * Opens the PostgreSQL of a data folder: creates the database if there is none and that is allowed, starts
 * PostgreSQL if it does not run, and joins it otherwise. A service keeps it running until it stops.
 *
 * @throws StartupError; the signal's reason
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, role, progress, durable = true, systemFolder = SYSTEM_FOLDER, mayCreate = true } = options;
  const binaries = await findPackage();
  const place = await settlePlace(dataDir, {
    systemFolder,
    mayCreate,
    warn: (sentence) => options.log('warn', sentence),
  });
  if (place.isStandIn)
    progress(`The database is in ${place.folder}, where its user ${place.user.name} can reach it`);
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  const visit: Visit = { place, role, binaries, systemFolder, progress, signal, durable };
  try {
    const { claim, socketFolder } = await enter(visit, mayCreate);
    const keeper = new Keeper(visit, claim, stopping, options.log);
    const password = (await readPassword(place)) ?? '';
    return {
      connection: { host: socketFolder, port: PORT, user: DATABASE, database: DATABASE, password },
      majorVersion: majorVersion(binaries),
      folder: place.folder,
      stop: () => keeper.stop(),
    };
  } catch (error) {
    if (signal.aborted) await stopIfUnused(place);
    throw folderFailure(place.folder, error);
  }
}
