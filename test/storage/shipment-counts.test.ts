import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { compactCounts, readCounts, writeCountChange } from '../../src/storage/listing/shipment-counts.ts';
import { START } from '../support/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

function add(accountId: string, changes: readonly Parameters<typeof writeCountChange>[0][], fail = false) {
  const by = { actor: SYSTEM, now: START, newId };
  return test.database.change(accountId, by, async (writer) => {
    writer.skipAudit('a test');
    await writer.write(changes.map(writeCountChange));
    if (fail) throw new Error('rolled back');
  });
}

async function counts(accountId: string): Promise<Record<string, number>> {
  return Object.fromEntries(await readCounts(test.database.account(accountId), 'forward'));
}

async function unfolded(): Promise<number> {
  const rows = await test.sql<{ n: number }>('select count(*)::integer as n from shipment_count_deltas');
  return rows[0]?.n ?? -1;
}

describe('the counters of shipments', () => {
  it('are the sum of all changes, before and after the changes are added up', async () => {
    const accountId = newId();
    await add(accountId, [
      { journey: 'forward', status: 'pending', change: 3 },
      { journey: 'return', status: 'pending', change: 9 },
    ]);
    await add(accountId, [
      { journey: 'forward', status: 'pending', change: -1 },
      { journey: 'forward', status: 'in_transit', change: 1 },
    ]);
    const expected = { pending: 2, in_transit: 1 };
    expect(await counts(accountId)).toEqual(expected);
    await compactCounts(test.database);
    expect(await unfolded()).toBe(0);
    expect(await counts(accountId)).toEqual(expected);
    await add(accountId, [{ journey: 'forward', status: 'pending', change: -2 }]);
    expect(await counts(accountId)).toEqual({ in_transit: 1 });
  });

  it('ignore a change that was rolled back, and changes that cancel each other', async () => {
    const accountId = newId();
    await expect(
      add(accountId, [{ journey: 'forward', status: 'pending', change: 1 }], true),
    ).rejects.toThrow('rolled back');
    await add(accountId, [
      { journey: 'forward', status: 'in_transit', change: 1 },
      { journey: 'forward', status: 'in_transit', change: -1 },
    ]);
    expect(await counts(accountId)).toEqual({});
    await compactCounts(test.database);
    expect(await unfolded()).toBe(0);
  });

  it('are exact while eight processes change them and three add them up', async () => {
    const accountId = newId();
    const rounds = 40;
    let adding = 8;
    const add8 = Array.from({ length: 8 }, async () => {
      for (let round = 0; round < rounds; round += 1) {
        await add(accountId, [
          { journey: 'forward', status: 'pending', change: 1 },
          { journey: 'forward', status: 'delivered', change: 1 },
        ]);
      }
      adding -= 1;
    });
    const fold = Array.from({ length: 3 }, async () => {
      while (adding > 0) await compactCounts(test.database);
    });
    const watch = (async () => {
      while (adding > 0) {
        // One snapshot: both numbers include the same changes.
        const seen = await counts(accountId);
        expect(seen.pending).toBe(seen.delivered);
      }
    })();
    await Promise.all([...add8, ...fold, watch]);
    while ((await compactCounts(test.database)) > 0);
    expect(await counts(accountId)).toEqual({ pending: 8 * rounds, delivered: 8 * rounds });
  });
});
