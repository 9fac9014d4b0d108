import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OFFLINE_BEHAVIOUR_KINDS } from '../../src/carriers/offline/offline-ledger.ts';
import { ACTOR_KINDS } from '../../src/domain/actor.ts';
import {
  CUSTOMER_RETURN_REASONS,
  REQUEST_KINDS,
  REQUEST_RULES,
  REQUEST_STATES,
} from '../../src/domain/customer-requests/customer-request.ts';
import { PICKUP_REQUEST_STATES } from '../../src/domain/handover/handover.ts';
import { INVOICE_KINDS } from '../../src/domain/invoices/invoice.ts';
import { CHANNELS, MESSAGE_STATUSES } from '../../src/domain/messages/channel.ts';
import { LEDGER_EVENTS, LEDGER_SIDES } from '../../src/domain/money/ledger.ts';
import { WEIGHT_DIFFERENCE_STATES } from '../../src/domain/money/weight-difference.ts';
import { DISPATCHES } from '../../src/domain/orders/exchange.ts';
import { ROLES } from '../../src/domain/role.ts';
import { SHOP_ORDER_STATES } from '../../src/domain/shops/shop-order.ts';
import { STORE_STATUSES } from '../../src/domain/store.ts';
import {
  COURIER_DECISION_ACTIONS,
  COURIER_DECISION_STATES,
} from '../../src/domain/tracking/courier-decision.ts';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { PHASES } from '../../src/domain/tracking/phases.ts';
import { NDR_REASONS, RTO_REASONS } from '../../src/domain/tracking/reasons.ts';
import {
  FORWARD_STATUSES,
  JOURNEYS,
  LISTING_STATUSES,
  QC_STATUSES,
} from '../../src/domain/tracking/statuses.ts';
import { REFUSALS } from '../../src/domain/tracking/verdict.ts';
import { ZONES } from '../../src/domain/zones/zone.ts';
import { CREDENTIAL_KINDS, CREDENTIAL_SCOPES } from '../../src/storage/accounts/credentials.ts';
import { SIGN_IN_LINK_KINDS } from '../../src/storage/accounts/sign-in-links.ts';
import { BOOKING_STATES } from '../../src/storage/booking/bookings.ts';
import { CONTACT_ROLES } from '../../src/storage/booking/contact-rows.ts';
import { REGISTRATION_STATES } from '../../src/storage/couriers/warehouse-registrations.ts';
import { IMPORT_KINDS, IMPORT_STATES } from '../../src/storage/imports/imports.ts';
import { SHOP_PARCEL_STATES } from '../../src/storage/shops/shop-parcels.ts';
import { SHOP_TOKEN_USES } from '../../src/storage/shops/shops.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

/** The words of a query, by name, each list sorted. */
async function wordsBy(query: string): Promise<Record<string, string[]>> {
  const rows = await test.sql<{ name: string; words: string[] }>(query);
  return Object.fromEntries(rows.map(({ name, words }) => [name, words.toSorted()]));
}

function sorted(lists: Record<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, words]) => [name, words.toSorted()]));
}

describe('the words of the database are the words of the code', () => {
  it('in every enum of the schema', async () => {
    const enums = await wordsBy(
      `select t.typname as name, array_agg(e.enumlabel::text) as words
         from pg_type t join pg_enum e on e.enumtypid = t.oid
        where t.typnamespace = 'dakiya'::regnamespace group by t.typname`,
    );
    expect(enums).toEqual(
      sorted({
        actor_kind: ACTOR_KINDS,
        booking_state: BOOKING_STATES,
        contact_role: CONTACT_ROLES,
        courier_decision_action: COURIER_DECISION_ACTIONS,
        courier_decision_state: COURIER_DECISION_STATES,
        customer_return_reason: CUSTOMER_RETURN_REASONS,
        exchange_dispatch: DISPATCHES,
        event_refusal: REFUSALS,
        granular_status: FORWARD_STATUSES,
        invoice_kind: INVOICE_KINDS,
        import_kind: IMPORT_KINDS,
        import_state: IMPORT_STATES,
        journey: JOURNEYS,
        ledger_event: LEDGER_EVENTS,
        ledger_side: LEDGER_SIDES,
        listing_status: LISTING_STATUSES,
        message_channel: CHANNELS,
        message_moment: MOMENTS,
        message_status: MESSAGE_STATUSES,
        ndr_reason: NDR_REASONS,
        pickup_request_state: PICKUP_REQUEST_STATES,
        qc_status: QC_STATUSES,
        request_kind: REQUEST_KINDS,
        request_rule: REQUEST_RULES,
        request_state: REQUEST_STATES,
        rto_reason: RTO_REASONS,
        shipment_phase: PHASES,
        shop_order_state: SHOP_ORDER_STATES,
        shop_parcel_state: SHOP_PARCEL_STATES,
        shop_token_use: SHOP_TOKEN_USES,
        sign_in_link_kind: SIGN_IN_LINK_KINDS,
        user_role: ROLES,
        warehouse_registration_state: REGISTRATION_STATES,
        weight_difference_state: WEIGHT_DIFFERENCE_STATES,
        zone: ZONES,
      }),
    );
  });

  it('in every constraint that lists words', async () => {
    const constraints = await wordsBy(
      `select conname as name, array_agg(word[1]) as words
         from pg_constraint f join pg_class c on c.oid = f.conrelid,
           regexp_matches(pg_get_constraintdef(f.oid), '''([^'']+)''::text', 'g') word
        where contype = 'c' and connamespace = 'dakiya'::regnamespace
          and pg_get_constraintdef(f.oid) like '%ARRAY[%' group by conname`,
    );
    expect(constraints).toEqual(
      sorted({
        audit_records_actor_kind_check: ACTOR_KINDS,
        credentials_kind_check: CREDENTIAL_KINDS,
        credentials_scope_check: CREDENTIAL_SCOPES,
        offline_behaviours_kind_check: OFFLINE_BEHAVIOUR_KINDS,
        stores_status_check: STORE_STATUSES,
      }),
    );
  });
});

describe('a unique value', () => {
  /** Every unique index of the schema, by its table: columns and condition. */
  async function uniqueIndexes(): Promise<Record<string, string[]>> {
    const rows = await test.sql<{ name: string; words: string[] }>(
      `select c.relname as name,
              array_agg(substring(pg_get_indexdef(indexrelid) from 'USING btree (.*)$') order by indexrelid) as words
         from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisunique and c.relnamespace = 'dakiya'::regnamespace group by c.relname`,
    );
    return Object.fromEntries(rows.map(({ name, words }) => [name, words]));
  }

  it('has a unique index, within each account', async () => {
    const indexes = await uniqueIndexes();
    expect(indexes).toMatchObject({
      users: expect.arrayContaining(['(phone)', '(email)']),
      credentials: expect.arrayContaining(['(prefix)']),
      carrier_credentials: expect.arrayContaining(['(prefix)']),
      stores: expect.arrayContaining(['(account_id, store_name)']),
      warehouses: expect.arrayContaining(['(account_id, same_key) WHERE is_active']),
      rate_rows: expect.arrayContaining(['(account_id, kind, row_key) WHERE (to_version IS NULL)']),
      orders: expect.arrayContaining(['(account_id, display_id, journey)']),
      idempotency_keys: ['(account_id, idempotency_key)'],
      tracking_numbers: ['(tracking_number)'],
      tracking_links: expect.arrayContaining(['(code)', '(account_id, shipment_id)']),
      offline_bookings: expect.arrayContaining(['(reference, copy)']),
      messages: expect.arrayContaining(['(account_id, shipment_id, moment, attempt, channel)']),
      message_switches: ['(account_id, store_id, moment, channel) NULLS NOT DISTINCT'],
    });
    expect(indexes.tracking_events).toContainEqual(
      expect.stringMatching(/^\(account_id, shipment_id, carrier_event_key\)/),
    );
    expect(indexes.message_templates).toContainEqual(
      expect.stringMatching(/^\(account_id, moment, channel\) WHERE/),
    );
    expect(indexes.message_translations).toContainEqual(
      expect.stringMatching(/^\(account_id, moment, channel, language\) WHERE/),
    );
  });

  it('has an index that begins with the account, in every table of accounts', async () => {
    const registries = [
      'accounts',
      'users',
      'credentials',
      'sessions',
      'sign_in_links',
      'logo_addresses',
      'tracking_numbers',
      'courier_push_tokens',
      'shop_tokens',
      'tracking_links',
    ];
    const rows = await test.sql<{ relname: string }>(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and c.relnamespace = 'dakiya'::regnamespace and a.attname = 'account_id'`,
    );
    const tables = rows.map(({ relname }) => relname).filter((table) => !registries.includes(table));
    const indexes = await uniqueIndexes();
    expect(tables.length).toBeGreaterThan(20);
    expect(
      tables.filter((table) => !indexes[table]?.every((index) => index.startsWith('(account_id'))),
    ).toEqual([]);
  });
});
