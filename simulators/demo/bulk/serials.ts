import type { ServiceTransaction } from '../../../src/storage/service-transaction.ts';

/** Reserves serials of the offline carrier for this number of bookings. */
export async function takeSerials(
  database: Pick<ServiceTransaction, 'run'>,
  count: number,
): Promise<number[]> {
  const rows = await database.run<{ serials: number[] }>(
    `select array_agg(nextval('offline_serials')::float8) as serials from generate_series(1, $1::integer)`,
    [count],
  );
  return rows[0]?.serials ?? [];
}
