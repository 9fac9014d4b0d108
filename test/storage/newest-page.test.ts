import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewestList, readAllRows, readNewest } from '../../src/storage/newest-page.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const [ACCOUNT, OTHER] = [newId(), newId()];

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
  await test.sql(
    'create table dakiya.letters (account_id uuid, letter_id uuid, weight integer, is_read boolean, place integer)',
  );
  // Two letters have the same weight; every tenth letter was read.
  await test.sql(
    `insert into letters
     select account_id, lpad(to_hex(n), 32, '0')::uuid, (n * 7919 % 2000) / 2, n % 10 = 0, n
       from unnest($1::uuid[]) account_id, generate_series(1, 2000) n`,
    [[ACCOUNT, OTHER]],
  );
});
afterAll(() => test.drop());

const NEWEST: NewestList = {
  from: 'from letters l where l.account_id = $1',
  columns: 'l.place, l.weight',
  id: 'l.letter_id',
  parameters: [],
};
const sorted = (order: 'asc' | 'desc'): NewestList => ({
  ...NEWEST,
  sort: { by: 'l.weight', table: 'letters', order },
});
const READ: NewestList = {
  from: 'from letters l where l.account_id = $1 and l.is_read = $2',
  sums: "json_build_object('weight', sum(l.weight))",
  columns: 'l.place, l.weight, twice.place as twice',
  joins: 'cross join lateral (select l.place * 2 as place) twice',
  id: 'l.letter_id',
  parameters: [true],
};

interface Letter {
  place: number;
  weight: number;
}

const scope = () => test.database.account(ACCOUNT);

/** The places of all letters, by pages of a size. */
async function byPages(list: NewestList, limit: number): Promise<number[]> {
  const places: number[] = [];
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: { rows: Letter[]; next: string | null } = await readNewest<Letter>(scope(), list, {
      limit,
      before,
    });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    places.push(...page.rows.map(({ place }) => place));
    before = page.next;
  }
  return places;
}

async function inParts(list: NewestList): Promise<number[][]> {
  const parts: number[][] = [];
  for await (const rows of readAllRows<Letter>(scope(), list)) parts.push(rows.map(({ place }) => place));
  return parts;
}

const ALL = Array.from({ length: 2_000 }, (_, index) => 2_000 - index);
const byWeight = ALL.toSorted(
  (a, b) => Math.floor(((a * 7919) % 2000) / 2) - Math.floor(((b * 7919) % 2000) / 2) || a - b,
);
const LISTS: readonly [string, NewestList, readonly number[]][] = [
  ['newest first', NEWEST, ALL],
  ['newest first, found by an index', { ...NEWEST, isFoundFirst: true }, ALL],
  ['by weight upwards', sorted('asc'), byWeight],
  ['by weight downwards', sorted('desc'), byWeight.toReversed()],
  ['of read letters', READ, ALL.filter((place) => place % 10 === 0)],
];

describe('a list', () => {
  it.each(LISTS)('%s has every row of the account once, page by page', async (_name, list, places) => {
    for (const limit of [333, 1_000, 2_000]) expect(await byPages(list, limit)).toEqual(places);
  });

  it.each(LISTS)('%s is exported completely, a thousand rows at a time', async (_name, list, places) => {
    const parts = await inParts(list);
    expect(parts.flat()).toEqual(places);
    expect(parts.slice(0, -1).map(({ length }) => length)).toEqual(
      Array.from({ length: Math.floor(places.length / 1_000) }, () => 1_000),
    );
  });

  it('has the total and the sums of all matching rows on every page', async () => {
    const first = await readNewest<Letter & { twice: number }>(scope(), READ, { limit: 3, before: null });
    const weight = ALL.filter((place) => place % 10 === 0)
      .map((place) => Math.floor(((place * 7919) % 2000) / 2))
      .reduce((sum, one) => sum + one, 0);
    expect(first).toMatchObject({ total: 200, sums: { weight } });
    expect(first.rows.map(({ place, twice }) => [place, twice])).toEqual([
      [2_000, 4_000],
      [1_990, 3_980],
      [1_980, 3_960],
    ]);
    const last = await readNewest(scope(), READ, { limit: 200, before: first.next });
    expect(last).toMatchObject({ total: 200, sums: { weight }, next: null });
    expect(last.rows).toHaveLength(197);
  });

  it('without rows is empty', async () => {
    const nobody = test.database.account(newId());
    expect(await readNewest(nobody, NEWEST, { limit: 10, before: null })).toEqual({
      rows: [],
      total: 0,
      sums: {},
      next: null,
    });
  });
});
