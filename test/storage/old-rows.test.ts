import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { countAuditRecords } from '../../src/storage/accounts/audit.ts';
import type { Database } from '../../src/storage/database.ts';
import { type InvoiceFilters, listInvoices } from '../../src/storage/invoices/invoices.ts';
import { countMessages, type MessageFilters } from '../../src/storage/messages/messages.ts';
import { type LedgerFilters, listLedger } from '../../src/storage/money/ledger.ts';
import { forgetSums, sumUpOldRows } from '../../src/storage/old-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let accountId: string;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  accountId = v7();
  await test.sql("insert into accounts (account_id, name, created_at) values ($1, 'Old rows', now())", [
    accountId,
  ]);
});

/** Midnight in India. */
const NOW = new Date('2026-11-28T18:30:00.000Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const EVENTS = ['platform_fee', 'shipment_debit', 'rto_charge'] as const;

async function addEntry(days: number, nth: number, account = accountId): Promise<void> {
  await test.sql(
    `insert into ledger_entries (account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise, event_type, side)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    [
      account,
      v7(),
      v7({ msecs: daysAgo(days).getTime() }),
      daysAgo(days),
      100 + nth,
      18 + nth,
      EVENTS[nth % 3],
      nth % 4 === 0 ? 'credit' : 'debit',
    ],
  );
}

const ALL: LedgerFilters = {
  trackingNumber: null,
  event: null,
  side: null,
  from: null,
  to: null,
  carrierIds: null,
  stores: null,
};
const PAGE = { limit: 5, before: null };

async function ledger(filters: Partial<LedgerFilters> = {}, database: Database = test.database) {
  const { total, sums } = await listLedger(database.account(accountId), { ...ALL, ...filters }, PAGE);
  return { total, ...sums };
}

/** With a bound of time, no sums are used. */
const counted = (filters: Partial<LedgerFilters> = {}) => ledger({ ...filters, from: 0 });

async function expectExact(): Promise<void> {
  for (const filters of [
    {},
    { event: EVENTS[0] },
    { event: EVENTS[2], side: 'debit' },
    { side: 'credit' },
  ] as const)
    expect(await ledger(filters)).toEqual(await counted(filters));
}

async function bounds(): Promise<string[]> {
  const rows = await test.sql<{ before_id: string }>(
    'select distinct before_id from list_totals where account_id = $1 order by 1',
    [accountId],
  );
  return rows.map(({ before_id }) => before_id);
}

describe('the sums of old rows', () => {
  it('and the new rows are all rows, whatever day it is and whatever kind is asked for', async () => {
    for (let nth = 0; nth < 40; nth += 1) await addEntry(nth / 2, nth);
    await addEntry(3, 7, v7());
    await expectExact();
    for (const days of [8, 7, 5, 0]) {
      await sumUpOldRows(test.database, daysAgo(days));
      await expectExact();
      await addEntry(0, days);
      await expectExact();
    }
    expect(await ledger()).toMatchObject({ total: 44 });
    const [{ parts } = { parts: [] }] = await test.sql<{ parts: object[] }>(
      "select parts from list_totals where account_id = $1 and list = 'ledger_entries'",
      [accountId],
    );
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.length).toBeLessThanOrEqual(6);
  });

  it('are added to once a day, of rows that are a week old', async () => {
    await sumUpOldRows(test.database, NOW);
    const first = await bounds();
    expect(first).toHaveLength(1);
    await sumUpOldRows(test.database, new Date(NOW.getTime() + DAY_MS - 1));
    expect(await bounds()).toEqual(first);
    await sumUpOldRows(test.database, new Date(NOW.getTime() + DAY_MS + 1));
    expect((await bounds())[0]?.localeCompare(first[0] ?? '')).toBe(1);
    const bound = (await bounds())[0] ?? '';
    const time = Number.parseInt(bound.replace('-', '').slice(0, 12), 16);
    expect(time).toBe(NOW.getTime() + DAY_MS + 1 - 7 * DAY_MS);
  });

  it('are exact while three processes sum up at once', async () => {
    for (let nth = 0; nth < 30; nth += 1) await addEntry(nth, nth);
    for (const days of [9, 6, 0])
      await Promise.all([0, 1, 2].map(() => sumUpOldRows(test.database, daysAgo(days))));
    await expectExact();
  });

  it('are made anew where old rows are added or removed, also while they are summed up', async () => {
    for (let nth = 0; nth < 12; nth += 1) await addEntry(nth * 3, nth);
    await sumUpOldRows(test.database, NOW);
    const by = { actor: SYSTEM, now: NOW, newId: v7 };
    let summing = Promise.resolve();
    await test.database.change(accountId, by, async (writer) => {
      writer.skipAudit('a test');
      await writer.change(
        `insert into ledger_entries (account_id, shipment_id, entry_id, recorded_at, happened_at, amount_paise, gst_paise, event_type, side)
         values ($1, $2, $3, $4, $4, 7, 1, 'platform_fee', 'debit')`,
        [v7(), v7({ msecs: daysAgo(30).getTime() }), daysAgo(30)],
      );
      await forgetSums(writer);
      summing = sumUpOldRows(test.database, new Date(NOW.getTime() + 2 * DAY_MS));
    });
    await summing;
    await expectExact();
    await sumUpOldRows(test.database, new Date(NOW.getTime() + 4 * DAY_MS));
    await expectExact();
  });

  it('do not show a restricted person what others may see', async () => {
    for (let nth = 0; nth < 6; nth += 1) await addEntry(20 + nth, nth);
    await sumUpOldRows(test.database, NOW);
    const restriction = { storeIds: [v7()], warehouseIds: null };
    const restricted = test.database.within({ restriction, personId: v7() });
    expect(await ledger({}, restricted)).toMatchObject({ total: 0, paise: 0 });
  });

  it('count messages, changes and invoices by their kinds', async () => {
    for (const days of [0, 3, 10, 20]) {
      const id = v7({ msecs: daysAgo(days).getTime() });
      await test.sql(
        `insert into messages (account_id, message_id, shipment_id, created_at, event_at, due_at, attempt, tries, moment, channel, status, from_name, language)
         values ($1, $2, $3, $4, $4, $4, 0, 1, 'shipped', $5, 'sent', 'Shop', 'en')`,
        [accountId, id, v7(), daysAgo(days), days === 10 ? 'sms' : 'email'],
      );
      await test.sql(
        `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_name, action, subject_kind, subject_id, changes)
         values ($1, $2, $3, 'operator', 'test', 'x', $4, '1', '{}')`,
        [accountId, id, daysAgo(days), days === 3 ? 'store' : 'shipment'],
      );
      await test.sql(
        `insert into invoices (account_id, invoice_id, issued_at, shipment_id, order_id, kind, copy_number, serial, value_paise,
           taxable_paise, cgst_paise, sgst_paise, igst_paise, gstin, financial_year, prefix, number, from_state, place_of_supply,
           supplier, bill_to, lines, actor_name)
         values ($1, $2, $3, $4, $5, $6, 1, $7, 118, 100, 9, 9, 0, '27AAPFU0939F1ZV', '2627', 'A', $8, 'MH', 'MH', '{}', '{}', '[]', 'test')`,
        [accountId, id, daysAgo(days), v7(), v7(), days === 20 ? 'credit_note' : 'invoice', days, `A${days}`],
      );
    }
    await sumUpOldRows(test.database, NOW);
    const scope = test.database.account(accountId);
    const messages: MessageFilters = {
      shipmentId: null,
      moment: null,
      channel: null,
      status: null,
      from: null,
      before: null,
      limit: 1,
    };
    expect(await countMessages(scope, messages)).toBe(4);
    expect(await countMessages(scope, { ...messages, channel: 'sms' })).toBe(1);
    expect(await countMessages(scope, { ...messages, moment: 'delivered' })).toBe(0);
    expect(await countMessages(scope, { ...messages, status: 'sent', channel: 'email' })).toBe(3);
    expect(await countAuditRecords(scope, { subjectId: null, subjectKind: null })).toBe(4);
    expect(await countAuditRecords(scope, { subjectId: null, subjectKind: 'shipment' })).toBe(3);
    expect(await countAuditRecords(scope, { subjectId: '1', subjectKind: 'store' })).toBe(1);
    const invoices: InvoiceFilters = { shipmentId: null, kind: null, stores: null, from: null, to: null };
    const all = await listInvoices(scope, invoices, { limit: 1, before: null });
    expect(all).toMatchObject({
      total: 4,
      sums: { invoicedPaise: 354, creditedPaise: 118, taxablePaise: 200 },
    });
    expect(
      await listInvoices(scope, { ...invoices, kind: 'credit_note' }, { limit: 1, before: null }),
    ).toMatchObject({
      total: 1,
      sums: { invoicedPaise: 0, creditedPaise: 118 },
    });
  });
});
