import { type Command, Option } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import {
  REQUEST_RULES,
  REQUEST_STATES,
  type RequestRule,
  type RequestState,
} from '../domain/customer-requests/customer-request.ts';
import { refused } from '../problems/problem.ts';
import { assertAccount } from '../usecases/accounts/accounts.ts';
import { PLAIN_APPROVAL } from '../usecases/customer-requests/carry-out-request.ts';
import {
  approveRequest,
  type CustomerRequest,
  listAccountRequests,
  rejectRequest,
} from '../usecases/customer-requests/decide-requests.ts';
import {
  changeRequestSettings,
  getRequestSettings,
  type RequestSettings,
} from '../usecases/customer-requests/request-settings.ts';
import type { AccountActor, AccountContext } from '../usecases/service.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { openOrders } from './open-orders.ts';
import { table } from './output.ts';

interface AccountOptions {
  account: string;
  json?: boolean;
}

interface SettingsOptions extends AccountOptions {
  anotherDay?: RequestRule;
  landmark?: RequestRule;
  refusal?: RequestRule;
  codesPerDay?: string;
}

/** The number of listed requests; the API pages through the others. */
const LISTED = 50;
const REQUEST_JSON = 'print {"id","kind","state","order_id","tracking_number","answer","return_id"}';
const SETTINGS_JSON = 'print {"another_day","landmark","refusal","codes_per_day"}';

export function addRequestCommands(program: Command): void {
  const requests = program
    .command('requests')
    .description(
      'manage customer requests from the tracking page; see docs/how-to/answer-customer-requests.md',
    );

  ofAccount(requests.command('list'))
    .description(`list the last ${LISTED} requests of an account, newest first`)
    .addOption(new Option('--state <state>', 'only those').choices(REQUEST_STATES))
    .option('--json', `${REQUEST_JSON.replace('{', '[{')}]`)
    .action((options: AccountOptions & { state?: RequestState }) =>
      withAccount(options, async (account, { output }) => {
        const filters = { state: options.state ?? null, kind: null, shipmentId: null };
        const { rows, total } = await listAccountRequests(account, {
          ...filters,
          limit: LISTED,
          before: null,
        });
        output.result(rows.map(requestBody), requestTable(rows));
        if (total > rows.length) output.note(`${total} in total; use the API for more`);
      }),
    );

  addDecision(requests, 'approve', 'approve a request and carry it out', (account, id, note) =>
    approveRequest(account, id, { ...PLAIN_APPROVAL, note }),
  );
  addDecision(requests, 'reject', 'reject a request', rejectRequest);

  const settings = ofAccount(requests.command('settings')).description(
    'show or change which requests customers can make, and which need approval',
  );
  for (const [flags, description] of RULES) {
    settings.addOption(new Option(`${flags} <rule>`, description).choices(REQUEST_RULES));
  }
  settings
    .option('--codes-per-day <number>', 'number of codes for the account in one day; each SMS costs money')
    .option('--json', SETTINGS_JSON)
    .action((options: SettingsOptions) =>
      withAccount(options, async (account, { output }) => {
        const changes = changesOf(options);
        const isAsked = Object.values(changes).every((value) => value === undefined);
        const now = isAsked
          ? await getRequestSettings(account)
          : await changeRequestSettings(account, changes);
        output.result(settingsBody(now), settingsText(now));
      }),
    );
}

const RULES = [
  ['--another-day', 'delivery on another day'],
  ['--landmark', 'a landmark or a note for the rider; with `off` no new phone either'],
  ['--refusal', 'refusal of a parcel that is no longer wanted'],
] as const;

function addDecision(
  requests: Command,
  word: 'approve' | 'reject',
  description: string,
  decide: (account: AccountContext, id: string, note: string | null) => Promise<CustomerRequest>,
): void {
  ofAccount(requests.command(word))
    .description(description)
    .argument('<request>', 'its id')
    .option('--note <text>', 'the answer for the customer')
    .option('--json', REQUEST_JSON)
    .action((id: string, options: AccountOptions & { note?: string }) => {
      const requestId = readId(id, 'a request');
      const accountId = readId(options.account, 'an account');
      return withSession(options.json === true, async (session) => {
        await assertAccount(session.service, accountId);
        const orders = await openOrders(session, accountId);
        try {
          const decided = await decide(orders.account, requestId, options.note ?? null);
          session.output.result(requestBody(decided), requestTable([decided]));
        } finally {
          await orders.close();
        }
      });
    });
}

/** @throws Problem `refused` */
function changesOf({ anotherDay, landmark, refusal, codesPerDay }: SettingsOptions) {
  const codes = codesPerDay === undefined ? undefined : Number(codesPerDay);
  if (codes !== undefined && !(/^\d{1,7}$/.test(codesPerDay ?? '') && codes <= 1_000_000)) {
    throw refused('--codes-per-day must be a whole number from 0 to 1000000');
  }
  return { anotherDay, landmark, refusal, codesPerDay: codes };
}

function ofAccount(command: Command): Command {
  return command.requiredOption('--account <id>', 'the account');
}

function withAccount(
  { account, json }: AccountOptions,
  work: (account: AccountActor, session: CommandSession) => Promise<void>,
): Promise<void> {
  const accountId = readId(account, 'an account');
  return withSession(json === true, async (session) => {
    await assertAccount(session.service, accountId);
    await work({ ...session.service, accountId, actor: OPERATOR }, session);
  });
}

function requestBody(request: CustomerRequest) {
  const { id, kind, state, orderId, trackingNumber, answer, returnShipmentId } = request;
  return {
    id,
    kind,
    state,
    order_id: orderId,
    tracking_number: trackingNumber,
    answer,
    return_id: returnShipmentId,
  };
}

function requestTable(requests: readonly CustomerRequest[]): string {
  return table(
    ['REQUEST', 'KIND', 'STATE', 'ORDER', 'TRACKING', 'ANSWER'],
    requests.map(({ id, kind, state, orderId, trackingNumber, answer }) => [
      id,
      kind,
      state,
      orderId,
      trackingNumber ?? '',
      answer ?? '',
    ]),
  );
}

function settingsBody({ anotherDay, landmark, refusal, codesPerDay }: RequestSettings) {
  return { another_day: anotherDay, landmark, refusal, codes_per_day: codesPerDay };
}

function settingsText(settings: RequestSettings): string {
  return Object.entries(settingsBody(settings))
    .map(([name, value]) => `${name.padEnd(16)}${value}`)
    .join('\n');
}
