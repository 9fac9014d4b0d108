import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NDR_REASONS, RTO_REASONS } from '../../src/domain/tracking/reasons.ts';
import { FORWARD_STATUSES, LISTING_STATUSES, listingStatusOf } from '../../src/domain/tracking/statuses.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { lawRuns } from '../support/laws.ts';
import { testListContract } from '../support/list-contract.ts';
import {
  dateSortedBy,
  listed,
  type ReferenceFilters,
  type SortedBy,
  timeSortedBy,
} from '../support/listing/reference.ts';
import {
  type Belongings,
  insertShipments,
  type MadeShipment,
  makeShipments,
  randomNumbers,
  rescan,
  WORDS,
  wordsOf,
} from '../support/listing/shipment-rows.ts';
import { API, makeWarehouse, warehouseBody } from '../support/orders.ts';

const SIZES = [1_600, 900, 500];

let test: TestApp;
/** Another process on the same database, with these accounts in memory. */
let quick: TestApp;
const accounts: TestAccount[] = [];
const belongings: Belongings[] = [];
let all: MadeShipment[] = [];
const random = randomNumbers(2026);

beforeAll(async () => {
  test = await startApp();
  for (const size of SIZES) {
    const account = await test.account();
    const stores: Record<string, string> = {};
    for (const store_name of WORDS.stores) {
      const made = await account.post('/client-stores', { store_name });
      expect(made.statusCode).toBeLessThan(300);
      stores[store_name] = made.json().data.id;
    }
    const warehouseIds = [await makeWarehouse(account), await secondWarehouse(account)];
    accounts.push(account);
    belongings.push({ accountId: account.accountId, warehouseIds, stores });
    all = all.concat(makeShipments(random, belongings.at(-1) as Belongings, size));
  }
  await insertShipments(test, all);
  await test.sql('analyze');
  quick = await startApp({
    database: { ...test.database, drop: async () => undefined },
    shipping: { columns: { memoryMb: 64, fewestShipments: 1, onError: (e) => console.error(e) } },
  });
  for (const account of accounts) await post('/shipments', { zone: ['zone_a'] }, account, quick);
  await quick.service.columns.settled();
  expect(quick.service.columns.accounts).toBe(SIZES.length);
});
afterAll(async () => {
  await quick.stop();
  await test.stop();
});

async function secondWarehouse({ headers }: TestAccount): Promise<string> {
  const payload = warehouseBody({ name: 'Bhiwandi' });
  const made = await test.app.inject({ method: 'POST', url: `${API}/warehouse`, headers, payload });
  return made.json().payload.warehouse_id;
}

async function post(path: string, payload: object, account: TestAccount, { app } = test) {
  return app.inject({ method: 'POST', url: `${API}${path}`, headers: account.headers, payload });
}

/** Filters of every kind, mostly with existing values. */
const anyFilters: fc.Arbitrary<ReferenceFilters & { account: number }> = fc
  .tuple(fc.nat(SIZES.length - 1), fc.nat())
  .chain(([account, pick]) => {
    const own = all.filter(({ accountId }) => accountId === accounts[account]?.accountId);
    const one = own[pick % own.length] as MadeShipment;
    const other = own[(pick * 7) % own.length] as MadeShipment;
    const list = (values: readonly (string | null)[]) =>
      fc.uniqueArray(fc.constantFrom(...values.filter((value) => value !== null)), {
        minLength: 1,
        maxLength: 3,
      });
    const second = Math.floor(one.createdAt / 1000);
    const seconds = fc.constantFrom(second, second + 1, second - 86_400, second + 86_400 * 7);
    const filters = fc.record(
      {
        date_field: fc.constantFrom(...Object.keys(one.dates)),
        start_time: seconds,
        end_time: seconds,
        status: fc.oneof(fc.constantFrom(...LISTING_STATUSES), fc.constant(one.granularStatus)),
        granular_status: list([...FORWARD_STATUSES, one.granularStatus]),
        carrier_id: list([...WORDS.carriers, 'no-such']),
        warehouse_ids: list([one.warehouseId, other.warehouseId, 'no-such']),
        channel: list(WORDS.channels),
        state: list(['Karnataka', 'Kerala']),
        zone: list(['zone_a', 'zone_b', 'zone_c', 'zone_d', 'zone_e']),
        ndr_reason: list(NDR_REASONS),
        rto_reason: list(RTO_REASONS),
        store_name: list([...WORDS.stores, 'no-such']),
        order_display_id: list([one.displayId, other.displayId, 'no-such']),
        sku: list([...WORDS.skus, 'no-such']),
        tags: list([...WORDS.tags, 'no-such']),
        is_cod: fc.boolean(),
        has_warnings: fc.boolean(),
        cod_amount_min: fc.constantFrom(0, 200, '299.5', one.codAmount / 100),
        cod_amount_max: fc.constantFrom(0, 299.49, '399', other.codAmount / 100),
        applied_weight_min: fc.constantFrom(0, 50, 500, 500.01, one.weight / 100),
        applied_weight_max: fc.constantFrom(500, 500.01, 1000, 5_000, one.weight / 100),
        attempts_count__gte: fc.nat(4),
        attempts_count__lte: fc.nat(4),
      },
      { requiredKeys: [] },
    );
    // Few at once, so that something matches.
    const few = fc.tuple(filters, fc.infiniteStream(fc.nat(99))).map(([body, dice]) => {
      const kept = Object.entries(body).filter(() => (dice.next().value ?? 0) < 22);
      return inOrder(Object.fromEntries(kept));
    });
    return fc.tuple(few, fc.option(anySearch(one), { freq: 4, nil: undefined })).map(([body, search]) => ({
      account,
      body: search === undefined ? body : { ...body, search: search.text },
      ...(search === undefined ? {} : { searched: search.means }),
    }));
  });

/** Swaps a lower bound that is above its upper bound, because such a pair is refused. */
function inOrder(body: Record<string, unknown>): Record<string, unknown> {
  for (const [lower, upper] of [
    ['start_time', 'end_time'],
    ['cod_amount_min', 'cod_amount_max'],
    ['applied_weight_min', 'applied_weight_max'],
    ['attempts_count__gte', 'attempts_count__lte'],
  ] as const) {
    if (Number(body[lower]) > Number(body[upper])) [body[lower], body[upper]] = [body[upper], body[lower]];
  }
  return body;
}

interface MeantSearch {
  readonly text: string;
  readonly means: { parts: string[]; whole: boolean }[];
}

/**
 * Words that are in a shipment, or probably not; at most one of digits, because adjacent ones may be read as
 * one phone.
 */
function anySearch(one: MadeShipment): fc.Arbitrary<MeantSearch> {
  const words = wordsOf(one).map((word) => [...word]);
  const part = fc
    .tuple(fc.constantFrom(...words), fc.nat(), fc.integer({ min: 1, max: 14 }), fc.boolean())
    .map(([characters, from, length, upper]) => {
      const start = from % characters.length;
      const word = characters.slice(start, start + length).join('');
      return meant(upper && word.toUpperCase().toLowerCase() === word ? word.toUpperCase() : word, word);
    });
  const phone = fc
    .constantFrom('', '+91 ', '+91-', '91', '0')
    .map((front) => meant(`${front}${one.phone.slice(0, 5)}-${one.phone.slice(5)}`, one.phone));
  const strange = fc
    .constantFrom("o'x", '%%%', '___', '\\\\\\', '😀', '""", --')
    .map((text) => meant(text, text));
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: part }, phone, { weight: 1, arbitrary: strange }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((terms) => {
      const ofDigits = terms.filter(({ text }) => /^[+(]?\d/.test(text));
      const kept = terms.filter((term) => !ofDigits.includes(term) || term === ofDigits[0]);
      return { text: kept.map(({ text }) => text).join('  '), means: kept.flatMap(({ means }) => means) };
    });
}

function meant(text: string, word: string): MeantSearch {
  const means = word.split(' ').map((single) => {
    const bare = single.replace(/\D/g, '');
    const isPhoneLike = /^[+(]?\d[\d().-]*$/.test(single) && bare !== single;
    return { parts: isPhoneLike ? [single, bare] : [single], whole: [...single].length < 3 };
  });
  return { text, means };
}

const order = fc.constantFrom('asc' as const, 'desc' as const);
const sortedBy = fc.constantFrom<SortedBy>('created_at', 'last_scan_at', 'date_field');

/** Milestones that `date_field` does not take. */
const UNFILTERED_DATES: ReadonlySet<string> = new Set([
  'ready_for_pickup_at',
  'in_transit_at',
  'rto_in_transit_at',
]);

const ZONES = ['zone_a', 'zone_b', 'zone_c', 'zone_d', 'zone_e'];

/** Each process signs label links separately. */
function withoutLinks({ data, meta }: { data: { id: string; attributes: object }[]; meta: object }) {
  return { data: data.map(({ id, attributes }) => ({ id, ...attributes, label_url: null })), meta };
}

describe('the listing compared with a brute-force reference', () => {
  it('has the same rows in the same order, and the same total, for any filters', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(
        anyFilters,
        order,
        sortedBy,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(3, 10, 40),
        async (filters, sort_order, sort_by, page, per_page) => {
          const account = accounts[filters.account] as TestAccount;
          const expected = listed(all, account.accountId, filters, sort_order, sort_by);
          const asked = { ...filters.body, sort_order, sort_by, page, per_page };
          const response = await post('/shipments', asked, account);
          const { data, meta } = response.json();
          const shown = expected.slice((page - 1) * per_page, page * per_page);
          expect(data.map(({ id }: { id: string }) => id)).toEqual(shown.map(({ shipmentId }) => shipmentId));
          const last = shown.at(-1);
          expect(meta).toEqual({
            current_page: page,
            per_page,
            total: expected.length,
            next_search_after: last
              ? [String(timeSortedBy(last, dateSortedBy(filters, sort_by))), last.shipmentId]
              : null,
          });
          const inMemory = await post('/shipments', asked, account, quick);
          expect(withoutLinks(inMemory.json())).toEqual(withoutLinks(response.json()));
          if (expected.length > 0) matched += 1;
        },
      ),
      { numRuns: 250 },
    );
    // About 55 of them find something, so more than empty results was compared.
    expect(matched).toBeGreaterThan(25);
  });

  it('lists the newest shipments first for any time span of deliveries', async () => {
    const account = accounts[0] as TestAccount;
    const deliveries = all.flatMap(({ accountId, dates: { delivered_at } }) =>
      accountId === account.accountId && delivered_at ? [Math.floor(delivered_at / 1000)] : [],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          { start_time: fc.constantFrom(...deliveries), end_time: fc.constantFrom(...deliveries) },
          { requiredKeys: [] },
        ),
        order,
        fc.constantFrom(1, 3, 10),
        async (span, sort_order, per_page) => {
          const body = inOrder({ date_field: 'delivered_at', ...span });
          const expected = listed(all, account.accountId, { body }, sort_order);
          const response = await post('/shipments', { ...body, sort_order, per_page }, account);
          const { data, meta } = response.json();
          const ids = expected.slice(0, per_page).map(({ shipmentId }) => shipmentId);
          expect(data.map(({ id }: { id: string }) => id)).toEqual(ids);
          expect(meta.total).toBe(expected.length);
        },
      ),
      lawRuns(40),
    );
  });

  it('is sorted by any date of the shipments, without those that lack it', async () => {
    const account = accounts[2] as TestAccount;
    const dates = [undefined, ...Object.keys((all[0] as MadeShipment).dates)];
    for (const date_field of dates.filter((date) => !UNFILTERED_DATES.has(date ?? ''))) {
      for (const sort_order of ['asc', 'desc'] as const) {
        const body = { ...(date_field && { date_field }), zone: ZONES.slice(1) };
        const expected = listed(all, account.accountId, { body }, sort_order, 'date_field');
        const asked = { ...body, sort_by: 'date_field', sort_order, per_page: 100 };
        for (const of of [test, quick]) {
          const walked: string[] = [];
          for (let search_after: unknown = []; search_after !== null; ) {
            const { data, meta } = (await post('/shipments', { ...asked, search_after }, account, of)).json();
            expect(meta.total).toBe(expected.length);
            walked.push(...data.map(({ id }: { id: string }) => id));
            search_after = meta.next_search_after;
          }
          expect(walked).toEqual(expected.map(({ shipmentId }) => shipmentId));
        }
      }
    }
  });

  it('has the same rows when paged by position', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFilters,
        order,
        sortedBy,
        fc.constantFrom(40, 100),
        async (filters, sort_order, sort_by, per_page) => {
          const account = accounts[filters.account] as TestAccount;
          const expected = listed(all, account.accountId, filters, sort_order, sort_by).slice(0, 400);
          const walked: string[] = [];
          let search_after: unknown = null;
          do {
            const asked = { ...filters.body, sort_order, sort_by, per_page, search_after };
            const { data, meta } = (await post('/shipments', asked, account, quick)).json();
            walked.push(...data.map(({ id }: { id: string }) => id));
            search_after = meta.next_search_after;
          } while (search_after !== null && walked.length < 400);
          expect(walked.slice(0, 400)).toEqual(expected.map(({ shipmentId }) => shipmentId));
        },
      ),
      lawRuns(25),
    );
  });

  it('has the same rows after any position', async () => {
    const account = accounts[0] as TestAccount;
    await fc.assert(
      fc.asyncProperty(
        order,
        fc.constantFrom('created_at' as const, 'last_scan_at' as const),
        fc.oneof(fc.constantFrom(...[0, 1, -1]), fc.integer({ min: -1e6, max: 1e6 })),
        fc.nat(),
        fc.uuid(),
        async (sort_order, sort_by, offset, pick, id) => {
          const whole = listed(all, account.accountId, { body: {} }, sort_order, sort_by);
          const at = Math.max(0, timeSortedBy(whole[pick % whole.length] as MadeShipment, sort_by) + offset);
          const isAfter = (made: MadeShipment) => {
            const by = timeSortedBy(made, sort_by) - at || (made.shipmentId > id ? 1 : -1);
            return sort_order === 'asc' ? by > 0 : by < 0;
          };
          const asked = { sort_order, sort_by, per_page: 3, search_after: [at, id] };
          const response = await post('/shipments', asked, account);
          const { data, meta } = response.json();
          const inMemory = await post('/shipments', { ...asked, zone: ZONES }, account, quick);
          expect(withoutLinks(inMemory.json())).toEqual(withoutLinks(response.json()));
          const ids = whole.filter(isAfter).map(({ shipmentId }) => shipmentId);
          expect(data.map((one: { id: string }) => one.id)).toEqual(ids.slice(0, 3));
          expect(meta.total).toBe(whole.length);
        },
      ),
      lawRuns(40),
    );
  });

  it('has the same counts and exports', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const account = accounts[filters.account] as TestAccount;
        const { status: _status, ...body } = filters.body;
        const less = { ...filters, body };
        const expected = listed(all, account.accountId, less, 'desc');
        const ofStatus = (status: string) =>
          expected.filter(({ granularStatus }) => listingStatusOf(granularStatus) === status).length;
        const { data } = (await post('/shipments/counts', filters.body, account)).json();
        expect(data).toEqual({
          all: expected.length,
          ...Object.fromEntries(LISTING_STATUSES.map((status) => [status, ofStatus(status)])),
        });
      }),
      lawRuns(60),
    );
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const account = accounts[filters.account] as TestAccount;
        const expected = listed(all, account.accountId, filters, 'desc');
        const { body } = await post('/shipments/export', filters.body, account);
        const rows = parse(body, { bom: true, columns: true }) as { shipment_id: string }[];
        expect(rows.map(({ shipment_id }) => shipment_id)).toEqual(
          expected.map(({ shipmentId }) => shipmentId),
        );
      }),
      lawRuns(25),
    );
  });

  it('has an empty page with the total after the last page', async () => {
    const account = accounts[0] as TestAccount;
    const total = listed(all, account.accountId, { body: {} }, 'desc').length;
    for (const page of [Math.ceil(total / 20) + 1, 1_000_000_000, { number: 999, size: 20 }]) {
      const { data, meta } = (await post('/shipments', { page }, account)).json();
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ total, next_search_after: null });
    }
  });
});

describe.each([
  ['created_at', {}],
  ['last_scan_at', {}],
  ['date_field', { date_field: 'delivered_at' }],
])('paging through the listing by %s', (sort_by, filters) => {
  let account: TestAccount;
  let place: Belongings;
  let own: MadeShipment[];

  beforeAll(async () => {
    account = await test.account();
    const warehouseId = await makeWarehouse(account);
    place = { accountId: account.accountId, warehouseIds: [warehouseId], stores: {} };
    own = makeShipments(random, place, 40, [1_760_000_000_000, 1_760_000_000_001, 1_760_000_060_000]);
    await insertShipments(test, own);
  });

  testListContract(() => ({
    page: async ({ order: sort_order, perPage, after }) => {
      const ask = (per_page: number, search_after: unknown) =>
        post('/shipments', { ...filters, sort_by, sort_order, per_page, search_after }, account);
      const response = await ask(perPage, after);
      const { data = [], meta = {} } = response.json();
      // The last page has a position too: it is the last one because nothing follows.
      const next = meta.next_search_after ?? null;
      const following = next === null ? [] : (await ask(1, next)).json().data;
      return {
        statusCode: response.statusCode,
        ids: data.map(({ id }: { id: string }) => id),
        next: following.length === 0 ? null : next,
      };
    },
    addRows: async () => {
      const moments = [1_760_000_000_000, 1_760_000_000_001, 1_750_000_000_000, 1_770_000_000_000];
      const more = makeShipments(random, place, 4, moments);
      await insertShipments(test, more);
      own.push(...more);
    },
    changeRows: async () => {
      own = await rescan(test, random, own);
    },
    malformed: [
      'x',
      7,
      ['1760000000000'],
      ['x', newId()],
      ['1760000000000', 'no-id'],
      ['1.5', newId()],
      ['-1', newId()],
      ['1760000000000', newId(), newId()],
      [['1'], newId()],
      { createdAt: 1 },
    ],
    elsewhere: [
      ['0', newId()],
      [8_640_000_000_000_000, newId()],
      ['1760000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
      ['1760000000001', '00000000-0000-7000-8000-000000000000'],
      [1_760_000_000_001, newId().toUpperCase()],
    ],
  }));
});
