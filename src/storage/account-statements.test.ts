import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../test/support/statements.ts';
import { snakeCase } from '../resources/columns.ts';

const STORAGE = import.meta.dirname;
const MIGRATIONS = join(STORAGE, '../../migrations');

/** The tables whose primary key begins with the account. */
const ACCOUNT_TABLES = new Set(
  readdirSync(MIGRATIONS)
    .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/create table (\w+) \(([^;]*?)\n\)/g)])
    .filter(([, , columns = '']) => /primary key \(account_id\b|account_id uuid primary key/.test(columns))
    .map(([, table = '']) => table)
    .filter((table) => table !== 'accounts'),
);

/**
 * The beginnings of statements about several accounts, with the reason for each. No request of an account
 * runs them.
 */
const OF_THE_SERVICE: Readonly<Record<string, string>> = {
  'accounts/audit.ts: insert into audit_records':
    'changes of the whole service, stored under an id that no account has',
  'booking/bookings.ts: select distinct account_id from bookings':
    'the rounds on a cluster: accounts with bookings to settle',
  'booking/bookings.ts: update bookings b set next_try_at': 'the rounds: bookings to settle',
  'booking/idempotency.ts: delete from idempotency_keys where (account_id': 'maintenance: expired keys',
  'exchanges/exchanges.ts: with asked as (': 'scans and maintenance: each row names its account',
  'columns/shipment-changes.ts: with gone as (': 'maintenance: changes that are old',
  'columns/shipment-changes.ts: select distinct account_id from shipment_changes':
    'maintenance on a cluster: accounts with old changes',
  'couriers/courier-accounts.ts: select ${COURIER_ACCOUNT.selected()} from courier_accounts where courier':
    'maintenance: courier accounts of these couriers',
  'labels/courier-labels.ts: delete from courier_labels': 'maintenance: old labels',
  'shops/shops.ts: select ${SHOP.selected()} from shops where shop_id':
    'an operator command: the shop with an id',
  'shops/shops.ts: update shops set next_try_at = $1 where next_try_at': 'the start: all shops are asked',
  'shops/shop-orders.ts: update shop_orders set seen = null': 'maintenance: old orders',
  "shops/shop-orders.ts: update shop_parcels p set mended = '{}'": 'maintenance: old orders',
  'couriers/booked-courier.ts: select b.courier_account_id':
    'the rounds: the row of an errand names its account',
  'couriers/courier-charges.ts: insert into courier_charges': 'the rounds: each row names its account',
  'couriers/courier-polls.ts: with due as materialized (': 'the rounds: due parcels',
  'couriers/courier-polls.ts: select distinct account_id from courier_polls':
    'the rounds on a cluster: accounts with due parcels',
  'couriers/courier-polls.ts: select s.shipment_id': 'the rounds: each row names its account',
  'couriers/courier-polls.ts: with asked as (': 'the rounds: each row names its account',
  'couriers/courier-polls.ts: update shipments s set expected_delivery_date':
    'the rounds: each row names its account',
  'couriers/courier-calls.ts: delete from courier_exchanges where happened_at': 'maintenance: old exchanges',
  'exchanges/exchanges.ts: select x.account_id, x.return_shipment_id':
    'maintenance: returns picked up by a process that knows no exchanges',
  'health/backlog.ts: select count(*) as count': 'figures of the whole service, for the operator',
  'health/backlog.ts: select courier as what': 'figures of the whole service, for the operator',
  'health/backlog.ts: select m.channel as what': 'figures of the whole service, for the operator',
  'imports/imports.ts: with old as (': 'maintenance: old imports',
  'jobs/jobs.ts: with old as (': 'maintenance: old jobs',
  'listing/shipment-counts.ts: with taken as (': 'maintenance: sums up the counters, each by its account',
  'listing/shipment-counts.ts: select distinct account_id from shipment_count_deltas':
    'maintenance on a cluster: accounts with changed counters',
  'old-rows.ts: insert into list_totals': 'sample data of several accounts: each row names its account',
  'old-rows.ts: select account_id, list from accounts':
    'maintenance: accounts with rows that have become old',
  'messages/insert-messages.ts: select json_agg(told)': 'the messages of scans: each row names its account',
  'messages/message-jobs.ts: select m.account_id, m.message_id, m.moment, m.language':
    'maintenance: due messages',
  'messages/delayed-shipments.ts: select distinct s.account_id': 'maintenance: late parcels',
  'money/fill-ledger.ts: select account_id, shipment_id, created_at':
    'maintenance: shipments without a ledger yet',
  'money/fill-ledger.ts: select account_id as "accountId", shipment_id as "shipmentId"':
    'maintenance on a cluster: the same, before each row is locked on its node',
  'money/settle-money.ts: select s.account_id, s.shipment_id':
    'the money of scans: each row names its account',
  'money/settle-money.ts: with entries as (': 'the money of scans: each row names its account',
  'money/weight-differences.ts: select d.account_id as "accountId"':
    'maintenance: differences that are accepted automatically',
  'rates/rate-changes.ts: select distinct row_key from rate_rows':
    'an operator command: carriers of any book',
  'rates/rate-rows.ts: select kind, cells from rate_rows':
    '`copy` takes no parameters: the account stands in the text',
  'rates/rate-versions.ts: select account_id from rate_versions':
    'an operator command: the account of a version',
  'rates/rate-versions.ts: select account_id, version from rate_heads':
    'each process asks which books changed',
  'customer-requests/request-codes.ts: with days as (': 'maintenance: old codes',
  'customer-requests/requests.ts: select q.account_id as "accountId"':
    'maintenance: requests of parcels with a later status',
  'customer-requests/requests.ts: delete from request_photos': 'maintenance: old photos',
  'stores/logos.ts: select account_id as "accountId", store_id':
    'maintenance: logos that were not measured yet',
  'stores/logos.ts: delete from store_logos l using stores s': 'maintenance: logos without a store',
  'returns/returns.ts: insert into qc_answers': 'scans: each row names its account',
  'returns/returns.ts: update returns r set qc_status': 'scans: each row names its account',
  'tracking/courier-words.ts: update unread_scans set reread_at = null':
    'an operator command: scans in these words',
  'tracking/fold-writes.ts: with events as (': 'scans: each row names its account',
  'tracking/public-orders.ts: select s.account_id':
    'a customer knows no account, but an order id and a phone number',
  'tracking/scanned-shipments.ts: select s.tracking_number': 'scans: by tracking number',
  'tracking/tracking-events.ts: select e.shipment_id': 'scans: each row names its account',
  'tracking/tracking-events.ts: update tracking_events e': 'scans: each row names its account',
  'tracking/unread-scans.ts: select k.scan_id as "scanId"': 'scans: each row names its account',
  'tracking/unread-scans.ts: select account_id as "accountId"':
    'maintenance: scans whose words are known now',
  'tracking/unread-scans.ts: delete from unread_scans u': 'maintenance: each row names its account',
  'tracking/unread-scans.ts: update unread_scans u set reread_at': 'maintenance: each row names its account',
  'webhooks/deliveries.ts: with recursive open as (': 'the sender: the endpoints of all accounts in turn',
  'webhooks/deliveries.ts: select distinct account_id from webhook_deliveries':
    'the sender on a cluster: accounts with due deliveries',
  'webhooks/deliveries.ts: with settled as (': 'the sender: each row names its account',
  'webhooks/deliveries.ts: update webhook_deliveries set due_at': 'maintenance: deliveries of dead processes',
  'webhooks/deliveries.ts: with old as (': 'maintenance: old events',
  'shops/shop-parcels.ts: update shop_parcels p set next_try_at':
    'the parcels of scans: each row names its account',
  'webhooks/webhook-events.ts: select account_id as "accountId", endpoint_id':
    'the events of scans: of the accounts in the parameters',
  'webhooks/webhook-events.ts: select s.shipment_id as "shipmentId"':
    'the events of scans: each row names its account',
  'webhooks/webhook-events.ts: with told as (': 'the events of scans: each row names its account',
};

/** The columns of the primary keys of those tables, without the account. */
const KEYS = new Map(
  readdirSync(MIGRATIONS)
    .map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/create table (\w+) \(([^;]*?)\n\)/g)])
    .map(([, table = '', columns = '']): [string, string[]] => [
      table,
      /primary key \(account_id, ([^)]*)\)/.exec(columns)?.[1]?.split(', ') ?? [],
    ]),
);

/** The beginnings of statements that change many rows on purpose, with the rows that they change. */
const OF_MANY_ROWS: Readonly<Record<string, string>> = {
  'tracking/courier-words.ts: update unread_scans set reread_at = null': 'all scans in these words',
  'shops/shops.ts: update shops set next_try_at = $1 where next_try_at': 'all shops are asked at the start',
  'booking/offline-ledger.ts: delete from offline_behaviours': 'all settings of an account',
  'booking/orders.ts: delete from order_contacts': 'all rows of an order; they are written again',
  'booking/orders.ts: delete from order_items': 'all rows of an order; they are written again',
  'columns/shipment-changes.ts: with gone as (': 'maintenance: old rows',
  'couriers/courier-accounts.ts: with numbers as (delete from courier_numbers':
    'all rows of a courier account',
  'couriers/courier-calls.ts: delete from courier_exchanges': 'maintenance: old rows',
  'couriers/warehouse-registrations.ts: delete from courier_warehouses': 'all rows of a courier account',
  'imports/import-orders.ts: update import_orders set state': 'orders of an import that no process works on',
  'imports/imports.ts: delete from import_pieces': 'the whole file of an import',
  'imports/import-orders.ts: delete from import_rows': 'the rows of orders that are left out',
  'imports/imports.ts: with old as (': 'maintenance: old rows',
  'jobs/jobs.ts: with old as (': 'maintenance: old rows',
  'labels/courier-labels.ts: delete from courier_labels': 'maintenance: old rows',
  'shops/shop-parcels.ts: update shop_parcels': 'the parcels of shipments, and unpaid parcels',
  'shops/shops.ts: with orders as (delete from shop_orders': 'all rows of a shop',
  'rates/rate-changes.ts: ${PROPOSED} update rate_rows':
    'the rows that end with a version, of which each key has one',
  'sample-data/remove-sample-data.ts: delete from invoices': 'those of sample parcels',
  'sample-data/remove-sample-data.ts: delete from invoice_series': 'series without an invoice',
  'sample-data/remove-sample-data.ts: delete from exchanges': 'those of sample parcels',
  'messages/message-settings.ts: update message_templates set replaced_at': 'the text in use',
  'messages/message-settings.ts: update message_translations set replaced_at': 'the text in use',
  'customer-requests/request-codes.ts: with days as (': 'maintenance: old rows',
  'customer-requests/request-codes.ts: update request_codes set pass_used_at': 'the open pass of a parcel',
  'customer-requests/requests.ts: delete from request_photos': 'maintenance: old rows',
  'tracking/ndr-answers.ts: delete from ndr_answers': 'expired claims on a parcel',
  'webhooks/deliveries.ts: update webhook_deliveries set due_at': 'maintenance: deliveries of dead processes',
  'webhooks/deliveries.ts: with old as (': 'maintenance: old rows',
  'webhooks/deliveries.ts: update webhook_deliveries set state': 'all open deliveries of an endpoint',
  'shops/shop-orders.ts: update shop_orders set seen = null': 'maintenance: old orders',
  "shops/shop-orders.ts: update shop_parcels p set mended = '{}'": 'maintenance: old orders',
  'shops/shops.ts: with parcels as (': 'all parcels that wait for a shop',
};

/**
 * The primary key columns that an update or delete does not name. Without them it also changes other rows.
 */
function missingOfKey(text: string): string[] {
  const [, ...changes] = text.split(/\b(?<!for )(?:update|delete from)\s+(?=\w)/);
  return changes.flatMap((change) => {
    const table = /^\w+/.exec(change)?.[0] ?? '';
    const condition = change.slice(change.indexOf('where'));
    return (KEYS.get(table) ?? []).filter((column) => !new RegExp(`\\b${column}\\b`).test(condition));
  });
}

/** Placeholders of the listing's conditions, which begin with the account (see `Conditions`). */
const CONDITIONS = /\$\{(?:conditions\.sql|matching|where|found)\}/g;

const files = readdirSync(STORAGE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(join(STORAGE, file), 'utf8')]));

/** The texts of constants, by the constants' names. */
const CONSTANTS = new Map(
  [...sources.values()].flatMap((source) =>
    [...source.matchAll(/const ([A-Z_]+)(?:: \w+)? = [`']/g)].map((match) => {
      const [text = ''] = textsOf(source.slice(match.index + match[0].length - 1)).slice(0, 1);
      return [match[1] ?? '', text] as const;
    }),
  ),
);

function resolved(text: string): string {
  return text
    .replace(CONDITIONS, 's.account_id = $$1 and account_id = $$1')
    .replace(/\$\{([A-Z_]+)\}/g, (whole, name) =>
      CONSTANTS.has(name) ? resolved(CONSTANTS.get(name) ?? '') : whole,
    );
}

const NO_ALIAS =
  /^(?:where|on|set|using|values|join|left|cross|order|group|limit|select|for|returning|natural|full|union|offset|default)$/;

/** Describes the problem of a text; null if it reads no account table, or names the account of each. */
function trouble(text: string): string | null {
  const mentions = [
    ...text.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)(?:\s+(?:as\s+)?([a-z_]\w*))?/g),
  ].filter(([, table = '']) => ACCOUNT_TABLES.has(table));
  if (mentions.length === 0) return null;
  for (const [, table = '', alias = ''] of mentions) {
    const name = alias === '' || NO_ALIAS.test(alias) ? `(?:${table}\\.)?` : `(?:${alias}\\.)?`;
    if (!new RegExp(`(?<![.\\w])${name}account_id\\b`).test(text)) return `${table} without its account`;
  }
  const isStatement = /^\s*(?:select|with|insert|update|delete)\b/.test(text);
  const isBound =
    /account_id (?:=|in|is not distinct from) \(?\$1\b|\(account_id,[\s\S]*(?:values \(|select )\$1\b/;
  return !isStatement || isBound.test(text) ? null : 'bound to no account';
}

describe('every statement on the tables of an account', () => {
  const found = [...sources].flatMap(([file, source]) =>
    textsOf(source).flatMap((text) => {
      const why = trouble(resolved(text));
      return why === null ? [] : [`${file}: ${text.trim().split('\n')[0]} [${why}]`];
    }),
  );
  const isOfTheService = (statement: string) =>
    Object.keys(OF_THE_SERVICE).some((beginning) => statement.startsWith(beginning));

  it('names the account for each table, except in statements of the whole service', () => {
    expect(found.filter((statement) => !isOfTheService(statement))).toEqual([]);
  });

  it('matches each listed exception', () => {
    const needless = Object.keys(OF_THE_SERVICE).filter(
      (beginning) => !found.some((statement) => statement.startsWith(beginning)),
    );
    expect(needless).toEqual([]);
  });

  it('names the whole key of the rows that it changes, except in statements about many rows', () => {
    const partial = [...sources].flatMap(([file, source]) =>
      textsOf(source).flatMap((text) => {
        const missing = missingOfKey(resolved(text));
        return missing.length === 0 ? [] : [`${file}: ${text.trim().split('\n')[0]} [${missing}]`];
      }),
    );
    const beginnings = Object.keys(OF_MANY_ROWS);
    const isOfMany = (statement: string) => beginnings.some((beginning) => statement.startsWith(beginning));
    expect(partial.filter((statement) => !isOfMany(statement))).toEqual([]);
    expect(
      beginnings.filter((beginning) => !partial.some((statement) => statement.startsWith(beginning))),
    ).toEqual([]);
  });

  it('names the whole key of an errand', () => {
    const errands = [...sources.values()].flatMap((source) => [
      ...source.matchAll(/errandTable\(\{\s+name: '(\w+)',\s+key: \{([^}]*)\}/g),
    ]);
    expect(errands.length).toBeGreaterThan(4);
    for (const [, table = '', key = ''] of errands) {
      expect([...key.matchAll(/(\w+): column/g)].map(([, name = '']) => snakeCase(name))).toEqual(
        KEYS.get(table),
      );
    }
  });

  it.each([
    ['select * from stores where account_id = $1', null],
    ['select * from stores', 'stores without its account'],
    ['delete from bookings where account_id = $2 and booking_id = $1', 'bound to no account'],
    [
      'select * from orders o join order_items i on i.order_id = o.order_id where o.account_id = $1',
      'order_items without its account',
    ],
    ['insert into stores (account_id, store_id) values ($1, $2)', null],
    ['insert into stores (store_id) values ($2)', 'stores without its account'],
    ['select * from accounts where account_id = $1', null],
  ])('is checked: %s has the problem "%s"', (text, why) => {
    expect(trouble(text)).toBe(why);
  });
});
