import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { rateFiles } from '../package-root.ts';
import { openShipping } from '../service/shipping.ts';
import { openRateBooks } from '../usecases/rates/open-rate-books.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { openProgressBar } from './progress-bar.ts';
import { stoppable } from './stop-signal.ts';

interface LoadOptions {
  account: string;
  shipments: number;
  days: number;
  seed: string;
  accounts: number;
  accountsShipments?: number;
  json?: boolean;
}

const HOLDING =
  'The service has almost no shipments. Loading is fastest while nobody else reads them, so requests for shipments wait until it is done.';
const BYTES_FOR_ONE_BOOK = 64 * 1024 * 1024;
const MOST_SHIPMENTS = 100_000_000;
const MOST_ACCOUNTS = 100_000;
/** The longest time that a courier's scan may be older than its shipment. */
const MOST_DAYS = 3_650;

export function addDemoCommands(program: Command): void {
  const demo = program.command('demo').description('create sample data to try things out and to measure');

  demo
    .command('load')
    .description(
      'load made-up orders with their shipments and histories into an account, and stores and warehouses where it has none; quickest into a service without any',
    )
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--shipments <n>', 'number of shipments for the account', wholeNumber(1, MOST_SHIPMENTS))
    .option('--days <n>', 'number of days up to now', wholeNumber(1, MOST_DAYS), 730)
    .option('--seed <text>', 'the same seed gives the same data on the same day', 'dakiya')
    .option('--accounts <n>', 'number of further accounts to create', wholeNumber(0, MOST_ACCOUNTS), 0)
    .option(
      '--accounts-shipments <n>',
      'number of shipments that the further accounts share; default: as many as --shipments',
      wholeNumber(0, MOST_SHIPMENTS),
    )
    .option(
      '--json',
      'print {"shipments","returns","accounts","seconds","copy_seconds","index_seconds","tidy_seconds"}',
    )
    .action(load);
}

async function load({ json = false, ...options }: LoadOptions): Promise<void> {
  const accountId = readId(options.account, 'an account');
  const { shipments, days, seed, accounts } = options;
  const accountsShipments = accounts === 0 ? 0 : (options.accountsShipments ?? shipments);
  const { loadDemo } = await import('../../simulators/demo/load-demo.ts');
  await stoppable('Stopped: the remaining data was not loaded', (signal) =>
    withSession(json, async ({ service: base, output }) => {
      const rateBooks = await openRateBooks(base, rateFiles(readConfig()), {
        bytes: BYTES_FOR_ONE_BOOK,
        warn: (message, fields) => output.note(`${message} ${JSON.stringify(fields)}`),
      });
      const shipping = await openShipping(base, { quotes: rateBooks, onError: () => undefined });
      const bar = openProgressBar('Loading', json);
      try {
        const input = { accountId, shipments, days, seed, accounts, accountsShipments };
        const options = { progress: bar.update, holding: () => output.note(HOLDING), signal };
        const loaded = await loadDemo(shipping.service, rateBooks, input, options);
        bar.stop();
        const seconds = {
          seconds: round(loaded.total),
          copy_seconds: round(loaded.copying),
          index_seconds: round(loaded.indexing),
          tidy_seconds: round(loaded.tidying),
        };
        output.result(
          { shipments: loaded.shipments, returns: loaded.returns, accounts: loaded.accounts, ...seconds },
          `${loaded.shipments} shipments and ${loaded.returns} returns of them loaded in ${seconds.seconds} s (building indexes ${seconds.index_seconds} s, tidying ${seconds.tidy_seconds} s)`,
        );
      } finally {
        bar.stop();
        await shipping.close();
        await rateBooks.stop();
      }
    }),
  );
}

function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= smallest && number <= largest) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${smallest} to ${largest}.`);
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}
