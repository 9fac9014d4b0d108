import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { v7 as idAt } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrderWith, CARRIER, OTHER_CARRIER } from '../support/carriers.ts';
import { csvOf, importFile } from '../support/files.ts';
import { lawRuns } from '../support/laws.ts';
import { makeWarehouse } from '../support/orders.ts';

/*
 * Compares lists about money, for random filters, with a plain computation over the inserted rows: rows and
 * their order on all pages, exact sums, exports, and the sums of months.
 */

const DAY = 86_400_000;
const INDIA_MS = 19_800_000;
const CARRIERS = [CARRIER, OTHER_CARRIER];
const STORES = ['tea', 'spice'];
const EVENTS = ['platform_fee', 'shipment_debit', 'rto_charge', 'weight_difference'] as const;
const KINDS = ['invoice', 'credit_note'];
const COURIERS = ['Blue Kite', 'Red Kite'];

interface Parcel {
  readonly id: string;
  readonly awb: string;
  readonly carrier: string;
  readonly store: string;
}
interface Entry {
  readonly id: string;
  readonly parcel: Parcel;
  readonly at: number;
  readonly event: string;
  readonly side: string;
  readonly paise: number;
  readonly gst: number;
}
interface Due {
  readonly parcel: Parcel;
  readonly at: number | null;
  readonly collected: number;
  readonly remitted: number;
}
interface Payment {
  readonly id: string;
  readonly utr: string;
  readonly on: string;
  readonly courier: string;
  readonly amount: number;
  readonly expected: number;
  readonly shipments: number;
  readonly differences: number;
}

const test = await openApp();
const now = test.service.now().getTime();
let account: TestAccount;
const parcels: Parcel[] = [];
const entries: Entry[] = [];
const dues: Due[] = [];
const payments: Payment[] = [];

let seed = 7;
/** A constant sequence of random numbers below a bound. */
function below(bound: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % bound;
}
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const indianDay = (at: number) => new Date(at + INDIA_MS).toISOString().slice(0, 10);
/** Some time of the last 200 days, often at the very edge of a day in India. */
const someTime = () => {
  const at = now - below(200) * DAY - below(DAY);
  const day = at - ((at + INDIA_MS) % DAY);
  return oneOf([at, day, day - 1, day + DAY - 1]);
};

/** Inserts a row of the account. */
async function insert(table: string, row: object): Promise<void> {
  const values = Object.values(row);
  const parameters = values.map((_, index) => `$${index + 2}`);
  await test.sql(
    `insert into ${table} (account_id, ${Object.keys(row).join(', ')}) values ($1, ${parameters.join(', ')})`,
    [account.accountId, ...values],
  );
}

beforeAll(async () => {
  account = await test.account();
  const warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
  for (const store_name of STORES) await account.post('/client-stores', { store_name, gst_rate: 5 });
  const cycle = { carrier_id: CARRIER, days: 40, counted: 'calendar', weekdays: ['friday'] };
  await account.put('/remittance-cycles', cycle);
  for (const carrier of CARRIERS) {
    for (const store of STORES) {
      for (let count = 0; count < 3; count += 1) {
        const changes = { carrier_id: carrier, store_name: store, order_id: `=${carrier}-${store}-${count}` };
        const { shipmentId, trackingNumber } = await bookOrderWith(account, warehouseId, changes);
        parcels.push({ id: shipmentId, awb: trackingNumber, carrier, store });
      }
    }
  }
  const recorded = await test.sql(
    `select entry_id as id, shipment_id, recorded_at, event_type as event, side, amount_paise::integer as paise,
        gst_paise::integer as gst from ledger_entries where account_id = $1`,
    [account.accountId],
  );
  for (const { shipment_id, recorded_at, ...row } of recorded) {
    const parcel = parcels.find(({ id }) => id === shipment_id) as Parcel;
    entries.push({ ...row, parcel, at: recorded_at.getTime() });
  }
  for (let count = 0; count < 150; count += 1) {
    const at = someTime();
    const entry = {
      id: idAt({ msecs: at }),
      parcel: oneOf(parcels),
      at,
      event: oneOf(EVENTS),
      side: oneOf(['debit', 'debit', 'credit']),
      paise: below(900_000),
      gst: below(1_000),
    };
    entries.push(entry);
    await insert('ledger_entries', {
      ...{ shipment_id: entry.parcel.id, entry_id: entry.id, event_type: entry.event, side: entry.side },
      ...{ recorded_at: new Date(at), happened_at: new Date(at) },
      ...{ amount_paise: entry.paise, gst_paise: entry.gst },
    });
  }
  for (const [index, parcel] of parcels.entries()) {
    const at = index === 0 ? null : someTime();
    const collected = at === null ? 0 : 100 + below(90_000);
    const due = { parcel, at, collected, remitted: oneOf([0, collected, collected, 50]) };
    dues.push(due);
    await insert('cod_dues', {
      ...{ shipment_id: parcel.id, carrier_id: parcel.carrier, delivered_at: at && new Date(at) },
      ...{ collected_paise: collected, remitted_paise: due.remitted },
    });
  }
  for (let count = 0; count < 40; count += 1) {
    const payment = {
      id: idAt(),
      utr: `UTR${count % 13}`,
      on: indianDay(someTime()),
      courier: count < 13 ? 'Blue Kite' : count < 26 ? 'Red Kite' : `Kite ${count}`,
      amount: below(500_000),
      expected: below(500_000),
      shipments: below(90),
      differences: oneOf([0, 0, 3]),
    };
    payments.push(payment);
    const { id, on, amount, expected, ...columns } = payment;
    await insert('remittances', {
      ...{ remittance_id: id, recorded_at: new Date(now), remitted_on: on, ...columns },
      ...{ amount_paise: amount, expected_paise: expected },
    });
  }
});

/** The fields of rows that the tests read; each list has some of them. */
interface Row {
  readonly id: string;
  readonly shipment_id: string;
  readonly delivered_at: string | null;
  readonly due_date: string | null;
  readonly owed_amount: number;
  readonly state: string;
  readonly kind: string;
  readonly number: string;
  readonly difference_amount: number;
  readonly [field: string]: string | number | boolean | null;
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

function pathOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return `${path}?${search}`;
}

const get = (path: string, query: Query, of = account) => of.read(pathOf(path, query));

/** All rows of a list, page by page; every page tells the same total and sums. */
async function allOf(path: string, query: Query, perPage: number) {
  const rows: Row[] = [];
  const first = await get(path, { ...query, per_page: perPage });
  rows.push(...first.data);
  for (let before = first.meta.next_before; before !== null; ) {
    const page = await get(path, { ...query, per_page: perPage, before });
    expect([page.meta.total, page.meta.sum]).toEqual([first.meta.total, first.meta.sum]);
    rows.push(...page.data);
    before = page.meta.next_before;
  }
  return { rows, meta: first.meta };
}

async function fileOf(path: string, query: Query): Promise<Record<string, string>[]> {
  const response = await account.get(pathOf(path, query));
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  return parse(response.body, { bom: true, columns: true, record_delimiter: '\r\n' });
}

const sumOf = <Row>(rows: readonly Row[], paise: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + paise(row), 0) / 100;
const text = (paise: number) => (paise / 100).toFixed(2);
const signOf = (entry: Entry) => (entry.side === 'debit' ? 1 : -1);

const anyOf = (values: readonly string[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined, freq: 2 });
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined, freq: 2 });
const aDay = fc.integer({ min: 0, max: 210 }).map((ago) => indianDay(now - ago * DAY));
const span = fc
  .tuple(maybe(aDay), maybe(aDay))
  .map(([one, other]) =>
    one !== undefined && other !== undefined && one > other ? [other, one] : [one, other],
  );
const perPage = fc.constantFrom(1, 7, 100);

/** Tells whether a time is in a span of days in India. */
const isWithin = (at: number | null, [from, to]: readonly (string | undefined)[]) =>
  (from === undefined || (at !== null && indianDay(at) >= from)) &&
  (to === undefined || (at !== null && indianDay(at) <= to));
const isAmong = (value: string, chosen: readonly string[] | undefined) =>
  chosen === undefined || chosen.includes(value);

describe('the ledger', () => {
  it('lists, sums up and exports exactly the matching entries', async () => {
    const filters = fc.record({
      carrier_id: anyOf(CARRIERS),
      store_name: anyOf(STORES),
      event_type: maybe(fc.constantFrom(...EVENTS)),
      transaction_type: maybe(fc.constantFrom('debit', 'credit')),
      span,
      perPage,
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ span, perPage, ...filter }) => {
        const wanted = entries
          .filter(
            (one) =>
              isAmong(one.parcel.carrier, filter.carrier_id) &&
              isAmong(one.parcel.store, filter.store_name) &&
              isAmong(one.event, filter.event_type === undefined ? undefined : [filter.event_type]) &&
              isAmong(
                one.side,
                filter.transaction_type === undefined ? undefined : [filter.transaction_type],
              ) &&
              isWithin(one.at, span),
          )
          .toSorted((a, b) => (a.id < b.id ? 1 : -1));
        const query = { ...filter, start_time: span[0], end_time: span[1] };
        const { rows, meta } = await allOf('/ledger', query, perPage);
        expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        const net = sumOf(wanted, (one) => signOf(one) * one.paise);
        const gst = sumOf(wanted, (one) => signOf(one) * one.gst);
        const ofSide = (side: string) =>
          sumOf(wanted, (one) => (one.side === side ? one.paise + one.gst : 0));
        expect(meta.sum).toEqual({
          amount_without_gst: net,
          gst,
          amount_with_gst: sumOf(wanted, (one) => signOf(one) * (one.paise + one.gst)),
          debits: ofSide('debit'),
          credits: ofSide('credit'),
        });
        const file = await fileOf('/ledger.csv', query);
        const cells = (row: Record<string, string>) => [
          ...[row.recorded_at?.slice(0, 10), row.event_type, row.transaction_type, row.tracking_number],
          ...[row.amount_without_gst, row.gst, row.amount_with_gst],
        ];
        expect(file.map(cells)).toEqual(
          wanted.map((one) => [
            ...[indianDay(one.at), one.event, one.side, one.parcel.awb],
            ...[one.paise, one.gst, one.paise + one.gst].map((paise) => text(signOf(one) * paise)),
          ]),
        );
      }),
      lawRuns(25),
    );
  });

  it('shows the order and carrier of an entry, and escapes formulas in the export', async () => {
    const { data } = await get('/ledger', { per_page: 1 });
    expect(data[0]).toMatchObject({
      order_id: expect.stringMatching(/^=/),
      shipment_type: 'forward',
      carrier_name: expect.any(String),
    });
    const [row] = await fileOf('/ledger.csv', {});
    expect(row?.order_id).toMatch(/^'=/);
  });
});

/** @param overdue the shipments whose day of payment is over */
function isOverdue({ parcel, at, collected, remitted }: Due, overdue: ReadonlySet<string>): boolean {
  return at !== null && collected > remitted && overdue.has(parcel.id);
}

describe('COD', () => {
  it('lists, sums up and exports exactly the matching parcels', async () => {
    const all = await allOf('/cod', {}, 100);
    const overdue = new Set(
      all.rows
        .filter(({ due_date }) => due_date !== null && due_date < indianDay(now))
        .map(({ shipment_id }) => shipment_id),
    );
    expect(overdue.size).toBeGreaterThan(0);
    for (const due of dues) {
      const row = all.rows.find(({ shipment_id }) => shipment_id === due.parcel.id);
      expect(row?.is_overdue).toBe(isOverdue(due, overdue));
      if (due.at === null || due.parcel.carrier !== CARRIER) continue;
      const first = Date.parse(indianDay(due.at + 40 * DAY));
      const friday = Array.from({ length: 7 }, (_, day) => new Date(first + day * DAY)).find(
        (day) => day.getUTCDay() === 5,
      );
      expect(row?.due_date).toBe(friday?.toISOString().slice(0, 10));
    }
    const filters = fc.record({
      carrier_id: anyOf(CARRIERS),
      store_name: anyOf(STORES),
      state: maybe(fc.constantFrom('owed', 'overdue', 'settled', 'undelivered')),
      order: maybe(fc.constantFrom('asc', 'desc')),
      span,
      perPage,
    });
    const isIn = (one: Due, state: string | undefined) =>
      state === undefined ||
      (state === 'owed' && one.collected !== one.remitted) ||
      (state === 'settled' && one.collected === one.remitted) ||
      (state === 'undelivered' && one.at === null) ||
      (state === 'overdue' && isOverdue(one, overdue));
    await fc.assert(
      fc.asyncProperty(filters, async ({ span, perPage, ...filter }) => {
        const wanted = dues
          .filter(
            (one) =>
              isAmong(one.parcel.carrier, filter.carrier_id) &&
              isAmong(one.parcel.store, filter.store_name) &&
              isIn(one, filter.state) &&
              isWithin(one.at, span),
          )
          .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0) || (a.parcel.id < b.parcel.id ? 1 : -1));
        if (filter.order === 'asc') wanted.reverse();
        const query = { ...filter, start_time: span[0], end_time: span[1] };
        const { rows, meta } = await allOf('/cod', query, perPage);
        expect(rows.map(({ shipment_id }) => shipment_id)).toEqual(wanted.map(({ parcel }) => parcel.id));
        expect(meta.sum).toEqual({
          cod_amount: sumOf(wanted, ({ collected }) => collected),
          remitted_amount: sumOf(wanted, ({ remitted }) => remitted),
          owed_amount: sumOf(wanted, ({ collected, remitted }) => collected - remitted),
          overdue_amount: sumOf(wanted, (one) =>
            isOverdue(one, overdue) ? one.collected - one.remitted : 0,
          ),
        });
        const file = await fileOf('/cod.csv', query);
        const cells = (row: Record<string, string>) => [
          ...[row.delivery_date, row.tracking_number],
          ...[row.cod_amount, row.remitted_amount, row.owed_amount],
        ];
        expect(file.map(cells)).toEqual(
          wanted.map(({ parcel, at, collected, remitted }) => [
            ...[at === null ? '' : indianDay(at), parcel.awb],
            ...[collected, remitted, collected - remitted].map(text),
          ]),
        );
      }),
      lawRuns(25),
    );
  });

  it('lists each carrier with its overdue COD and the oldest due day, the most overdue first', async () => {
    const { owed } = (await get('/remittances', {})).meta;
    expect(owed.map(({ overdue }: { overdue: number }) => overdue)).toEqual(
      owed.map(({ overdue }: { overdue: number }) => overdue).toSorted((a: number, b: number) => b - a),
    );
    for (const one of owed) {
      const query = { carrier_id: one.carrier.id, order: 'asc' };
      const { rows, meta } = await allOf('/cod', { ...query, state: 'owed' }, 100);
      const oldest = rows.find(({ owed_amount }) => owed_amount > 0);
      expect([one.amount, one.shipments]).toEqual([meta.sum.owed_amount, meta.total]);
      expect([one.oldest_delivered_at, one.due_since]).toEqual([
        oldest?.delivered_at ?? null,
        oldest?.due_date ?? null,
      ]);
      const overdue = await get('/cod', { ...query, state: 'overdue' });
      expect(one.overdue).toBe(overdue.meta.sum.owed_amount);
    }
  });
});

describe('remittances', () => {
  it('lists payments by their days, and sums up and exports exactly the matching ones', async () => {
    const filters = fc.record({
      courier: maybe(fc.constantFrom(...COURIERS)),
      utr: maybe(fc.constantFrom('UTR3', 'UTR4')),
      differs: maybe(fc.boolean()),
      span,
      perPage,
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ span, perPage, ...filter }) => {
        const wanted = payments
          .filter(
            (one) =>
              isAmong(one.courier, filter.courier === undefined ? undefined : [filter.courier]) &&
              isAmong(one.utr, filter.utr === undefined ? undefined : [filter.utr]) &&
              (filter.differs === undefined || one.differences > 0 === filter.differs) &&
              (span[0] === undefined || one.on >= span[0]) &&
              (span[1] === undefined || one.on <= span[1]),
          )
          .toSorted((a, b) => (a.on === b.on ? (a.id < b.id ? 1 : -1) : a.on < b.on ? 1 : -1));
        const query = { ...filter, start_date: span[0], end_date: span[1] };
        const { rows, meta } = await allOf('/remittances', query, perPage);
        expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        expect(meta.sum).toEqual({
          amount: sumOf(wanted, ({ amount }) => amount),
          cod_amount: sumOf(wanted, ({ expected }) => expected),
          difference: sumOf(wanted, ({ amount, expected }) => amount - expected),
          shipments: wanted.reduce((sum, { shipments }) => sum + shipments, 0),
        });
        const file = await fileOf('/remittances.csv', query);
        const cells = (row: Record<string, string>) => [
          ...[row.remittance_date, row.courier, row.utr_no, row.shipments, row.differences],
          ...[row.cod_amount, row.remitted_amount, row.difference],
        ];
        expect(file.map(cells)).toEqual(
          wanted.map(({ on, courier, utr, shipments, differences, expected, amount }) => [
            ...[on, courier, utr, `${shipments}`, `${differences}`],
            ...[expected, amount, amount - expected].map(text),
          ]),
        );
      }),
      lawRuns(20),
    );
  });
});

describe('weight differences and invoices', () => {
  it('lists, sums up and exports exactly the matching weight differences', async () => {
    const heavy = parcels.slice(0, 8).map(({ awb }, index) => [awb, 9, 900 + index / 4, `INV-${index % 2}`]);
    const file = csvOf([['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'], ...heavy]);
    await importFile(test, account, '/courier-invoices/import?courier=blue-kite', file);
    const raised = await allOf('/weight-differences', {}, 3);
    expect(raised.rows).toHaveLength(8);
    const [accepted] = raised.rows;
    await account.post(`/weight-differences/${accepted?.id}/accept`, {});
    const { rows: all } = await allOf('/weight-differences', {}, 100);
    for (const [carrier, store, state] of [
      [undefined, undefined, undefined],
      [CARRIER, undefined, 'raised'],
      [undefined, 'tea', undefined],
      [OTHER_CARRIER, 'tea', 'raised'],
      [undefined, undefined, 'accepted'],
    ] as const) {
      const query = { carrier_id: carrier, store_name: store, state };
      const wanted = all.filter((row) => {
        const parcel = parcels.find(({ id }) => id === row.shipment_id);
        return (
          (carrier === undefined || parcel?.carrier === carrier) &&
          (store === undefined || parcel?.store === store) &&
          (state === undefined || row.state === state)
        );
      });
      const { rows, meta } = await allOf('/weight-differences', query, 3);
      expect(rows).toEqual(wanted);
      const sum = (name: string) => sumOf(wanted, (row) => Math.round(Number(row[name] ?? 0) * 100));
      expect(meta.sum).toEqual({
        our_amount: sum('our_amount'),
        charged_amount: sum('charged_amount'),
        difference_amount: sum('difference_amount'),
        agreed_amount: sum('agreed_amount'),
      });
      const exported = await fileOf('/weight-differences.csv', query);
      const figures = ['our_amount', 'charged_amount', 'difference_amount', 'agreed_amount'];
      expect(exported.map((row) => [row.state, ...figures.map((name) => Number(row[name]))])).toEqual(
        wanted.map((row) => [row.state, ...figures.map((name) => Number(row[name] ?? 0))]),
      );
      expect(exported.map((row) => [row.our_weight_g, row.charged_weight_g])).toEqual(
        wanted.map(({ our_weight, charged_weight }) => [`${our_weight}`, `${charged_weight}`]),
      );
    }
    const later = await get('/weight-differences', { start_time: indianDay(now + 3 * DAY) });
    expect(later.meta).toMatchObject({ total: 0, sum: { difference_amount: 0 } });
  });

  it('lists, sums up and exports invoices minus their credit notes', async () => {
    const shipment_ids = parcels.map(({ id }) => id);
    const issued = (await account.post('/invoices', { shipment_ids })).json().data;
    for (const { id } of issued.slice(0, 5)) await account.post(`/invoices/${id}/cancel`, {});
    const { rows: all } = await allOf('/invoices', {}, 4);
    expect(all).toHaveLength(parcels.length + 5);
    for (const kind of [undefined, ...KINDS]) {
      for (const store of [undefined, ...STORES]) {
        const query = { kind, store_name: store };
        const wanted = all.filter(
          (row) =>
            (kind === undefined || row.kind === kind) &&
            (store === undefined || parcels.find(({ id }) => id === row.shipment_id)?.store === store),
        );
        const { rows, meta } = await allOf('/invoices', query, 4);
        expect(rows).toEqual(wanted);
        const sign = (row: Row) => (row.kind === 'invoice' ? 1 : -1);
        const sum = (name: string) =>
          sumOf(wanted, (row) => sign(row) * Math.round(Number(row[name] ?? 0) * 100));
        const ofKind = (only: string) =>
          sumOf(wanted, (row) => (row.kind === only ? Math.round(Number(row.total) * 100) : 0));
        expect(meta.sum).toEqual({
          invoiced: ofKind('invoice'),
          credited: ofKind('credit_note'),
          total: sum('total'),
          taxable: sum('taxable'),
          cgst: sum('cgst'),
          sgst: sum('sgst'),
          igst: sum('igst'),
        });
        const exported = await fileOf('/invoices.csv', query);
        const amounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'];
        expect(exported.map((row) => [row.number, ...amounts.map((name) => Number(row[name]))])).toEqual(
          wanted.map((row) => [row.number, ...amounts.map((name) => sign(row) * Number(row[name]) || 0)]),
        );
      }
    }
  });
});

describe('GET /money-by-month', () => {
  const SPAN = { start_month: '2026-04', end_month: '2026-11' };
  const daysOf = (month: string) => {
    const [year = 0, ofYear = 1] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, ofYear, 0)).toISOString().slice(0, 10);
    return { start_time: `${month}-01`, end_time: last };
  };

  it.each([
    {},
    { carrier_id: CARRIER },
    { store_name: 'tea' },
    { carrier_id: OTHER_CARRIER, store_name: 'spice' },
  ])(
    'has the sums of the lists for each month and carrier, with the filter %j',
    async (filter: { carrier_id?: string; store_name?: string }) => {
      const { data, meta } = await get('/money-by-month', { ...SPAN, ...filter });
      expect(data.length).toBeGreaterThan(3);
      for (const row of data) {
        const of = { ...filter, carrier_id: row.carrier.id, per_page: 1 };
        const ledger = row.month && (await get('/ledger', { ...of, ...daysOf(row.month) })).meta.sum;
        const when = row.month ? daysOf(row.month) : { state: 'undelivered' };
        const cod = (await get('/cod', { ...of, ...when })).meta.sum;
        expect(row).toMatchObject({
          charged: ledger?.debits ?? 0,
          credited: ledger?.credits ?? 0,
          cod_collected: cod.cod_amount,
          cod_remitted: cod.remitted_amount,
          cod_owed: cod.owed_amount,
        });
      }
      const span = { start_time: '2026-04-01', end_time: '2026-11-30' };
      const ledger = (await get('/ledger', { ...filter, ...span })).meta.sum;
      const cod = (await get('/cod', filter)).meta.sum;
      expect(meta.sum).toEqual({
        charged: ledger.debits,
        credited: ledger.credits,
        cod_collected: cod.cod_amount,
        cod_remitted: cod.remitted_amount,
        cod_owed: cod.owed_amount,
      });
    },
  );

  it('sums up the last six months by default, and rejects a bad span of months', async () => {
    expect((await get('/money-by-month', {})).meta).toMatchObject({
      start_month: '2026-06',
      end_month: '2026-11',
    });
    for (const [query, sentence] of [
      ['start_month=2026-13', 'start_month must be a month such as 2026-11'],
      ['start_month=2026-12&end_month=2026-11', 'end_month must not be before start_month'],
      ['start_month=2020-01&end_month=2026-11', 'at most 60 months can be summed up at once'],
    ]) {
      const response = await account.get(`/money-by-month?${query}`);
      expect([response.statusCode, response.json().errors]).toEqual([422, [sentence]]);
    }
  });

  it('shows nothing of another account', async () => {
    const other = await test.account('Other');
    expect((await get('/money-by-month', {}, other)).data).toEqual([]);
    for (const path of ['/ledger', '/cod', '/remittances', '/weight-differences', '/invoices']) {
      expect((await get(path, {}, other)).meta.total).toBe(0);
      const file = await other.get(`${path}.csv`);
      expect(file.body.trim().split('\r\n')).toHaveLength(1);
    }
  });
});
