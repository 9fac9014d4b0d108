import { once } from 'node:events';
import { Argument, type Command } from 'commander';
import type { StandInClass } from '../../simulators/kit/start-stand-in.ts';
import { CONNECTABLE } from '../carriers/registry.ts';
import { StartupError } from '../problems/startup-error.ts';
import { SHOPS } from '../shops/shop-systems.ts';
import { openOutput } from './output.ts';
import { stoppable } from './stop-signal.ts';

/** What stand-ins play. */
interface Kind {
  /** The group of its command, and what it is called. */
  readonly name: 'courier' | 'shop';
  readonly all: readonly { readonly name: string; readonly title: string }[];
  readonly port: string;
  /** Loads the stand-ins, by the names of `all`. */
  load(): Promise<Readonly<Record<string, () => Promise<StandInClass>>>>;
}

const COURIER: Kind = {
  name: 'courier',
  all: CONNECTABLE,
  port: '8290',
  load: async () => (await import('../../simulators/couriers/stand-ins.ts')).STAND_INS,
};

/** Other shop systems run themselves on a developer's machine: see docs/how-to/shops. */
const SHOP: Kind = {
  name: 'shop',
  all: SHOPS.filter(({ name }) => name === 'shopify' || name === 'woocommerce'),
  port: '8291',
  load: async () => (await import('../../simulators/shops/shop-stand-ins.ts')).SHOP_STAND_INS,
};

/** Adds `courier stand-in` to the group `courier`, whose other commands call the service, and `shop stand-in`. */
export function addStandInCommands(program: Command): void {
  const couriers = program.commands.find((command) => command.name() === COURIER.name);
  if (couriers !== undefined) addTo(couriers, COURIER);
  addTo(program.command(SHOP.name).description('try a live shop, or play one; see docs/how-to/shops'), SHOP);
}

function addTo(group: Command, kind: Kind): void {
  const names = kind.all.map(({ name }) => name);
  group
    .command('stand-in')
    .description(
      `run a stand-in of a ${kind.name} on this machine, to try out everything without an account there; it keeps everything until it is stopped`,
    )
    .addArgument(new Argument(`<${kind.name}>`, 'which one').choices(names))
    .option('--port <port>', 'where it listens, on this machine alone', kind.port)
    .option('--json', `print {"${kind.name}","base_url","settings","control"}`)
    .action((name: string, options: { port: string; json?: boolean }) => standIn(kind, name, options));
}

async function standIn(kind: Kind, name: string, options: { port: string; json?: boolean }): Promise<void> {
  const { startStandIn } = await import('../../simulators/kit/start-stand-in.ts');
  const played = kind.all.find((one) => one.name === name);
  const StandIn = await (await kind.load())[name]?.();
  if (played === undefined || StandIn === undefined)
    throw new StartupError(`there is no stand-in for ${name}`);
  const port = readPort(options.port);
  const output = openOutput(options.json === true);
  const running = await startStandIn((dependencies) => new StandIn(dependencies), { port }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE'
        ? new StartupError(`port ${port} is in use: choose another with --port`)
        : error;
    },
  );
  const control = `${running.url}/_stand-in`;
  const settings = { base_url: running.url, ...StandIn.settings };
  output.result(
    { [kind.name]: name, base_url: running.url, settings, control },
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
  if (!(port <= 65_535)) throw new StartupError('--port must be a whole number from 0 to 65535');
  return port;
}
