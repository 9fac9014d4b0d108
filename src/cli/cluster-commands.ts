import type { Command } from 'commander';
import { checkDistribution, distributeTables } from '../usecases/cluster/distribute-tables.ts';
import { withSession } from './command-session.ts';
import { table } from './output.ts';

export function addClusterCommands(program: Command): void {
  const cluster = program.command('cluster').description('use several PostgreSQL machines, with Citus');

  cluster
    .command('distribute')
    .description(
      'distribute the tables of accounts over the nodes of a Citus cluster; migrations keep them distributed',
    )
    .option(
      '--check',
      'say where each table is and belongs, and change nothing; exit code 1 where they differ',
    )
    .option(
      '--json',
      'print {"spread","copied","registries"}, or with --check {"tables":[{"name","kind","placed"}]}',
    )
    .action(async (options: { check?: boolean; json?: boolean }) => {
      await withSession(
        options.json === true,
        async ({ service, output }) => {
          if (options.check === true) {
            const tables = await checkDistribution(service.database);
            output.result(
              { tables: tables.map(({ name, kind, isPlaced }) => ({ name, kind, placed: isPlaced })) },
              table(
                ['TABLE', 'BELONGS', 'IS'],
                tables.map(({ name, kind, isPlaced }) => [
                  name,
                  BELONGS[kind],
                  isPlaced ? 'there' : 'not yet',
                ]),
              ),
            );
            if (tables.some(({ isPlaced }) => !isPlaced)) process.exitCode = 1;
            return;
          }
          const distributed = await distributeTables(service.database);
          const { spread, copied, registries } = distributed;
          output.result(
            distributed,
            spread.length + copied.length + registries.length === 0
              ? 'All tables are distributed already'
              : `${spread.length} tables are distributed by account, ${copied.length} are on every node, ${registries.length} on the coordinator; restart the service`,
          );
        },
        { migrate: options.check !== true },
      );
    });
}

const BELONGS = {
  account: 'distributed by account',
  copied: 'on every node',
  registry: 'on the coordinator',
} as const;
