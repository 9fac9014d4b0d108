import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import type { Trouble } from '../usecases/health/trouble.ts';
import { openOutput } from './output.ts';
import { callService, knownService, noService, type ServiceAddress } from './service-client.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the service and its settings, and say what is wrong; exit code 1 if something is')
    .option('--json', 'print {"troubles":[{"sentence","remedy"}]}')
    .action(async ({ json = false }: { json?: boolean }) => {
      const output = openOutput(json);
      const config = readConfig();
      const service = await knownService(config);
      if (service !== null && service.note !== null) output.warn(service.note);
      const troubles =
        service === null
          ? await troublesWithout(config, await noService(config), json)
          : await troublesOf(service, config, json);
      output.result({ troubles }, textOf(troubles));
      if (troubles.length > 0) process.exitCode = 1;
    });
}

/** Asks the service, which knows its own settings. */
async function troublesOf(
  service: ServiceAddress,
  config: Config,
  json: boolean,
): Promise<readonly Trouble[]> {
  try {
    const answer = await callService(service, { method: 'GET', path: '/operator/troubles', accountId: null });
    return ((await answer.json()) as { data: readonly Trouble[] }).data;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const sentence = `The service at ${service.url} does not answer`;
    return troublesWithout(config, { sentence, remedy: 'see its log; `npm start` starts it' }, json);
  }
}

/** Opens the database as the service would, which tells why the service does not start. */
async function troublesWithout(config: Config, first: Trouble, json: boolean): Promise<readonly Trouble[]> {
  const { examineDatabase } = await import('./examine-database.ts');
  return [first, ...(await examineDatabase(config, json))];
}

function textOf(troubles: readonly Trouble[]): string {
  if (troubles.length === 0) return 'No problems found';
  return troubles.map(({ sentence, remedy }) => `${sentence}\n    ${remedy}`).join('\n');
}
