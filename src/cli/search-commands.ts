import type { Command } from 'commander';
import { rebuildSearch } from '../usecases/listing/rebuild-search.ts';
import { withSession } from './command-session.ts';
import { readId } from './ids.ts';

export function addSearchCommands(program: Command): void {
  const search = program.command('search').description('what a search of shipments and returns looks in');

  search
    .command('rebuild')
    .description('make it again from the orders, after an upgrade that searches more fields')
    .option('--account <id>', 'only this account')
    .option('--json', 'print {"shipments","changed"}')
    .action(async (options: { account?: string; json?: boolean }) => {
      const accountId = options.account === undefined ? null : readId(options.account, 'an account');
      await withSession(options.json === true, async ({ service, output }) => {
        const rebuilt = await rebuildSearch(service, accountId);
        output.result({ ...rebuilt }, `Changed ${rebuilt.changed} of ${rebuilt.shipments} shipments`);
      });
    });
}
