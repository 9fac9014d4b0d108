import { once } from 'node:events';
import { Argument, type Command } from 'commander';
import { CONNECTABLE } from '../carriers/registry.ts';
import { refused } from '../problems/problem.ts';
import { openOutput } from './output.ts';
import { stoppable } from './stop-signal.ts';

const DEFAULT_PORT = '8290';

/** Adds `courier stand-in` to the group `courier`, whose other commands call the service. */
export function addStandInCommand(program: Command): void {
  program.commands
    .find((command) => command.name() === 'courier')
    ?.command('stand-in')
    .description(
      'run a stand-in of a courier on this machine, to try out everything without an account there; it keeps parcels until it is stopped',
    )
    .addArgument(new Argument('<courier>', 'which one').choices(CONNECTABLE.map((one) => one.name)))
    .option('--port <port>', 'where it listens, on this machine alone', DEFAULT_PORT)
    .option('--json', 'print {"courier","base_url","settings","control"}')
    .action(standIn);
}

async function standIn(name: string, options: { port: string; json?: boolean }): Promise<void> {
  const { STAND_INS, startStandIn } = await import('../../simulators/couriers/stand-ins.ts');
  const played = CONNECTABLE.find((one) => one.name === name);
  const StandIn = await STAND_INS[name]?.();
  if (played === undefined || StandIn === undefined) throw refused(`there is no stand-in for ${name}`);
  const port = readPort(options.port);
  const output = openOutput(options.json === true);
  const running = await startStandIn((dependencies) => new StandIn(dependencies), { port }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE'
        ? refused(`port ${port} is in use: choose another with --port`)
        : error;
    },
  );
  const control = `${running.url}/_stand-in`;
  const settings = { base_url: running.url, ...StandIn.settings };
  output.result(
    { courier: name, base_url: running.url, settings, control },
    [
      `The stand-in of ${played.title} runs at ${running.url} until you stop it (Ctrl-C).`,
      '',
      'Connect it with these settings:',
      ...Object.entries(settings).map(([setting, value]) => `  ${setting}  ${value}`),
      '',
      `Its instructions: curl ${control}`,
      `Its parcels:      curl ${control}/parcels`,
    ].join('\n'),
  );
  try {
    await stoppable('', async (signal) => {
      if (!signal.aborted) await once(signal, 'abort');
    });
  } finally {
    await running.stop();
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw refused('--port must be a whole number from 0 to 65535');
  return port;
}
