import { readConfig } from '../config.ts';
import { OPERATOR } from '../domain/actor.ts';
import { orderReader } from '../http/routes/orders/order-reader.ts';
import { rateFiles } from '../package-root.ts';
import { openShipping } from '../service/shipping.ts';
import { actingFor } from '../usecases/jobs/acting-for.ts';
import { openRateBooks } from '../usecases/rates/open-rate-books.ts';
import type { RateBooks } from '../usecases/rates/rate-books.ts';
import type { AccountContext } from '../usecases/service.ts';
import type { CommandSession } from './command-session.ts';

/** Quotes and carriers for an account's orders, as requests use them. The caller must close them. */
export interface OpenOrders {
  readonly account: AccountContext;
  readonly rateBooks: RateBooks;
  close(): Promise<void>;
}

const BYTES_FOR_ONE_BOOK = 64 * 1024 * 1024;

export async function openOrders(
  { service: base, output }: CommandSession,
  accountId: string,
): Promise<OpenOrders> {
  const rateBooks = await openRateBooks(base, rateFiles(readConfig()), {
    bytes: BYTES_FOR_ONE_BOOK,
    warn: (message, fields) => output.note(`${message} ${JSON.stringify(fields)}`),
  });
  const shipping = await openShipping(base, {
    quotes: rateBooks,
    findPlace: (pincode) => rateBooks.ground.directory.find(pincode),
    readOrder: orderReader(rateBooks.ground.directory),
    onError: () => undefined,
  });
  return {
    account: await actingFor(shipping.service, accountId, OPERATOR),
    rateBooks,
    close: async () => {
      await shipping.close();
      await rateBooks.stop();
    },
  };
}
