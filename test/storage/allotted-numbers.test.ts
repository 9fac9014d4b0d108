import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addNumbers } from '../../src/storage/couriers/allotted-numbers.ts';
import { DatabaseNumbers } from '../../src/usecases/couriers/allotted-numbers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { raceFor } from '../support/race.ts';

let test: TestDatabase;
let owner: { accountId: string; courierAccountId: string };
let clock: Date;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  owner = { accountId: newId(), courierAccountId: newId() };
  clock = new Date('2026-11-16T06:30:00Z');
});

/** The numbers as one process reads them. */
function numbers(keep = 3): DatabaseNumbers {
  const service = { database: test.database, now: () => clock, newId };
  return new DatabaseNumbers(service, owner, { batch: 5, keep });
}

let fetched = 0;

/** A courier that gives out consecutive numbers. */
async function fetch(count: number): Promise<string[]> {
  return Array.from({ length: count }, () => {
    fetched += 1;
    return `N${String(fetched).padStart(6, '0')}`;
  });
}

const fetchNone = async () => [];

describe('numbers that a courier has allotted', () => {
  it('are taken oldest first, and a reference keeps its number', async () => {
    await addNumbers(test.database, owner, ['B2', 'B1'], clock);
    clock = new Date(clock.getTime() - 60_000);
    await addNumbers(test.database, owner, ['A1'], clock);
    const references = [newId(), newId(), newId()] as const;
    expect(await numbers().take(references[0], fetchNone)).toBe('A1');
    expect(await numbers().take(references[0], fetchNone)).toBe('A1');
    expect(await numbers().take(references[1], fetchNone)).toBe('B1');
    expect(await numbers().of(references[1])).toBe('B1');
    expect(await numbers().of(references[2])).toBeNull();
    expect(await numbers().take(references[2], fetchNone)).toBe('B2');
    expect(await numbers().take(newId(), fetchNone)).toBeNull();
  });

  itOnOneServer('are skipped without waiting while another process takes them', async () => {
    await addNumbers(test.database, owner, ['A1', 'A2'], clock);
    const where = 'account_id = $1 and number = $2';
    const first = { table: 'courier_numbers', where, values: [owner.accountId, 'A1'] };
    expect(await raceFor(test, first, [() => numbers().take(newId(), fetchNone)])).toEqual(['A2']);
    expect(await numbers().take(newId(), fetchNone)).toBe('A1');
  });

  it('are fetched when none is left, and never taken twice by simultaneous bookings', async () => {
    const taken = await Promise.all(Array.from({ length: 40 }, () => numbers().take(newId(), fetch)));
    const got = taken.filter((number) => number !== null);
    expect(new Set(got).size).toBe(got.length);
    expect(got.length).toBeGreaterThanOrEqual(5);
    for (let left = 40 - got.length; left > 0; left -= 1) {
      const number = await numbers().take(newId(), fetch);
      expect(got).not.toContain(number);
      got.push(number ?? '');
    }
    expect(new Set(got).size).toBe(40);
  });

  it('are one for a reference that several processes use at once', async () => {
    // One for each of them to try: if all are tried by others, the answer is that none is free.
    const free = Array.from({ length: 8 }, (_, place) => `C${place}`);
    await addNumbers(test.database, owner, free, clock);
    const reference = newId();
    const taken = await Promise.all(Array.from({ length: 8 }, () => numbers().take(reference, fetchNone)));
    expect(new Set(taken).size).toBe(1);
    // Those that were refused may be locked for a moment longer.
    const left = [newId(), newId(), newId()].map((other) =>
      expect.poll(() => numbers().take(other, fetchNone)).not.toBeNull(),
    );
    await Promise.all(left);
  });

  it('are not taken for a closed reference', async () => {
    await addNumbers(test.database, owner, ['D1', 'D2'], clock);
    const [closed, taken] = [newId(), newId()];
    expect(await numbers().close([closed])).toEqual([null]);
    expect(await numbers().take(closed, fetchNone)).toBeNull();
    // PostgreSQL reports a refusal before it releases the row: the next one may be given the other number.
    const number = await numbers().take(taken, fetchNone);
    expect(['D1', 'D2']).toContain(number);
    expect(await numbers().close([taken, closed, taken])).toEqual([number, null, number]);
    expect(await numbers().take(taken, fetchNone)).toBeNull();
    // So the number that was refused to `taken` may be locked for a moment longer.
    await expect.poll(() => numbers().take(newId(), fetchNone)).toBe(number === 'D1' ? 'D2' : 'D1');
    for (let race = 0; race < 10; race += 1) {
      await addNumbers(test.database, owner, [`E${race}`], clock);
      const reference = newId();
      const [number, [atClosing]] = await Promise.all([
        numbers().take(reference, fetchNone),
        numbers().close([reference]),
      ]);
      // A reference taken after the closing gets nothing; one taken before it is found at the closing.
      if (number !== null) expect(atClosing).toBe(number);
      expect(await numbers().of(reference)).toBe(atClosing);
    }
  });

  it('are refilled when fewer than the minimum are left', async () => {
    const asked: number[] = [];
    const noting = (count: number) => {
      asked.push(count);
      return fetch(count);
    };
    await numbers().refill(noting);
    await numbers().refill(noting);
    expect(asked).toEqual([5]);
    for (let taken = 0; taken < 3; taken += 1) await numbers().take(newId(), fetchNone);
    await numbers().refill(noting);
    expect(asked).toEqual([5, 5]);
  });
});
