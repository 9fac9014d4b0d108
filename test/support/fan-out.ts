import type pg from 'pg';
import { literalsOf, nameOf, readStatements } from './statements.ts';

/** The folders that contain SQL of the product. */
const FOLDERS = ['src/storage', 'src/service', 'src/usecases', 'simulators/demo'];

/**
 * Statements that a cluster runs on all of its shards, by their beginning, with the reason. Each costs a
 * small query to every shard, so none may be part of a request of one account, unless the request's account
 * is unknown.
 */
export const ON_ALL_SHARDS: Readonly<Record<string, string>> = {
  'storage/booking/bookings.ts: select distinct account_id':
    'every few seconds: accounts with abandoned bookings, by an index of only those',
  'storage/booking/idempotency.ts: delete from idempotency_keys where (account_id': 'hourly: expired keys',
  'storage/cluster/lock-nodes.ts: select account_id from': 'a backup: its transaction begins on every node',
  'storage/columns/shipment-changes.ts: select distinct account_id':
    'maintenance: accounts with old changes, in a table of a few minutes',
  'storage/couriers/courier-accounts.ts: select ${COURIER_ACCOUNT.selected()} from courier_accounts where courier':
    'the rounds: the couriers to ask, in one statement instead of one for each account',
  'storage/couriers/courier-polls.ts: select distinct account_id': 'the rounds: accounts with due parcels',
  'storage/couriers/courier-polls.ts: select s.shipment_id':
    'the rounds: the parcels of one answer, of all accounts at once',
  'storage/couriers/courier-polls.ts: with asked as (':
    'the rounds: the parcels of one answer, of all accounts at once',
  'storage/couriers/courier-calls.ts: delete from courier_exchanges where happened_at':
    'daily: old courier calls',
  'storage/couriers/errands.ts: select distinct account_id': 'the rounds: accounts with due errands',
  'storage/couriers/errands.ts: update ${name} set next_try_at = $1, taken_by = null':
    'maintenance: errands of dead processes',
  'storage/couriers/warehouse-registrations.ts: insert into courier_warehouses':
    'the operator connects a courier: all warehouses are registered',
  'storage/couriers/warehouse-registrations.ts: delete from courier_warehouses':
    'the operator disconnects a courier',
  'storage/exchanges/exchanges.ts: with asked as (':
    'maintenance: returns picked up by a process that knows no exchanges',
  'storage/health/backlog.ts: select count(*) as count':
    'metrics and `dakiya status`: waiting work of the whole service',
  'storage/health/backlog.ts: select courier as what': '`dakiya doctor`: failures in the whole service',
  'storage/health/backlog.ts: select m.channel as what': '`dakiya doctor`: failures in the whole service',
  'storage/imports/imports.ts: with old as (': 'daily: old imports',
  'storage/jobs/jobs.ts: with old as (': 'daily: old jobs',
  'storage/labels/courier-labels.ts: delete from courier_labels': 'daily: old labels',
  'storage/listing/shipment-counts.ts: select distinct account_id':
    'every few seconds: accounts with changed counters, by an index of only changes',
  'storage/messages/message-jobs.ts: select m.account_id, m.message_id, m.moment, m.language':
    'every few seconds: messages without a job, by an index of waiting messages',
  'storage/messages/delayed-shipments.ts: select distinct s.account_id': 'hourly: late parcels',
  'storage/money/fill-ledger.ts: select account_id as "accountId", shipment_id':
    'once, after the upgrade that brought the ledger',
  'storage/money/weight-differences.ts: select d.account_id as "accountId"':
    'hourly: differences that are accepted automatically',
  'storage/old-rows.ts: select account_id, list': 'hourly: accounts with rows that have become old',
  'storage/rates/rate-changes.ts: select distinct row_key from rate_rows':
    'an operator command: carriers of any book',
  'storage/rates/rate-changes.ts: select row_key':
    "a change of rates: the account's book and the default book, two shards",
  'storage/rates/rate-rows.ts: select account_id, version from rate_heads where account_id in ($1, $2)':
    "a book is loaded: the account's book and the default book, two shards",
  'storage/rates/rate-versions.ts: select account_id from rate_versions where version = $1':
    'an operator command: the account of a version',
  'storage/rates/rate-versions.ts: select account_id, version from rate_heads where version > $1':
    'after the counter of versions changed: changed books, by an index of versions',
  'storage/customer-requests/request-codes.ts: with days as (': 'daily: old codes',
  'storage/customer-requests/requests.ts: select q.account_id as "accountId"':
    'maintenance: requests of parcels with a later status',
  'storage/customer-requests/requests.ts: delete from request_photos': 'daily: old photos',
  'storage/stores/logos.ts: select account_id as "accountId", store_id':
    'maintenance: logos that were not measured yet',
  'storage/shops/shops.ts: update shops set next_try_at = $1 where next_try_at':
    'the start: all shops are asked',
  'storage/shops/shop-orders.ts: update shop_orders set seen = null': 'daily: old orders of shops',
  "storage/shops/shop-orders.ts: update shop_parcels p set mended = '{}'":
    'daily: corrections of old orders of shops',
  'storage/stores/logos.ts: delete from store_logos l using stores s': 'daily: logos without a store',
  'storage/tracking/courier-words.ts: update unread_scans set reread_at = null':
    'an operator command: scans in words that have another meaning now',
  'storage/tracking/unread-scans.ts: select account_id as "accountId"':
    'maintenance, if words were taught: scans whose words are known now, by an index of only those',
  'storage/tracking/unread-scans.ts: select courier, min(code)': 'an operator command: unknown words',
  'storage/tracking/public-orders.ts: select s.account_id':
    'a customer knows no account, but an order id and a phone number',
  'storage/webhooks/deliveries.ts: select distinct account_id':
    'the sender: accounts with due deliveries, by an index of only those',
  'storage/webhooks/deliveries.ts: with settled as (':
    'the sender: the results of deliveries of all accounts at once',
  'storage/webhooks/deliveries.ts: update webhook_deliveries set due_at':
    'maintenance: deliveries of dead processes',
  'storage/webhooks/deliveries.ts: with old as (': 'daily: old events',
  'storage/webhooks/webhook-events.ts: select account_id as "accountId", endpoint_id as "endpointId", events, enabled':
    'a batch of scans: one statement for all accounts of its parcels',
  'simulators/demo/bulk/bulk-load.ts: select': 'an operator command: whether the service has shipments',
};

/** Citus's message for a statement whose plan has several tasks. */
const SEVERAL_TASKS = 'multi-task query about to be executed';

/**
 * Makes a cluster's planner report each statement on these connections that uses several shards. Returns the
 * statements of the product so far.
 */
export function watchPlans(pool: pg.Pool): () => ReadonlySet<string> {
  const texts = new Set<string>();
  pool.on('connect', (client) => {
    // A generic plan of a prepared statement is tried but not used, and would be reported too. A join of a
    // registry with account rows fails here; otherwise it would first fetch the whole registry.
    const settings =
      "set citus.multi_task_query_log_level to 'notice'; set plan_cache_mode to 'force_custom_plan'; set citus.local_table_join_policy to 'never'";
    client.query(settings).catch(() => undefined);
    client.on('notice', ({ message }) => {
      if (message !== SEVERAL_TASKS) return;
      // The running query is available only through an undocumented property.
      const { text } =
        (client as unknown as { _getActiveQuery(): { text?: string } | null })._getActiveQuery() ?? {};
      if (text !== undefined) texts.add(text);
    });
  });
  return () => new Set([...texts].flatMap((text) => productStatement(text) ?? []));
}

/** @throws Error naming the statements without a reason */
export function refuseFanOut(statements: ReadonlySet<string>): void {
  const reasons = Object.keys(ON_ALL_SHARDS);
  const unreasoned = [...statements].filter((name) => !reasons.some((reason) => name.startsWith(reason)));
  if (unreasoned.length > 0) {
    throw new Error(
      `A cluster asks all of its shards for these: name the account, or say why in ${import.meta.filename}\n${unreasoned.join('\n')}`,
    );
  }
}

/** The beginnings of all statements of the product. */
export function readProductStatements(): string[] {
  return readStatements(FOLDERS).map(nameOf);
}

let known: readonly { readonly name: string; readonly literals: readonly string[] }[] | null = null;

/** Shorter ones would match statements of tests too. */
const TELLING_CHARACTERS = 30;

/** The product's statement for a text; null for a statement of a test. */
function productStatement(text: string): string | null {
  known ??= readStatements(FOLDERS)
    .map((statement) => ({ name: nameOf(statement), literals: literalsOf(statement.text) }))
    .filter(({ literals }) => literals.join('').trim().length >= TELLING_CHARACTERS)
    .sort((a, b) => b.literals.join('').length - a.literals.join('').length);
  return known.find(({ literals }) => isMadeOf(text, literals))?.name ?? null;
}

function isMadeOf(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const literal of others) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return true;
}
