import { statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import { isUpToDate } from '../service/shipped-migrations.ts';
import { durationText, findTroubles, LONGEST_WAIT, type Trouble } from '../usecases/health/find-troubles.ts';
import { type Health, showHealth, WORK } from '../usecases/health/show-health.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { table } from './output.ts';
import { settingTroubles } from './setting-troubles.ts';

export function addHealthCommands(program: Command): void {
  program
    .command('status')
    .description(
      'show the state of the service: what waits, and for how long, over all accounts and processes',
    )
    .option('--json', 'print {"processes","jobs_given_up","waiting":[{"what","count","seconds"}]}')
    .action(async (options: { json?: boolean }) => {
      await withSession(
        options.json === true,
        async ({ service, output }) => {
          const health = await showHealth(service);
          output.result(statusBody(health), statusText(health));
        },
        { migrate: false },
      );
    });

  program
    .command('doctor')
    .description('check the service and its settings, and say what is wrong; exit code 1 if something is')
    .option('--json', 'print {"troubles":[{"sentence","remedy"}]}')
    .action(async (options: { json?: boolean }) => {
      await withSession(
        options.json === true,
        async (session) => {
          const troubles = await examine(session);
          session.output.result({ troubles }, doctorText(troubles));
          if (troubles.length > 0) process.exitCode = 1;
        },
        { migrate: false },
      );
    });
}

function statusBody({ processes, jobsGivenUp, waiting }: Health) {
  return {
    processes,
    jobs_given_up: jobsGivenUp,
    waiting: WORK.map((work) => ({ what: LONGEST_WAIT[work].name, ...waiting[work] })),
  };
}

function statusText({ processes, jobsGivenUp, waiting }: Health): string {
  const rows = WORK.map((work) => {
    const { count, seconds } = waiting[work];
    return [LONGEST_WAIT[work].name, String(count), count === 0 ? '-' : durationText(seconds)];
  });
  return [
    `${processes} ${processes === 1 ? 'process serves' : 'processes serve'}`,
    '',
    table(['WAITING', 'COUNT', 'LONGEST'], rows),
    ...(jobsGivenUp > 0 ? ['', `${jobsGivenUp} jobs of the queue failed too often and are not retried`] : []),
  ].join('\n');
}

function doctorText(troubles: readonly Trouble[]): string {
  if (troubles.length === 0) return 'No problems found';
  return troubles.map(({ sentence, remedy }) => `${sentence}\n    ${remedy}`).join('\n');
}

async function examine(session: CommandSession): Promise<Trouble[]> {
  const { service, config } = session;
  const isCurrent = await isUpToDate(service.database);
  return [
    ...(isCurrent ? findTroubles(await showHealth(service)) : [NOT_MIGRATED]),
    ...(await serviceTroubles(session.serviceUrl)),
    ...(config.databaseUrl === null ? await diskTroubles(config.dataDir) : []),
    ...settingTroubles(config),
  ];
}

const NOT_MIGRATED: Trouble = {
  sentence: 'The database is not migrated to this release',
  remedy: 'start the service, which migrates the database',
};

/** `/ready` answers at once; a longer wait means that the service is down. */
const READY_WITHIN_MS = 5_000;

async function serviceTroubles(serviceUrl: string): Promise<Trouble[]> {
  const answer = await fetch(`${serviceUrl}/ready`, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).catch(
    () => null,
  );
  if (answer?.ok) return [];
  const why = answer === null ? 'does not answer' : `answers ${answer.status} at /ready`;
  return [{ sentence: `The service at ${serviceUrl} ${why}`, remedy: 'see its log; `npm start` starts it' }];
}

const LEAST_FREE_BYTES = 2 * 1024 ** 3;

async function diskTroubles(dataDir: string): Promise<Trouble[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free >= LEAST_FREE_BYTES) return [];
  return [
    {
      sentence: `The disk of ${dataDir} has ${Math.floor(free / 1024 ** 2)} MB free`,
      remedy: 'free some space: PostgreSQL stops when the disk is full, but loses nothing',
    },
  ];
}
