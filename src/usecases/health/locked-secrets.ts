import { countLocked } from '../../storage/health/backlog.ts';
import type { Service } from '../service.ts';
import type { WebhookParts } from '../webhooks/emit-webhooks.ts';
import type { Trouble } from './trouble.ts';

/** Finds secrets that this process cannot open, as after a restore with another key. */
export async function findLockedSecrets({
  database,
  sealing,
}: Pick<Service, 'database'> & Pick<WebhookParts, 'sealing'>): Promise<Trouble[]> {
  const locked = await countLocked(database, sealing.mark);
  return locked
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => ({
      sentence: `The secrets of ${count} ${what} were encrypted with another key than this one`,
      remedy:
        'bring back the SECRETS_KEY or secrets.key of before, or enter their credentials again: docs/how-to/rotate-secrets.md',
    }));
}
