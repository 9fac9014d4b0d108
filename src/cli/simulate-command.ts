import type { Command } from 'commander';
import type { SimulationSummary } from '../../simulators/demo/simulate/simulate-shipments.ts';
import { readConfig } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';
import { openProgressBar } from './progress-bar.ts';
import { findService } from './service-client.ts';
import { stoppable } from './stop-signal.ts';

interface SimulateOptions {
  account: string;
  url?: string;
  speed?: string;
  seed: string;
  limit: string;
  json?: boolean;
}

const MOST_SHIPMENTS = 100_000;

export function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description(
      "play the couriers of an account's booked shipments: their whole lives, by the running service's /carrier-events; their orders are demo orders from then on, whose customers are sent nothing; see docs/reference/scans.md",
    )
    .requiredOption('--account <id>', 'whose shipments')
    .option('--url <address>', "the service's address; default: the running service")
    .option(
      '--speed <times>',
      'run live, this many times faster than real; default: all at once, between booking and now',
    )
    .option('--seed <text>', 'the same seed gives the same scans', '1')
    .option('--limit <shipments>', 'number of shipments, those booked first', String(MOST_SHIPMENTS))
    .option(
      '--json',
      'print {"shipments","marked","scans","results":{"<result>":n},"statuses":{"<status>":n}}',
    )
    .action(simulate);
}

async function simulate({ json = false, ...options }: SimulateOptions): Promise<void> {
  const accountId = readId(options.account, 'an account');
  const given = options.url === undefined ? null : readAddress(options.url);
  const speed = options.speed === undefined ? null : readNumber('--speed', options.speed, 1, 10_000_000);
  const limit = readNumber('--limit', options.limit, 1, MOST_SHIPMENTS);
  const url = given ?? (await findService(readConfig())).url;
  const { simulateShipments } = await import('../../simulators/demo/simulate/simulate-shipments.ts');
  await stoppable('Stopped: scans that were sent stay', (signal) =>
    withSession(json, async ({ service, output }) => {
      const bar = openProgressBar('Simulating', json);
      const summary = await simulateShipments(service, {
        accountId,
        url,
        speed,
        seed: options.seed,
        limit,
        progress: bar.update,
        signal,
      }).finally(bar.stop);
      output.result(summaryBody(summary), summaryText(summary));
    }),
  );
}

function summaryBody({ shipments, marked, scans, results, statuses }: SimulationSummary) {
  return {
    shipments,
    marked,
    scans,
    results,
    statuses: Object.fromEntries(statuses.map((of) => [of.status, of.shipments])),
  };
}

function summaryText({ shipments, marked, scans, results, statuses }: SimulationSummary): string {
  const answered = Object.entries(results).map(([result, count]) => `${count} ${result}`);
  return [
    `${shipments} shipments, ${scans} scans: ${answered.join(', ')}`,
    ...(marked === 0
      ? []
      : [`${marked} of their orders are demo orders from now on: their customers are sent nothing`]),
    table(
      ['STATUS', 'SHIPMENTS'],
      statuses.map((of) => [of.status, String(of.shipments)]),
    ),
  ].join('\n');
}

function readAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new StartupError('--url must be an address such as http://127.0.0.1:8080');
  }
  return new URL(text).href.replace(/(?<!\/)\/+$/, '');
}

function readNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new StartupError(`${option} must be a whole number from ${least} to ${most}`);
  }
  return number;
}
