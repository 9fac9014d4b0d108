import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { indiaDate } from '../domain/india-time.ts';
import { readVersion } from '../package-root.ts';
import { StartupError } from '../problems/startup-error.ts';
import { openTrialParts } from '../service/trial-parts.ts';
import { planCourierTrial, type TrialCouriers } from '../usecases/couriers/try-courier-account.ts';
import { planShopTrial, type TrialShops } from '../usecases/shops/try-shop.ts';
import type { TrialEnd, TrialOptions } from '../usecases/trial.ts';
import { hasPassed, type TrialSubject, trialReport } from '../usecases/trial-report.ts';
import { withSession } from './command-session.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import { stoppable } from './stop-signal.ts';

interface GeneralOptions {
  yes?: boolean;
  report?: string;
  json?: boolean;
}

interface CourierOptions extends GeneralOptions {
  account?: string;
  warehouse?: string;
  from?: string;
  to?: string;
  toName?: string;
  toPhone?: string;
  toAddress?: string;
  toCity?: string;
  toState?: string;
  service: string;
}

const COURIER_NEEDS_YES =
  'This books a parcel of 100 g with your live account at the courier, asks for its label and tracking, and cancels it. Nobody is sent a message by Dakiya, and nothing of your account here changes; the courier may charge for the parcel, and write to the recipient. Add --yes to do it';
const SHOP_NEEDS_YES =
  'This tells your live shop that a parcel of this order is on its way, under a number that is marked as a test, and takes that back. The shop is asked to tell the customer nothing, and the order is not marked as paid. Use a test order that nobody ships. Add --yes to do it';
const STOPPING = 'Stopping: what was made is taken back first';

/** Adds `courier test` and `shop test`, which try a live account with its owner's consent. */
export function addTrialCommands(program: Command, folder: string): void {
  const groupOf = (name: string) => program.commands.find((command) => command.name() === name);
  const courier = groupOf('courier')
    ?.command('test')
    .argument('<id>', 'the courier account')
    .description(
      'try a live courier account with a real parcel, which is cancelled again, and write a report without secrets and personal data; exit code 1 if something failed',
    )
    .option('--account <id>', "whose warehouse sends the parcel, for a courier account of the operator's")
    .option('--warehouse <id>', 'the warehouse that sends it, by its id or code; default: the only one')
    .option('--from <pincode>', 'the pincode of the warehouse that sends it')
    .option('--to <pincode>', 'the pincode of the recipient; default: the warehouse itself')
    .option('--to-name <name>', 'a recipient who knows of it, with the four options below')
    .option('--to-phone <phone>', "the recipient's phone")
    .option('--to-address <address>', "the recipient's address")
    .option('--to-city <city>', "the recipient's city")
    .option('--to-state <state>', "the recipient's state")
    .option('--service <code>', "the courier's code of the service; default: its usual one", '');
  if (courier !== undefined)
    general(courier, folder).action((id: string, options: CourierOptions) => tryCourier(id, options, folder));

  const shop = groupOf('shop')
    ?.command('test')
    .argument('<id>', 'the shop')
    .description(
      'try a live shop with a test order of yours, which is told of a parcel that is taken back, and write a report without secrets and personal data; exit code 1 if something failed',
    )
    .requiredOption('--order <number>', 'the number of the order, or its key in the shop');
  if (shop !== undefined)
    general(shop, folder).action((id: string, options: GeneralOptions & { order: string }) =>
      tryShop(id, options, folder),
    );
}

function general(command: Command, folder: string): Command {
  return command
    .option('--yes', 'do it; without it, nothing is asked of the partner')
    .option(
      '--report <file>',
      'where the report goes; default: dakiya-<courier|shop>-test-<name>-<date>.json here',
      fileBelow(folder),
    )
    .option('--json', 'print the report as JSON');
}

async function tryCourier(id: string, options: CourierOptions, folder: string): Promise<void> {
  const courierAccountId = readId(id, 'a courier account');
  const accountId = options.account === undefined ? null : readId(options.account, 'an account');
  const fromPincode = readPincode('--from', options.from);
  const toPincode = readPincode('--to', options.to);
  const recipient = readRecipient(options);
  if (options.yes !== true) throw new StartupError(COURIER_NEEDS_YES);
  await run('courier', options, folder, async (parts) => {
    const wish = { courierAccountId, accountId, fromPincode, toPincode, recipient };
    const { warehouse = null, service: courierProduct } = options;
    const trial = await planCourierTrial(parts, { ...wish, warehouse, courierProduct });
    return { ...trial, partner: trial.courier };
  });
}

async function tryShop(
  id: string,
  options: GeneralOptions & { order: string },
  folder: string,
): Promise<void> {
  const shopId = readId(id, 'a shop');
  if (options.yes !== true) throw new StartupError(SHOP_NEEDS_YES);
  const { port, publicUrl } = readConfig();
  const wish = { shopId, order: options.order, publicUrl: publicUrl ?? `http://127.0.0.1:${port}` };
  await run('shop', options, folder, async (parts) => {
    const trial = await planShopTrial(parts, wish);
    return { ...trial, partner: trial.shop };
  });
}

interface Planned {
  readonly partner: { readonly name: string };
  readonly isUsualHost: boolean;
  run(options: Pick<TrialOptions, 'signal' | 'begins'>): Promise<TrialEnd>;
}

async function run(
  kind: TrialSubject['kind'],
  { report: given, json = false }: GeneralOptions,
  folder: string,
  plan: (parts: TrialCouriers & TrialShops) => Promise<Planned>,
): Promise<void> {
  await stoppable('', (signal) =>
    withSession(json, async ({ service, output, dataDir }) => {
      const { parts, close } = await openTrialParts(service, readConfig(), dataDir);
      try {
        const { partner, isUsualHost, run: runTrial } = await plan(parts);
        const startedAt = service.now();
        const usual = join(folder, `dakiya-${kind}-test-${partner.name}-${indiaDate(startedAt.getTime())}`);
        // Opened before anything is asked, so that no trial is without its report.
        const file = given === undefined ? await openNew(usual) : await openFile(given, 'w');
        try {
          signal.addEventListener('abort', () => output.note(STOPPING));
          const end = await runTrial({ signal, begins: (step) => output.note(`${step} ...`) });
          const subject = { kind, partner: partner.name, isUsualHost, version: readVersion(), startedAt };
          const report = trialReport(subject, end);
          await file.handle.writeFile(`${JSON.stringify(report, null, 2)}\n`);
          for (const sentence of end.leftOver) output.warn(sentence);
          output.result(report, inWords(end, file.path));
          if (!hasPassed(end)) process.exitCode = 1;
        } finally {
          await file.handle.close();
        }
      } finally {
        close();
      }
    }),
  );
}

function inWords(end: TrialEnd, path: string): string {
  const widest = Math.max(...end.steps.map(({ step }) => step.length));
  const lines = end.steps.map(
    ({ step, result, sentence }) =>
      `${step.padEnd(widest)}  ${result}${sentence === null ? '' : `: ${sentence}`}`,
  );
  const last = hasPassed(end)
    ? 'Everything passed'
    : end.leftOver.length === 0
      ? 'Something failed; nothing is left over'
      : 'Something failed, and something is left over: see above';
  return [...lines, '', last, `The report is in ${path}: it has no secrets and no personal data`].join('\n');
}

interface ReportFile {
  readonly handle: FileHandle;
  readonly path: string;
}

/** Opens a file that does not exist yet: earlier reports of the day stay. */
async function openNew(usual: string): Promise<ReportFile> {
  for (let number = 1; ; number += 1) {
    const path = `${usual}${number === 1 ? '' : `-${number}`}.json`;
    try {
      return await openFile(path, 'wx');
    } catch (error) {
      if (!(error instanceof StartupError) || codeOf(error.cause) !== 'EEXIST') throw error;
    }
  }
}

async function openFile(path: string, flags: 'w' | 'wx'): Promise<ReportFile> {
  try {
    return { handle: await open(path, flags), path };
  } catch (error) {
    throw new StartupError(`The report cannot be written to ${path}: ${codeOf(error)}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code);
}

function readPincode(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{5}$/.test(text)) throw new StartupError(`${option} must be a pincode of six digits`);
  return text;
}

/** Reads the recipient, of whom everything or nothing is given. */
function readRecipient(options: CourierOptions) {
  const { toName, toPhone, toAddress, toCity, toState } = options;
  const given = [toName, toPhone, toAddress, toCity, toState];
  if (given.every((one) => one === undefined)) return null;
  if (options.to === undefined || given.some((one) => one === undefined || one.trim() === ''))
    throw new StartupError(
      'A recipient needs all of --to, --to-name, --to-phone, --to-address, --to-city and --to-state',
    );
  const [name = '', phone = '', address = '', city = '', state = ''] = given;
  return { name, phone, address, city, state };
}
