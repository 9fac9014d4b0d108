import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { indiaDate } from '../domain/india-time.ts';
import { refused } from '../problems/problem.ts';
import { readTimestamp } from '../reading/timestamp.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import { closeManifest } from '../usecases/handover/close-manifest.ts';
import { createManifest, type WantedHandover } from '../usecases/handover/create-manifest.ts';
import { createPickup } from '../usecases/handover/create-pickup.ts';
import {
  getManifest,
  listAccountManifests,
  listAccountPickups,
  type Pickup,
  printManifest,
  type ShownManifest,
} from '../usecases/handover/show-handover.ts';
import { takeOutOfManifest } from '../usecases/handover/take-out-of-manifest.ts';
import type { AccountContext } from '../usecases/service.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import { openOrders } from './open-orders.ts';
import { table } from './output.ts';

interface AccountOptions {
  account: string;
  json?: boolean;
}

interface HandoverOptions extends AccountOptions {
  warehouse: string;
  carrier: string;
  date?: string;
}

/** The number of listed entries; the API pages through the others. */
const LISTED = 50;
const NEWEST = { limit: LISTED, before: null };
const MANIFEST_JSON = 'print {"id","date","state","warehouse","carrier","parcels","made_by","created_at"}';
const PICKUP_JSON =
  'print {"id","date","warehouse","carrier","made_by","created_at","state","courier","courier_pickup_id","note","reason"}';

/** @param folder the base of relative file names */
export function addHandoverCommands(program: Command, folder: string): void {
  addManifestCommands(
    program.command('manifest').description('manage manifests; see docs/how-to/hand-over-parcels.md'),
    folder,
  );
  addPickupCommands(
    program.command('pickup').description('manage pickups; see docs/how-to/hand-over-parcels.md'),
  );
}

function addManifestCommands(manifest: Command, folder: string): void {
  ofAccount(manifest.command('list'))
    .description(`list the last ${LISTED} manifests of an account, newest first`)
    .option('--json', MANIFEST_JSON.replace('{', '[{').concat(']'))
    .action((options: AccountOptions) =>
      withAccount(options, async (account, { output }) => {
        const { rows, total } = await listAccountManifests(account, NEWEST);
        output.result(rows.map(manifestBody), manifestTable(rows));
        if (total > rows.length) output.note(`${total} in total; use the API for more`);
      }),
    );

  ofHandover(manifest.command('create'))
    .description('create a manifest of the parcels that wait for a carrier at a warehouse')
    .option('--to <file>', 'file for its PDF', fileBelow(folder))
    .option('--json', MANIFEST_JSON)
    .action((options: HandoverOptions & { to?: string }) => {
      const wanted = wantedHandover(options);
      return withOrders(options, async ({ account }, { output }) => {
        const { manifestId } = await createManifest(account, wanted, asItIs);
        const made = await getManifest(account, manifestId);
        if (options.to !== undefined) await print(account, manifestId, options.to);
        output.result(manifestBody(made), manifestTable([made]));
      });
    });

  ofAccount(manifest.command('print'))
    .description('write the PDF of a manifest to a file')
    .argument('<manifest>', 'its id')
    .requiredOption('--to <file>', 'the file', fileBelow(folder))
    .action((id: string, options: AccountOptions & { to: string }) => {
      const manifestId = readId(id, 'a manifest');
      return withOrders(options, async ({ account }, { output }) => {
        await print(account, manifestId, options.to);
        output.note(`Written to ${options.to}`);
      });
    });

  ofAccount(manifest.command('close'))
    .description('mark a manifest as handed over')
    .argument('<manifest>', 'its id')
    .option('--json', MANIFEST_JSON)
    .action((id: string, options: AccountOptions) => {
      const manifestId = readId(id, 'a manifest');
      return withAccount(options, async (account, { output }) => {
        const closed = await closeManifest({ ...account, actor: OPERATOR }, manifestId);
        output.result(manifestBody(closed), manifestTable([closed]));
      });
    });

  addTakeOutCommand(manifest);
}

function addTakeOutCommand(manifest: Command): void {
  ofAccount(manifest.command('take-out'))
    .description('remove parcels from a manifest, so that they wait again')
    .argument('<manifest>', 'its id')
    .argument('<shipments...>', 'ids of shipments that the courier has not scanned')
    .option('--json', MANIFEST_JSON)
    .action((id: string, shipments: string[], options: AccountOptions) => {
      const manifestId = readId(id, 'a manifest');
      const shipmentIds = shipments.map((one) => readId(one, 'a shipment'));
      return withAccount(options, async (account, { output }) => {
        const left = await takeOutOfManifest({ ...account, actor: OPERATOR }, manifestId, shipmentIds);
        output.result(manifestBody(left), manifestTable([left]));
      });
    });
}

function addPickupCommands(pickup: Command): void {
  ofAccount(pickup.command('list'))
    .description(`list the last ${LISTED} pickups of an account, newest first`)
    .option('--json', PICKUP_JSON.replace('{', '[{').concat(']'))
    .action((options: AccountOptions) =>
      withAccount(options, async (account, { output }) => {
        const { rows, total } = await listAccountPickups(account, NEWEST);
        output.result(rows.map(pickupBody), pickupTable(rows));
        if (total > rows.length) output.note(`${total} in total; use the API for more`);
      }),
    );

  ofHandover(pickup.command('create'))
    .description('request a pickup; an existing one is shown, and requested again if the courier refused it')
    .option('--json', PICKUP_JSON)
    .action((options: HandoverOptions) => {
      const wanted = wantedHandover(options);
      return withOrders(options, async ({ account, rateBooks }, { output }) => {
        const planned = await createPickup(account, rateBooks, wanted, asItIs);
        output.result(pickupBody(planned), pickupTable([planned]));
      });
    });
}

function ofAccount(command: Command): Command {
  return command.requiredOption('--account <id>', 'the account');
}

function ofHandover(command: Command): Command {
  return ofAccount(command)
    .requiredOption('--warehouse <id>', 'the warehouse')
    .requiredOption('--carrier <id>', 'the carrier, as shown by `carrier list`')
    .option('--date <day>', 'the day of the pickup in India; default: today');
}

function wantedHandover({ warehouse, carrier, date }: HandoverOptions): WantedHandover {
  const at = date === undefined ? null : readTimestamp(date);
  if (at === undefined) throw refused('--date must be a date such as 2026-11-16');
  return {
    warehouseId: readId(warehouse, 'a warehouse'),
    carrierId: carrier,
    day: at === null ? null : indiaDate(Date.parse(at)),
  };
}

type OperatedAccount = Pick<AccountContext, 'database' | 'now' | 'newId' | 'accountId'>;

function withAccount(
  { account, json }: AccountOptions,
  work: (account: OperatedAccount, session: CommandSession) => Promise<void>,
): Promise<void> {
  const accountId = readId(account, 'an account');
  return withSession(json === true, async (session) => {
    await assertAccount(session.service, accountId);
    await work({ ...session.service, accountId }, session);
  });
}

function withOrders(
  options: AccountOptions,
  work: (orders: Awaited<ReturnType<typeof openOrders>>, session: CommandSession) => Promise<void>,
): Promise<void> {
  return withAccount(options, async ({ accountId }, session) => {
    const orders = await openOrders(session, accountId);
    try {
      await work(orders, session);
    } finally {
      await orders.close();
    }
  });
}

async function print(account: AccountContext, manifestId: string, file: string): Promise<void> {
  const stays = { signal: new AbortController().signal, dismiss: () => undefined };
  await writeFile(file, await printManifest(account, manifestId, stays));
}

async function asItIs<Result>(_writer: unknown, result: Result): Promise<Result> {
  return result;
}

function pickupBody({ request, ...pickup }: Pickup) {
  return {
    ...handoverBody(pickup.pickupId, pickup),
    state: request?.state ?? 'planned',
    courier: request?.courier ?? null,
    courier_pickup_id: request?.courierPickupId ?? null,
    note: request?.note ?? null,
    reason: request?.reason ?? null,
  };
}

function handoverBody(
  id: string,
  { day, warehouseName, carrierName, madeBy, createdAt }: Omit<Pickup, 'pickupId' | 'request'>,
) {
  return {
    id,
    date: day,
    warehouse: warehouseName,
    carrier: carrierName,
    made_by: madeBy,
    created_at: createdAt.toISOString(),
  };
}

function manifestBody({ manifestId, state, parcels, ...handover }: ShownManifest) {
  const { id, date, ...rest } = handoverBody(manifestId, handover);
  return { id, date, state, ...rest, parcels };
}

function manifestTable(manifests: readonly ShownManifest[]): string {
  const rows = manifests
    .map(manifestBody)
    .map(({ id, date, state, parcels, warehouse, carrier }) => [
      id,
      date,
      state,
      String(parcels),
      warehouse,
      carrier,
    ]);
  return table(['ID', 'DATE', 'STATE', 'PARCELS', 'WAREHOUSE', 'CARRIER'], rows);
}

function pickupTable(pickups: readonly Pickup[]): string {
  const rows = pickups
    .map(pickupBody)
    .map(({ id, date, state, warehouse, carrier, made_by, courier_pickup_id, note, reason }) => [
      id,
      date,
      state,
      warehouse,
      carrier,
      made_by,
      courier_pickup_id ?? '',
      note ?? reason ?? '',
    ]);
  return table(['ID', 'DATE', 'STATE', 'WAREHOUSE', 'CARRIER', 'MADE BY', 'COURIER ID', 'NOTE'], rows);
}
