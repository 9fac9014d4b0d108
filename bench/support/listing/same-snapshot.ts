import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPage } from '../../../src/columns/find-page.ts';
import { object } from '../../../src/reading/fields.ts';
import { buildRequestReading } from '../../../src/reading/request-reading.ts';
import { ListingColumns } from '../../../src/storage/columns/listing-columns.ts';
import { queryColumns } from '../../../src/storage/columns/query-columns.ts';
import { Database } from '../../../src/storage/database.ts';
import { Conditions } from '../../../src/storage/listing/conditions.ts';
import { SHIPMENT_FILTERS } from '../../../src/storage/listing/filters.ts';
import type { Ground } from './ground.ts';
import type { Body } from './random-sets.ts';

const readBody = buildRequestReading({}).readerOf(object(SHIPMENT_FILTERS.fields));

const PER_PAGE = 20;
const MOST_TRIES = 600;
const PAGE = { order: 'desc', after: null, skip: 0, limit: PER_PAGE } as const;

/** The columns of this process, for large accounts of any size. */
export function columnsOf({ pool }: Ground): ListingColumns {
  return new ListingColumns(new Database(pool), {
    memoryMb: 1_024,
    onError: (error) => {
      throw error;
    },
  });
}

/**
 * Compares total and first page of a set by columns with SQL's, both from one snapshot, whatever changes
 * meanwhile. Waits while the columns are being loaded.
 */
export async function compareWithSql(columns: ListingColumns, accountId: string, body: Body): Promise<void> {
  const { value, error } = readBody(body);
  if (error !== undefined) throw new TypeError(`Not a set of filters: ${JSON.stringify(error)}`);
  const { filters } = SHIPMENT_FILTERS.read(value);
  const ask = () =>
    queryColumns(columns, accountId, filters, {
      find: (table, conditions) => findPage(table, [...conditions.values()], PAGE),
      show: async ({ total, ids }, scope) => {
        const conditions = new Conditions();
        SHIPMENT_FILTERS.add(conditions, filters);
        const [row] = await scope.read<{ total: string; ids: string[] }>(
          `with matching as materialized (select s.created_at, s.shipment_id from shipments s where ${conditions.sql})
           select (select count(*) from matching) as total, array(select shipment_id from matching
             order by created_at desc, shipment_id desc limit ${PER_PAGE})::text[] as ids`,
          conditions.parameters,
        );
        return { columns: { total, ids }, sql: { total: Number(row?.total), ids: row?.ids } };
      },
    });
  let answer = await ask();
  for (let tries = 0; answer === null; tries += 1) {
    if (tries === MOST_TRIES) throw new Error('The columns were not loaded');
    await columns.settled();
    await sleep(100);
    answer = await ask();
  }
  deepStrictEqual(answer.columns, answer.sql, JSON.stringify(body));
}
