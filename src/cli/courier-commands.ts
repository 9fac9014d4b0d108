import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { CONNECTABLE } from '../carriers/registry.ts';
import { OPERATOR } from '../domain/actor.ts';
import { refused } from '../problems/problem.ts';
import { courierOutgoing, openCourierParts } from '../service/couriers.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import {
  changeCourierAccount,
  createCourierAccount,
  listOwnCourierAccounts,
  removeCourierAccount,
} from '../usecases/couriers/change-courier-accounts.ts';
import { checkCourierAccount } from '../usecases/couriers/check-courier-account.ts';
import type { CourierAccountView } from '../usecases/couriers/courier-account-view.ts';
import { listCourierCalls } from '../usecases/couriers/courier-calls.ts';
import { type CourierOwner, WHOLE_SERVICE } from '../usecases/couriers/courier-owner.ts';
import { rotatePushAddress } from '../usecases/couriers/push-address.ts';
import { syncProducts } from '../usecases/couriers/sync-products.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { openOutput, table } from './output.ts';
import { stoppable } from './stop-signal.ts';

const DEFAULT_PORT = '8290';

export function addCourierCommands(program: Command): void {
  const courier = program.command('courier').description('manage courier accounts; see docs/how-to/couriers');

  courier
    .command('stand-in')
    .description(
      'run a stand-in of a courier on this machine, to try out everything without an account there; it keeps parcels until it is stopped',
    )
    .addArgument(new Argument('<courier>', 'which one').choices(CONNECTABLE.map((one) => one.name)))
    .option('--port <port>', 'where it listens, on this machine alone', DEFAULT_PORT)
    .option('--json', 'print {"courier","base_url","settings","control"}')
    .action(standIn);

  addAccountCommands(courier);
}

interface OwnerOptions {
  account?: string;
  json?: boolean;
}

const OF = "the account; default: the operator's courier account, which every account uses";
const LISTED_CALLS = 20;

function addAccountCommands(courier: Command): void {
  courier
    .command('list')
    .description('list the couriers that can be connected, and the connected ones')
    .option('--account <id>', OF)
    .option(
      '--json',
      'print [{"courier","id","name","needs_secrets"}]; id is null if the courier is not connected',
    )
    .action(async (options: OwnerOptions) => {
      await withOwner(options, async (owner, { output }) => {
        const accounts = await listOwnCourierAccounts(owner);
        const listed = owner.couriers.connectable.map(({ name, title }) => {
          const found = accounts.find((account) => account.courier === name);
          return {
            courier: name,
            id: found?.courierAccountId ?? null,
            name: found?.name ?? title,
            needs_secrets: found?.needsSecrets ?? false,
          };
        });
        const rows = listed.map(({ courier, id, name, needs_secrets }) => [
          courier,
          name,
          id === null ? 'not connected' : needs_secrets ? 'needs its secrets' : 'connected',
          id ?? '',
        ]);
        output.result(listed, table(['COURIER', 'NAME', 'STATE', 'ID'], rows));
      });
    });

  courier
    .command('add')
    .description('connect a courier; secrets may come from files: token=@token.txt')
    .argument('<courier>', 'the courier, as shown by `courier list`')
    .argument('[settings...]', 'name=value for each setting')
    .option('--name <name>', 'your name for it')
    .option('--account <id>', OF)
    .option('--json', 'print {"id","courier","name","needs_secrets"}')
    .action(async (named: string, texts: string[], options: OwnerOptions & { name?: string }) => {
      const settings = await readSettings(texts);
      await withOwner(options, async (owner, { output }) => {
        const made = await createCourierAccount(
          owner,
          { courier: named, name: options.name ?? null, settings },
          async (_writer, view) => view,
        );
        output.result(accountBody(made), `${made.name} is connected: ${made.courierAccountId}`);
      });
    });

  courier
    .command('set')
    .description('change settings of a courier account; name= alone removes a setting')
    .argument('<id>', 'the id of the courier account')
    .argument('<settings...>', 'name=value for each setting')
    .option('--account <id>', OF)
    .option('--json', 'print {"id","courier","name","needs_secrets"}')
    .action(async (id: string, texts: string[], options: OwnerOptions) => {
      const settings = await readSettings(texts);
      await withOwner(options, async (owner, { output }) => {
        const changed = await changeCourierAccount(owner, readId(id, 'a courier account'), { settings });
        const state = changed.needsSecrets ? 'changed, but needs its secrets' : 'changed';
        output.result(accountBody(changed), `${changed.name} is ${state}`);
      });
    });

  courier
    .command('check')
    .description('check that the courier accepts the settings')
    .argument('<id>', 'the id of the courier account')
    .option('--account <id>', OF)
    .option('--json', 'print {"ok","message"}')
    .action(async (id: string, options: OwnerOptions) => {
      await withOwner(options, async (owner, { output }) => {
        const { ok, message } = await checkCourierAccount(owner, readId(id, 'a courier account'));
        output.result({ ok, message }, ok ? message : `It does not work: ${message}`);
      });
    });

  courier
    .command('sync')
    .description(
      'add a carrier for each service of a courier account that the rate book does not have; each is offered once it has a rate card',
    )
    .argument('<id>', 'the id of the courier account')
    .option('--account <id>', OF)
    .option(
      '--json',
      'print {"version","added":[{"carrier_id","name"}],"known"}; version is null if nothing changed',
    )
    .action(async (id: string, options: OwnerOptions) => {
      await withOwner(options, async (owner, { output }) => {
        const { version, added, known } = await syncProducts(owner, readId(id, 'a courier account'));
        const carriers = added.map((carrier) => ({ carrier_id: carrier.id, name: carrier.name }));
        const rows = carriers.map(({ carrier_id, name }) => [carrier_id, name]);
        const text = [
          `${added.length} carriers added, ${known} existed already`,
          ...(rows.length === 0 ? [] : [table(['CARRIER', 'NAME'], rows)]),
        ].join('\n');
        output.result({ version, added: carriers, known }, text);
      });
    });

  courier
    .command('remove')
    .description('disconnect a courier account; it gets no new bookings')
    .argument('<id>', 'the id of the courier account')
    .option('--account <id>', OF)
    .option('--json', 'print {"id"}')
    .action(async (id: string, options: OwnerOptions) => {
      await withOwner(options, async (owner, { output }) => {
        await removeCourierAccount(owner, readId(id, 'a courier account'));
        output.result({ id }, 'The courier account is disconnected');
      });
    });

  courier
    .command('push-address')
    .description('create the address to which the courier pushes scans; an older address stops working')
    .argument('<id>', 'the id of the courier account')
    .option('--account <id>', OF)
    .option('--json', 'print {"url"}')
    .action(async (id: string, options: OwnerOptions) => {
      await withOwner(options, async (owner, { output, config, serviceUrl }) => {
        const made = await rotatePushAddress(
          owner,
          readId(id, 'a courier account'),
          async (_writer, { path }) => path,
        );
        const url = `${config.publicUrl ?? serviceUrl}${made}`;
        output.result({ url }, url);
      });
    });

  courier
    .command('calls')
    .description(
      `show the last ${LISTED_CALLS} failed requests to couriers, without secrets and personal data`,
    )
    .argument('[id]', 'the id of one courier account')
    .option('--account <id>', OF)
    .option(
      '--json',
      'print [{"happened_at","courier","call","method","path","request","status","answer","failure","ms"}]',
    )
    .action(async (id: string | undefined, options: OwnerOptions) => {
      const courierAccountId = id === undefined ? null : readId(id, 'a courier account');
      await withOwner(options, async (owner, { output }) => {
        const { accountId } = owner;
        const calls = await listCourierCalls(owner, { accountId, courierAccountId }, LISTED_CALLS);
        const listed = calls.map((kept) => ({
          happened_at: kept.happenedAt.toISOString(),
          courier: kept.courier,
          call: kept.call,
          method: kept.method,
          path: kept.path,
          request: kept.request,
          status: kept.status,
          answer: kept.answer,
          failure: kept.failure,
          ms: kept.milliseconds,
        }));
        output.result(listed, listed.map(callText).join('\n\n') || 'No failed requests lately');
      });
    });
}

function callText({
  happened_at,
  courier,
  method,
  path,
  request,
  status,
  answer,
  failure,
  ms,
}: {
  readonly [name in 'happened_at' | 'courier' | 'method' | 'path']: string;
} & { readonly request: string | null; readonly status: number | null; readonly answer: string | null } & {
  readonly failure: string | null;
  readonly ms: number;
}): string {
  return [
    `${happened_at}  ${courier}  ${method} ${path}  ${ms} ms`,
    ...(request === null ? [] : [`  sent      ${request}`]),
    failure === null ? `  answered  ${status} ${answer ?? ''}` : `  no answer: it ${failure}`,
  ].join('\n');
}

function accountBody(view: CourierAccountView) {
  return {
    id: view.courierAccountId,
    courier: view.courier,
    name: view.name,
    needs_secrets: view.needsSecrets,
  };
}

/** Reads `name=value`, or `name=@file`, which keeps a secret out of the process list. */
async function readSettings(texts: readonly string[]): Promise<Record<string, string | null>> {
  const settings: Record<string, string | null> = {};
  for (const text of texts) {
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw refused(`${text} is not a setting such as token=@token.txt`);
    settings[name] = value === '' ? null : value.startsWith('@') ? await readSecret(value.slice(1)) : value;
  }
  return settings;
}

async function readSecret(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw refused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function withOwner(
  { account, json }: OwnerOptions,
  work: (owner: CourierOwner, session: CommandSession) => Promise<void>,
): Promise<void> {
  const accountId = account === undefined ? WHOLE_SERVICE : readId(account, 'an account');
  await withSession(json === true, async (session) => {
    const { service, config } = session;
    if (account !== undefined) await assertAccount(service, accountId);
    const parts = await openCourierParts(service, { outgoing: courierOutgoing(config) });
    try {
      const sealing = await session.openSealing();
      await work({ ...service, ...parts, sealing, accountId, actor: OPERATOR }, session);
    } finally {
      parts.courierTraffic.close();
    }
  });
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
