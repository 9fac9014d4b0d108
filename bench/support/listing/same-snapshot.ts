import { findPage } from '../../../src/columns/find-page.ts';
import { askMatching } from '../../../src/storage/columns/asked-conditions.ts';
import { ListingColumns } from '../../../src/storage/columns/listing-columns.ts';
import { Conditions } from '../../../src/storage/listing/conditions.ts';
import { SHIPMENT_FILTERS } from '../../../src/storage/listing/filters.ts';
import type { Ground } from './ground.ts';
import type { Body } from './random-sets.ts';

const PAGE = { order: 'desc', after: null, skip: 0, limit: 20 } as const;

/** Holds totals by columns of this process to SQL's, each pair in one snapshot, whatever comes in meanwhile. */
export async function sameSnapshot(ground: Ground, sets: readonly Body[]): Promise<string> {
  const failures: unknown[] = [];
  const columns = new ListingColumns(ground.service.database, {
    memoryMb: 1_024,
    onError: (error) => failures.push(error),
  });
  const compare = async (body: Body) => {
    const { filters } = SHIPMENT_FILTERS.read(body as never);
    return askMatching(columns, ground.accountId, filters, {
      find: (table, conditions) => findPage(table, [...conditions.values()], PAGE),
      show: async ({ total }, scope) => {
        const conditions = new Conditions();
        SHIPMENT_FILTERS.add(conditions, filters);
        const [row] = await scope.rawQuery<{ total: string }>(
          `select count(*) as total from shipments s where ${conditions.sql}`,
          conditions.parameters,
        );
        return { total, sql: Number(row?.total) };
      },
    });
  };
  let compared = 0;
  try {
    for (const body of sets) {
      let answer = await compare(body);
      if (answer === null) {
        await columns.settled();
        answer = await compare(body);
      }
      if (answer === null) throw failures[0] ?? new Error('The columns did not answer');
      if (answer.total !== answer.sql) {
        throw new Error(`${JSON.stringify(body)}: ${answer.total} by columns, ${answer.sql} by SQL`);
      }
      compared += 1;
    }
  } finally {
    await columns.close();
  }
  return `While scans came, ${compared} totals of sets were held to SQL's, each in the snapshot of the columns' answer: all were equal.`;
}
