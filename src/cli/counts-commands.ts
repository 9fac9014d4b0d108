import type { Command } from 'commander';
import { checkCounts } from '../usecases/listing/count-shipments.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

export function addCountsCommands(program: Command): void {
  const counts = program.command('counts').description('check the counters behind the totals of lists');

  counts
    .command('check')
    .description('count every shipment and compare with the counters; exit code 1 if they differ')
    .option('--account <id>', 'only this account')
    .option('--json', 'print {"shipments","wrong":[{"account_id","journey","status","kept","counted"}]}')
    .action(async (options: { account?: string; json?: boolean }) => {
      const accountId = options.account === undefined ? null : readId(options.account, 'an account');
      await withSession(options.json === true, async ({ service, output }) => {
        const { shipments, wrong } = await checkCounts(service.database, accountId);
        const rows = wrong.map(({ accountId: account_id, ...rest }) => ({ account_id, ...rest }));
        output.result({ shipments, wrong: rows }, inWords(shipments, rows));
        if (wrong.length > 0) process.exitCode = 1;
      });
    });
}

function inWords(shipments: number, rows: readonly Record<string, string | number>[]): string {
  if (rows.length === 0) return `The counters agree with a count of all ${shipments} shipments`;
  const heading = ['ACCOUNT', 'JOURNEY', 'STATUS', 'KEPT', 'COUNTED'];
  return table(
    heading,
    rows.map((row) => Object.values(row).map(String)),
  );
}
