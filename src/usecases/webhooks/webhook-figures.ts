import { readDeliveryFigures } from '../../storage/webhooks/deliveries.ts';
import type { Service } from '../service.ts';

/** What waits to be delivered, of all accounts. */
export interface WebhookFigures {
  readonly open: number;
  /** Of what was never tried; 0 where there is none. */
  readonly oldestWaitsSeconds: number;
}

export async function webhookFigures({ database, now }: Service): Promise<WebhookFigures> {
  const { open, oldestDueAt } = await readDeliveryFigures(database);
  const waits = oldestDueAt === null ? 0 : now().getTime() - oldestDueAt.getTime();
  return { open, oldestWaitsSeconds: Math.max(waits, 0) / 1000 };
}
