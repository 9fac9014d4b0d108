import { type Command, Option } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { DELIVERY_STATES, type DeliveryState } from '../domain/webhooks/webhook-events.ts';
import { EXAMPLE_EVENTS, type ExampleEvent } from '../domain/webhooks/webhook-example.ts';
import type { AccountActor } from '../usecases/service.ts';
import { type Delivery, listEndpointDeliveries, resend, sendTest } from '../usecases/webhooks/deliveries.ts';
import { ownEndpoints } from '../usecases/webhooks/own-endpoint.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

interface AccountOptions {
  account: string;
  json?: boolean;
}

const LISTED = 50;
const DELIVERY_JSON = 'print {"id","event","state","tries","http_status","error","created_at","next_try_at"}';

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('manage webhooks and their deliveries; see docs/reference/webhooks.md');

  webhook
    .command('list')
    .description('list the webhooks of an account')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print [{"id","url","events","enabled","failing_since","switched_off_why"}]')
    .action(async (options: AccountOptions) => {
      await withContext(options, async (account, { output }) => {
        const endpoints = (await ownEndpoints(account)).map((endpoint) => ({
          id: endpoint.endpointId,
          url: endpoint.url,
          events: endpoint.events,
          enabled: endpoint.enabled,
          failing_since: endpoint.failingSince?.toISOString() ?? null,
          switched_off_why: endpoint.switchedOffWhy,
        }));
        const rows = endpoints.map(({ id, url, events, enabled, failing_since, switched_off_why }) => [
          id,
          enabled ? (failing_since === null ? 'on' : `failing since ${failing_since}`) : 'off',
          url,
          events.join(', '),
          switched_off_why ?? '',
        ]);
        output.result(endpoints, table(['ID', 'STATE', 'URL', 'EVENTS', 'WHY OFF'], rows));
      });
    });

  webhook
    .command('deliveries')
    .description(`list the last ${LISTED} deliveries of a webhook, newest first`)
    .argument('<webhook>', 'its id')
    .requiredOption('--account <id>', 'the account')
    .addOption(new Option('--state <state>', 'only in this state').choices(DELIVERY_STATES))
    .option('--json', `${DELIVERY_JSON.replace('{', '[{')}]`)
    .action(async (id: string, options: AccountOptions & { state?: DeliveryState }) => {
      const endpointId = readId(id, 'a webhook');
      await withContext(options, async (account, { output }) => {
        const { rows, total } = await listEndpointDeliveries(account, {
          endpointId,
          state: options.state ?? null,
          event: null,
          limit: LISTED,
          before: null,
        });
        output.result(rows.map(deliveryBody), deliveriesTable(rows));
        if (total > rows.length) output.note(`${total} in total; use the API for more`);
      });
    });

  webhook
    .command('test')
    .description('send a test event to a webhook; the running service delivers it')
    .argument('<webhook>', 'its id')
    .requiredOption('--account <id>', 'the account')
    .addOption(new Option('--event <event>', 'of what').choices(EXAMPLE_EVENTS).default('status_change'))
    .option('--json', DELIVERY_JSON)
    .action(async (id: string, options: AccountOptions & { event: ExampleEvent }) => {
      const endpointId = readId(id, 'a webhook');
      const { event } = options;
      await withContext(options, async (account, { output, serviceUrl }) => {
        const test = { endpointId, event, publicUrl: serviceUrl };
        const delivery = await sendTest(account, test, asItIs);
        output.result(deliveryBody(delivery), deliveriesTable([delivery]));
      });
    });

  webhook
    .command('resend')
    .description('send an event again, with the same id; the running service delivers it')
    .argument('<webhook>', 'its id')
    .argument('<delivery>', 'the id of the delivery')
    .requiredOption('--account <id>', 'the account')
    .option('--json', DELIVERY_JSON)
    .action(async (id: string, delivery: string, options: AccountOptions) => {
      const address = { endpointId: readId(id, 'a webhook'), eventId: readId(delivery, 'a delivery') };
      await withContext(options, async (account, { output }) => {
        const queued = await resend(account, address, asItIs);
        output.result(deliveryBody(queued), deliveriesTable([queued]));
      });
    });
}

function withContext(
  { account, json }: AccountOptions,
  work: (account: AccountActor, session: CommandSession) => Promise<void>,
): Promise<void> {
  const accountId = readId(account, 'an account');
  return withSession(json === true, (session) =>
    work({ ...session.service, accountId, actor: OPERATOR }, session),
  );
}

async function asItIs(_writer: unknown, delivery: Delivery): Promise<Delivery> {
  return delivery;
}

function deliveryBody(delivery: Delivery) {
  return {
    id: delivery.eventId,
    event: delivery.event,
    state: delivery.state,
    tries: delivery.tries,
    http_status: delivery.httpStatus,
    error: delivery.error,
    created_at: new Date(delivery.createdAt).toISOString(),
    next_try_at: delivery.nextTryAt === null ? null : new Date(delivery.nextTryAt).toISOString(),
  };
}

function deliveriesTable(deliveries: readonly Delivery[]): string {
  const rows = deliveries
    .map(deliveryBody)
    .map(({ id, created_at, event, state, tries, http_status, error }) => [
      id,
      created_at,
      event,
      state,
      String(tries),
      error ?? (http_status === null ? '' : String(http_status)),
    ]);
  return table(['ID', 'CREATED', 'EVENT', 'STATE', 'TRIES', 'ANSWER'], rows);
}
