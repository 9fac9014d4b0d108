import type { Logger } from 'pino';
import { makeDemoData } from '../demo/make-demo-data.ts';
import type { RateBooks } from '../usecases/rates/rate-books.ts';
import type { ShippingService } from '../usecases/service.ts';

/** Any text; the same seed makes the same orders on the same day. */
const SEED = 'dakiya';

/**
 * Makes the demo account's data in the background, until it is complete or `close` is called.
 *
 * Only the first start makes it. If that is stopped or killed, the orders made so far stay complete, and the
 * next start adds none: it would have to take into account what the user did with the account meanwhile.
 *
 * @param say tells the person at the terminal when the data is complete
 */
export function startDemoData(
  service: ShippingService,
  rateBooks: RateBooks,
  accountId: string,
  { say, logger }: { say: (line: string) => void; logger: Logger },
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const begun = performance.now();
  const done = makeDemoData(service, rateBooks, accountId, { seed: SEED, signal: stopping.signal }).then(
    ({ stores, warehouses, orders }) => {
      if (stopping.signal.aborted) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      say(
        `The demo account has ${stores} stores, ${warehouses} warehouses and ${orders} orders of the last 60 days (created in ${seconds} s)`,
      );
    },
    (error: unknown) => logger.warn({ err: error }, 'could not create all of the demo data'),
  );
  return {
    close: async () => {
      stopping.abort();
      await done;
    },
  };
}
