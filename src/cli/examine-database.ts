import type { Config } from '../config.ts';
import { listeningAddress } from '../service/listening-address.ts';
import { ownTroubles } from '../service/own-troubles.ts';
import { isUpToDate } from '../service/shipped-migrations.ts';
import { findTroubles } from '../usecases/health/find-troubles.ts';
import { showHealth } from '../usecases/health/show-health.ts';
import type { Trouble } from '../usecases/health/trouble.ts';
import { withSession } from './command-session.ts';

const NOT_MIGRATED: Trouble = {
  sentence: 'The database is not migrated to this release',
  remedy: 'start the service, which migrates the database',
};

/**
 * Returns what is wrong with the database, the port and the settings, without a service.
 *
 * @throws StartupError with the reason why a service could not open the database either
 */
export async function examineDatabase(config: Config, json: boolean): Promise<readonly Trouble[]> {
  const troubles = [...(await portTroubles(config)), ...(await ownTroubles(config))];
  await withSession(
    json,
    async ({ service }) => {
      const isCurrent = await isUpToDate(service.database);
      const found = isCurrent ? findTroubles(await showHealth(service)) : [NOT_MIGRATED];
      troubles.unshift(...found);
    },
    { migrate: false },
  );
  return troubles;
}

/** Whatever listens there answers or refuses at once. */
const ANSWER_WITHIN_MS = 5_000;

async function portTroubles({ host, port }: Config): Promise<Trouble[]> {
  const url = listeningAddress(host, port);
  const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    () => null,
  );
  if (answer === null) return [];
  return [
    {
      sentence: `Something answers at ${url}, and no service there is known`,
      remedy: 'if it is a service, set RUN_DIR as it has it; otherwise stop it, or set PORT to another',
    },
  ];
}
