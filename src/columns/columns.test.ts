import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Slices } from '../slices.ts';
import { countFacets } from './column-facets.ts';
import { ColumnTable, type ValueReader } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import { DoesNotFit } from './does-not-fit.ts';
import { findPage } from './find-page.ts';
import { findSortedPage } from './find-sorted-page.ts';
import type { SummedGroups } from './groups.ts';
import { percentilesOf } from './percentiles.ts';
import { ID_WORDS, idText, type RowKeys, rowKey } from './row-key.ts';
import { RowsById } from './rows-by-id.ts';
import { SEGMENT_ROWS } from './segment.ts';
import { sumGroups } from './sum-groups.ts';
import { WordSets } from './word-sets.ts';

const SCHEMA = {
  zone: 'word8',
  parity: 'word8',
  carrier: 'word16',
  place: 'word32',
  skus: 'set',
  weight: 'number32',
  attempts: 'number16',
  paise: 'amount',
} as const;

interface Row {
  readonly at: number;
  readonly id: string;
  readonly zone: string;
  readonly parity: string | null;
  readonly carrier: string | null;
  readonly place: string | null;
  readonly skus: readonly string[];
  readonly weight: number | null;
  readonly attempts: number | null;
  readonly paise: number;
}

/** Few times and ids, so that keys repeat. The highest bits of the ids are set, unlike in small numbers. */
const anyKey = fc.record({
  at: fc.constantFrom(1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_500, 1_800_000_000_000),
  id: fc
    .nat(40)
    .map(
      (n) =>
        `${n % 2 === 0 ? 'f' : '0'}${String(n).padStart(7, '0')}-0000-7000-8000-0000000000${n % 7}${n % 10}`,
    ),
});
const words = (of: string, most: number) => fc.nat(most).map((n) => `${of}${n}`);
const anyRow: fc.Arbitrary<Row> = fc
  .record({
    key: anyKey,
    zone: words('z', 3),
    parity: fc.option(words('e', 1)),
    carrier: fc.option(words('c', 4)),
    place: fc.option(words('p', 9)),
    skus: fc.uniqueArray(words('s', 5), { maxLength: 3 }),
    weight: fc.option(fc.constantFrom(0, 1, 7, 50_000, 4_294_967_294)),
    attempts: fc.option(fc.nat(4)),
    paise: fc.integer({ min: -5, max: 5 }),
  })
  .map(({ key, ...row }) => ({ ...key, ...row }));

const anyCondition: fc.Arbitrary<ColumnCondition> = fc.oneof(
  fc.record({ column: fc.constant('zone'), among: fc.uniqueArray(words('z', 4)) }),
  fc.record({ column: fc.constant('carrier'), among: fc.uniqueArray(words('c', 5)) }),
  fc.record({ column: fc.constant('place'), among: fc.uniqueArray(words('p', 9)) }),
  fc.record({ column: fc.constant('skus'), among: fc.uniqueArray(words('s', 5)) }),
  span('weight', [0, 1, 2, 6.5, 50_000, 4_294_967_294]),
  span('attempts', [0, 1, 2, 70_000]),
  fc.record({ column: fc.constant('paise'), isThere: fc.boolean() }),
  fc.record({ from: anyKey, until: anyKey }, { requiredKeys: [] }).map(
    ({ from, until }): ColumnCondition => ({
      placed: { ...(from && { from: from.at }), ...(until && { until: until.at }) },
    }),
  ),
  fc.array(anyKey, { maxLength: 30 }).map((keys) => ({ rows: keysOf(keys) })),
);

function span(column: string, bounds: number[]): fc.Arbitrary<ColumnCondition> {
  return fc.record(
    { column: fc.constant(column), from: fc.constantFrom(...bounds), until: fc.constantFrom(...bounds) },
    { requiredKeys: ['column'] },
  );
}

/** The reference implementation: tests a row against a condition in the simplest way. */
function holds(row: Row, condition: ColumnCondition): boolean {
  if ('rows' in condition) {
    const { at, ids } = condition.rows;
    return Array.from(at).some((one, nth) => one === row.at && idText(ids, nth * ID_WORDS) === row.id);
  }
  if ('placed' in condition) return within(row.at, condition.placed);
  const value = row[condition.column as keyof Row];
  if ('among' in condition) return [value].flat().some((word) => condition.among.includes(word as string));
  if ('isThere' in condition) return (value !== 0) === condition.isThere;
  return value !== null && within(value as number, condition);
}

function within(
  value: number,
  { from = -1, until = Number.MAX_VALUE }: { from?: number; until?: number },
): boolean {
  return value >= from && value <= until;
}

function inOrder(a: Row, b: Row): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function keysOf(rows: readonly { readonly at: number; readonly id: string }[]): RowKeys {
  return {
    at: rows.map(({ at }) => at),
    ids: Uint32Array.from(rows.flatMap(({ id }) => [...rowKey(0, id).id])),
  };
}

function put(table: ColumnTable, rows: readonly Row[]): void {
  table.put({
    ...keysOf(rows),
    columns: Object.fromEntries(
      Object.keys(SCHEMA).map((name) => [name, rows.map((row) => row[name as keyof Row])]),
    ) as never,
  });
}

/** The rows that remain after all batches, in order. */
function kept(batches: readonly (readonly Row[])[]): Row[] {
  const byKey = new Map(batches.flat().map((row) => [`${row.at} ${row.id}`, row]));
  return [...byKey.values()].sort(inOrder);
}

const anyBatches = fc.array(fc.array(anyRow, { maxLength: 20 }), { maxLength: 6 });
const anyConditions = fc.array(anyCondition, { maxLength: 4 });

describe('a page of the rows of columns', () => {
  it('equals reading all rows one by one, after rows were put in any order and put again', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        anyConditions,
        fc.record({
          order: fc.constantFrom('asc' as const, 'desc' as const),
          after: fc.option(anyKey),
          skip: fc.nat(5),
          limit: fc.nat(8),
        }),
        async (batches, conditions, { order, after, skip, limit }) => {
          const table = new ColumnTable(SCHEMA);
          for (const batch of batches) put(table, batch);
          const matching = kept(batches).filter((row) =>
            conditions.every((condition) => holds(row, condition)),
          );
          const ordered = order === 'asc' ? matching : matching.toReversed();
          const place = after as unknown as Row | null;
          const behind = ordered.filter(
            (row) => place === null || (order === 'asc' ? inOrder(row, place) > 0 : inOrder(row, place) < 0),
          );
          const key = after === null ? null : rowKey(after.at, after.id);
          expect(await findPage(table, conditions, { order, after: key, skip, limit })).toEqual({
            total: matching.length,
            ids: behind.slice(skip, skip + limit).map(({ id }) => id),
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a page of rows that is sorted by a column', () => {
  it('equals sorting all rows, with missing numbers as 0', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        anyConditions,
        fc.record({
          order: fc.constantFrom('asc' as const, 'desc' as const),
          after: fc.option(
            fc.record({
              number: fc.constantFrom(0, 0.5, 1, 7, 50_000, 5_000_000_000),
              id: anyKey.map(({ id }) => id),
            }),
          ),
          skip: fc.nat(5),
          limit: fc.integer({ min: 1, max: 8 }),
        }),
        async (made, conditions, { order, after, skip, limit }) => {
          // As in production, an id belongs to only one row.
          const batches = made.map((rows) =>
            rows.map((row) => ({ ...row, at: Number.parseInt(row.id, 16) % 7 })),
          );
          const table = new ColumnTable(SCHEMA);
          for (const batch of batches) put(table, batch);
          const matching = kept(batches).filter((row) =>
            conditions.every((condition) => holds(row, condition)),
          );
          const compare = (
            a: { weight: number | null; id: string },
            b: { weight: number | null; id: string },
          ) =>
            (order === 'asc' ? 1 : -1) *
            ((a.weight ?? 0) - (b.weight ?? 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
          const behind = matching
            .toSorted(compare)
            .filter((row) => after === null || compare(row, { weight: after.number, id: after.id }) > 0);
          const place = after && { number: after.number, id: rowKey(0, after.id).id };
          const wanted = { by: 'weight', order, after: place, skip, limit };
          expect(await findSortedPage(table, conditions, wanted)).toEqual({
            total: matching.length,
            ids: behind.slice(skip, skip + limit).map(({ id }) => id),
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the facets of columns', () => {
  it('count each value under all conditions except those of the facet', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, anyConditions, async (batches, conditions) => {
        const table = new ColumnTable(SCHEMA);
        for (const batch of batches) put(table, batch);
        const columns = ['zone', 'parity', 'carrier', 'place', 'skus', 'attempts'] as const;
        const facets = [
          ...columns.map((column) => ({
            column,
            own: conditions.filter((asked) => 'column' in asked && asked.column === column),
          })),
          ...columns.map((column) => ({ column, own: [] })),
        ];
        const counted = facets.map(({ column, own }) => {
          const others = conditions.filter((condition) => !own.includes(condition));
          const counts = new Map<string, number>();
          for (const row of kept(batches)) {
            if (!others.every((condition) => holds(row, condition))) continue;
            for (const word of [row[column]].flat()) {
              if (word !== null) counts.set(String(word), (counts.get(String(word)) ?? 0) + 1);
            }
          }
          return counts;
        });
        const total = kept(batches).filter((row) => conditions.every((asked) => holds(row, asked))).length;
        expect(await countFacets(table, conditions, facets)).toEqual({ total, counts: counted });
      }),
      { numRuns: 100 },
    );
  });

  it('count more words and sets than fit into 16 bits', async () => {
    const many = 2 ** 16 + 3;
    const table = new ColumnTable({ place: 'word32', skus: 'set' });
    table.put({
      at: Array.from({ length: many + 2 }, (_, n) => n),
      ids: new Uint32Array((many + 2) * ID_WORDS),
      columns: {
        place: Array.from({ length: many + 2 }, (_, n) => `p${n % many}`),
        skus: Array.from({ length: many + 2 }, (_, n) => [`s${n % many}`, `t${n % 2}`]),
      },
    });
    const facets = ['place', 'skus'].map((column) => ({ column, own: [] }));
    const { total, counts } = await countFacets(table, [], facets);
    const [places, skus] = counts as [ReadonlyMap<string, number>, ReadonlyMap<string, number>];
    expect([total, places.size, skus.size]).toEqual([many + 2, many, many + 2]);
    expect([places.get('p1'), places.get('p2'), skus.get(`s${many - 1}`)]).toEqual([2, 1, 1]);
    expect([skus.get('t0'), skus.get('t1')]).toEqual([many / 2 + 1.5, many / 2 + 0.5]);
  });
});

describe('the sums of groups of rows', () => {
  it('equal reading all rows one by one, and count a row for each of its words', async () => {
    const measures = [
      { kind: 'present', column: 'weight' },
      { kind: 'sum', column: 'paise' },
      { kind: 'both', column: 'weight', other: 'attempts' },
      { kind: 'minutes', from: 'weight', until: 'weight', shares: [0.5] },
    ] as const;
    const by = fc.uniqueArray(fc.constantFrom('zone' as const, 'carrier' as const, 'skus' as const), {
      maxLength: 2,
    });
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        anyConditions,
        by,
        fc.boolean(),
        async (batches, conditions, names, isDaily) => {
          const table = new ColumnTable(SCHEMA);
          for (const batch of batches) put(table, batch);
          const bucketOf = (step: number) => step - (step % 2);
          const buckets = isDaily ? { column: null, stepSeconds: 86_400, zoneSeconds: 0, bucketOf } : null;
          const expected = new Map<string, Row[]>();
          for (const row of kept(batches)) {
            if (!conditions.every((condition) => holds(row, condition))) continue;
            const bucket = isDaily ? bucketOf(Math.floor(row.at / 86_400_000)) : null;
            let keys: (string | null)[][] = [[]];
            for (const name of names) {
              const value = row[name];
              const each = Array.isArray(value) && value.length === 0 ? [null] : [value].flat();
              keys = keys.flatMap((key) => each.map((word) => [...key, word as string | null]));
            }
            for (const key of keys.map((words) => JSON.stringify([bucket, words]))) {
              expected.set(key, [...(expected.get(key) ?? []), row]);
            }
          }
          const groups = await sumGroups(table, conditions, {
            buckets,
            by: names,
            measures,
            mostGroups: 1_000,
          });
          const { count, rows, values, bucketOf: bucketOfGroup, wordOf } = groups as SummedGroups;
          const found = Array.from({ length: count }, (_, group) => [
            JSON.stringify([bucketOfGroup(group), names.map((_, nth) => wordOf(group, nth))]),
            [rows[group], ...values.map((of) => of[group])],
          ]);
          const numbers = (rows: readonly Row[]) => {
            const weighed = rows.filter(({ weight }) => weight !== null);
            const both = weighed.filter(({ attempts }) => attempts !== null).length;
            const paise = rows.reduce((sum, row) => sum + row.paise, 0);
            return [rows.length, weighed.length, paise, both, weighed.length === 0 ? null : [0]];
          };
          expect(new Map(found as [string, unknown][])).toEqual(
            new Map([...expected].map(([key, rows]) => [key, numbers(rows)])),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('measures of times', () => {
  const DAY = 20_000;
  const ZONE = 19_800;
  /** The first second of a day in India. */
  const midnight = (day: number) => day * 86_400 - ZONE;

  /** Sums a measure over rows with these times and days; null stands for a missing value. */
  async function measured(
    measure: Parameters<typeof sumGroups>[2]['measures'][number],
    rows: readonly (readonly [first: number | null, last: number | null, day: number | null])[],
  ) {
    const table = new ColumnTable({ first: 'number32', last: 'number32', day: 'number16' });
    const columns = Object.fromEntries(
      ['first', 'last', 'day'].map((name, nth) => [name, rows.map((row) => row[nth] ?? null)]),
    );
    const keys = rows.map((_, n) => ({ at: n, id: `0000000${n}-0000-7000-8000-000000000000` }));
    table.put({ ...keysOf(keys), columns: columns as never });
    const groups = await sumGroups(table, [], { buckets: null, by: [], measures: [measure], mostGroups: 10 });
    return (groups as SummedGroups).values[0]?.[0];
  }

  it.each([
    ['at the end of the day', midnight(DAY + 1) - 1, DAY, 1],
    ['at the start of the next day', midnight(DAY + 1), DAY, 0],
    ['before the day', midnight(DAY) - 1, DAY, 1],
    ['without a time', null, DAY, 0],
    ['without a day', midnight(DAY), null, 0],
  ])('count a time by its day in India: %s', async (_when, first, day, count) => {
    const measure = { kind: 'byDay', column: 'first', day: 'day', zoneSeconds: ZONE } as const;
    expect(await measured(measure, [[first, null, day]])).toBe(count);
    expect(
      await measured(measure, [
        [first, null, day],
        [midnight(DAY), null, DAY],
      ]),
    ).toBe(count + 1);
  });

  it('collect the whole minutes between two times, without rows that lack one or go back in time', async () => {
    const measure = { kind: 'minutes', from: 'first', until: 'last', shares: [0.5, 1] } as const;
    const rows = [
      [1_000, 1_059, null],
      [1_000, 1_179, null],
      [1_000, 4_600, null],
      [1_000, 999, null],
      [1_000, null, null],
      [null, 90_000, null],
    ] as const;
    expect(await measured(measure, rows)).toEqual([2, 60]);
    expect(await measured(measure, rows.slice(3))).toBeNull();
  });
});

describe('percentiles', () => {
  it('equal sorting all numbers', async () => {
    const anyNumber = fc.oneof(fc.nat(5), fc.nat(100_000), fc.integer({ min: 0, max: 4_294_967_295 }));
    const shares = [0.01, 0.5, 0.9, 1];
    await fc.assert(
      fc.asyncProperty(fc.array(anyNumber, { minLength: 1 }), async (numbers) => {
        const sorted = numbers.toSorted((a, b) => a - b);
        const expected = shares.map((share) => sorted[Math.ceil(share * sorted.length) - 1]);
        expect(await percentilesOf(numbers, shares, new Slices())).toEqual(expected);
      }),
    );
    expect(await percentilesOf([], shares, new Slices())).toBeNull();
  });

  it('are computed in many turns of the event loop', async () => {
    const size = 100_000;
    let turns = 0;
    class CountedSlices extends Slices {
      override rest(): Promise<void> | null {
        turns += 1;
        return super.rest();
      }
    }
    const numbers = Array.from({ length: size }, (_, i) => 7 * (size - i));
    const found = await percentilesOf(numbers, [0, 0.5, 1], new CountedSlices(0));
    expect(found).toEqual([7, 350_000, 700_000]);
    expect(turns).toBe(7);
  });
});

/** Reads values from bytes, which are JSON in this test. */
class JsonReader implements ValueReader {
  readonly view: DataView;
  from = 0;
  readonly #bytes: Buffer;
  length = 0;
  readonly #ends: number[];
  #next = 0;

  constructor(values: readonly unknown[]) {
    const texts = values.map((value) => Buffer.from(JSON.stringify(value)));
    this.#bytes = Buffer.concat(texts);
    const { buffer, byteOffset, length } = this.#bytes;
    this.view = new DataView(buffer, byteOffset, length);
    let end = 0;
    this.#ends = texts.map((text) => {
      end += text.length;
      return end;
    });
  }

  next(): boolean {
    this.from += this.length;
    this.length = (this.#ends[this.#next] as number) - this.from;
    this.#next += 1;
    return this.#value() !== null;
  }

  #value(): unknown {
    return JSON.parse(this.#bytes.toString('utf8', this.from, this.from + this.length));
  }

  number = () => this.#value() as number;
  word = () => this.#value() as string;
}

describe('rows by an id', () => {
  it('are all rows with one of the ids, each with the place of its id', () => {
    const anyId = fc.nat(12).map((n) => rowKey(0, `${n % 3}0000000-0000-7000-8000-00000000000${n % 10}`).id);
    const anyIds = fc.array(anyId, { maxLength: 20 });
    const joined = (ids: readonly Uint32Array[]) => Uint32Array.from(ids.flatMap((id) => [...id]));
    fc.assert(
      fc.property(anyIds, anyIds, anyIds, (first, second, asked) => {
        const all = [...first, ...second];
        const rows = new RowsById(all.length);
        rows.add(joined(first));
        rows.add(joined(second));
        const found = rows.find(joined(asked));
        const expected = asked.flatMap((id, nth) =>
          all.flatMap((other, row) => (String(other) === String(id) ? [`${row} ${nth}`] : [])),
        );
        expect(Array.from(found.rows, (row, i) => `${row} ${found.nth[i]}`).sort()).toEqual(expected.sort());
      }),
    );
  });

  it('are all found, except rows without an id', () => {
    const many = 5_000;
    const { id } = rowKey(0, '10000000-0000-7000-8000-000000000001');
    const rows = new RowsById(2 * many);
    rows.add(new Uint32Array(many * ID_WORDS));
    rows.add(Uint32Array.from({ length: many * ID_WORDS }, (_, i) => id[i % ID_WORDS] as number));
    const found = rows.find(Uint32Array.from([...id, ...new Uint32Array(ID_WORDS)]));
    expect(Array.from(found.rows).sort((a, b) => a - b)).toEqual(
      Array.from({ length: many }, (_, i) => many + i),
    );
    expect(Array.from(found.nth)).toEqual(new Array(many).fill(0));
  });
});

describe('sets of words', () => {
  const WORDS = 200;
  /** All sets with one or two words. */
  const all = Array.from({ length: WORDS }, (_, one) =>
    Array.from({ length: one + 1 }, (_, other) => (one === other ? [one + 1] : [other + 1, one + 1])),
  ).flat();
  const sets = new WordSets();
  const numbers = all.map((codes) => sets.add(codes));

  it('have one number each, and the empty set has 0', () => {
    expect(new Set(numbers).size).toBe(all.length);
    expect(all.map((codes) => sets.add(codes))).toEqual(numbers);
    expect(sets.add([])).toBe(0);
    expect(sets.size).toBe(all.length + 1);
    expect(numbers.map((set) => [...sets.codesOf(set)])).toEqual(all);
    expect([...sets.codesOf(0)]).toEqual([]);
  });

  it('match any of their words, and count for each word', () => {
    const words = new Uint8Array(WORDS + 1);
    words[7] = 1;
    words[150] = 1;
    const marked = sets.marked(words);
    expect(numbers.map((set) => marked[set])).toEqual(
      all.map((codes) => (codes.includes(7) || codes.includes(150) ? 1 : 0)),
    );
    const counts = new Uint32Array(sets.size);
    for (const [nth, set] of numbers.entries()) counts[set] = nth;
    const expected = new Array(WORDS + 1).fill(0);
    for (const [nth, codes] of all.entries()) for (const code of codes) expected[code] += nth;
    const counted = new Uint32Array(WORDS + 1);
    for (const [from, to] of [
      [0, 1],
      [1, 300],
      [300, sets.size],
    ] as const) {
      sets.countWords(counts, counted, from, to);
    }
    expect([...counted]).toEqual(expected);
  });
});

describe('a table of columns', () => {
  const row = (n: number, zone = 'z1'): Row => ({
    at: 1_700_000_000_000 + n,
    id: `${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`,
    zone,
    parity: null,
    carrier: null,
    place: null,
    skus: n % 2 === 0 ? ['s1', 's2'] : [],
    weight: n,
    attempts: 1,
    paise: 0,
  });

  it('keeps its order and values when full segments are split', async () => {
    const table = new ColumnTable(SCHEMA);
    const many = SEGMENT_ROWS * 2;
    put(
      table,
      Array.from({ length: many }, (_, i) => row(i * 2)),
    );
    put(table, [row(1, 'late'), row(SEGMENT_ROWS + 1, 'late'), row(many * 2 - 3, 'late')]);
    expect(table.rows).toBe(many + 3);
    expect(table.segments.length).toBeGreaterThan(2);
    const late = [{ column: 'zone', among: ['late'] }];
    const page = { order: 'desc', after: null, skip: 0, limit: 3 } as const;
    expect(await findPage(table, late, page)).toEqual({
      total: 3,
      ids: [many * 2 - 3, SEGMENT_ROWS + 1, 1].map((n) => row(n).id),
    });
    const deep = await findPage(table, [{ column: 'skus', among: ['s2'] }], {
      ...page,
      order: 'asc',
      skip: many - 2,
    });
    expect(deep).toEqual({ total: many, ids: [row(many * 2 - 4).id, row(many * 2 - 2).id] });
    expect(await findPage(table, [], { ...page, skip: many })).toEqual({
      total: many + 3,
      ids: [row(2).id, row(1).id, row(0).id],
    });
  });

  it.each([
    ['a number above what its column holds', { weight: 4_294_967_295 }],
    ['one below 0', { attempts: -1 }],
    ['one above 16 bits', { attempts: 65_535 }],
    ['a part of one', { weight: 0.5 }],
    ['an amount above 32 bits', { paise: 2 ** 31 }],
  ])('refuses %s', (_, value) => {
    expect(() => put(new ColumnTable(SCHEMA), [{ ...row(1), ...value }])).toThrow(DoesNotFit);
  });

  it('is the same after rows are put, and after rows are appended and filled column by column', async () => {
    const all = Array.from({ length: SEGMENT_ROWS + 10 }, (_, n) => row(n, `z${n % 3}`));
    const [one, other] = [new ColumnTable(SCHEMA), new ColumnTable(SCHEMA)];
    put(one, all);
    for (const part of [all.slice(0, 7), all.slice(7)]) {
      const ids = Uint32Array.from(part.flatMap(({ at, id }) => [...rowKey(at, id).id]));
      const first = other.append(
        Float64Array.from(part, ({ at }) => at),
        ids,
      );
      const nth = part.map((_, i) => i);
      const rows = nth.map((i) => first + i);
      for (const [name, kind] of Object.entries(SCHEMA)) {
        const values = part.map((each) => each[name as keyof Row]);
        if (kind === 'set') {
          // The set of each word, with its parts far apart and each part twice.
          for (const word of [1, 0, 1]) {
            const words = (values as readonly (readonly string[])[]).map((set) => set[word] ?? null);
            other.fill(name, new JsonReader(words), { rows, nth });
          }
        } else other.fill(name, new JsonReader(values), { rows, nth });
      }
    }
    other.endFilling();
    const asked = [
      { column: 'zone', among: ['z1'] },
      { column: 'weight', from: 5 },
      { column: 'skus', among: ['s2'] },
    ];
    for (const [order, skip] of [
      ['asc', SEGMENT_ROWS / 3],
      ['desc', 0],
    ] as const) {
      const page = { order, after: null, skip, limit: 30 };
      for (const conditions of [asked, []])
        expect(await findPage(other, conditions, page)).toEqual(await findPage(one, conditions, page));
    }
    const facets = [{ column: 'skus', own: [] }];
    expect(await countFacets(other, [], facets)).toEqual(await countFacets(one, [], facets));
    expect([other.rows, other.bytes]).toEqual([one.rows, one.bytes]);
  });

  it('stays usable after another table copied all its parts', async () => {
    const all = Array.from({ length: SEGMENT_ROWS + 2_500 }, (_, n) => ({
      ...row(n),
      place: `p${n % 2_100}`,
      skus: [`s${n % 3}`, `s${n % 5}`].slice(n % 2),
    }));
    const meant = { place: (word: string) => word.slice(0, 4) };
    const [one, other] = [new ColumnTable(SCHEMA, meant), new ColumnTable(SCHEMA, meant)];
    put(one, all);
    for (const part of one.parts()) other.take(part);
    expect([other.rows, other.bytes]).toEqual([one.rows, one.bytes]);
    for (const table of [one, other]) {
      put(table, [{ ...row(7), place: 'p2099', skus: ['s0', 's4'] }, row(SEGMENT_ROWS * 3, 'new')]);
    }
    const page = { order: 'asc', after: null, skip: 3, limit: 30 } as const;
    for (const asked of [[{ column: 'place', among: ['p209'] }], [{ column: 'skus', among: ['s4'] }], []]) {
      expect(await findPage(other, asked, page)).toEqual(await findPage(one, asked, page));
    }
    const facets = ['zone', 'place', 'skus'].map((column) => ({ column, own: [] }));
    expect(await countFacets(other, [], facets)).toEqual(await countFacets(one, [], facets));
  });

  it('keeps the values of columns that an update does not contain', async () => {
    const table = new ColumnTable(SCHEMA);
    put(table, [row(1, 'old'), row(2, 'old')]);
    const { at, id } = rowKey(row(2).at, row(2).id);
    table.put({ at: [at], ids: id, columns: { zone: ['new'] } });
    const page = { order: 'asc', after: null, skip: 0, limit: 3 } as const;
    expect((await findPage(table, [{ column: 'zone', among: ['new'] }], page)).ids).toEqual([row(2).id]);
    const before = new ColumnTable(SCHEMA);
    put(before, [row(1, 'old'), row(2, 'new')]);
    const facets = Object.keys(SCHEMA).map((column) => ({ column, own: [] }));
    const words = facets.filter(
      ({ column }) => table.kind(column).startsWith('word') || table.kind(column) === 'set',
    );
    expect(await countFacets(table, [], words)).toEqual(await countFacets(before, [], words));
  });

  it('refuses more words than codes', () => {
    const table = new ColumnTable(SCHEMA);
    put(
      table,
      Array.from({ length: 255 }, (_, i) => row(i, `z${i}`)),
    );
    expect(() => put(table, [row(255, 'one more')])).toThrow(DoesNotFit);
  });
});
