import pg from 'pg';
import type { Database } from '../database.ts';

export interface NumbersOwner {
  readonly accountId: string;
  readonly courierAccountId: string;
}

export interface NumberedReference {
  readonly number: string | null;
  readonly isClosed: boolean;
}

const TAKE = {
  name: 'take-courier-number',
  text: `with oldest as materialized (
    select fetched_at, number from courier_numbers
     where account_id = $1 and courier_account_id = $2
     order by fetched_at, number limit 1 for update skip locked
  ), taken as (
    delete from courier_numbers where account_id = $1 and courier_account_id = $2
       and fetched_at = (select fetched_at from oldest) and number = (select number from oldest)
    returning number
  )
  insert into courier_references (account_id, courier_account_id, reference, taken_at, number)
  select $1, $2, $3, $4, number from taken
  returning number`,
};

const IN_USE = '23505';

/** The tracking number of a reference; null if no number is free; `in_use` if it already has one. */
export type TakenNumber = string | null | 'in_use';

/**
 * Gives a reference the oldest free number. Two simultaneous callers get different numbers. If two callers
 * use the same reference, or one caller closes it meanwhile, the first caller wins.
 */
export async function takeNumber(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  reference: string,
  now: Date,
): Promise<TakenNumber> {
  try {
    const rows = await database.run<{ number: string }>(TAKE, [accountId, courierAccountId, reference, now]);
    return rows[0]?.number ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === IN_USE) return 'in_use';
    throw error;
  }
}

/** Returns null for an unknown reference. */
export async function findReference(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  reference: string,
): Promise<NumberedReference | null> {
  const rows = await database.run<NumberedReference>(
    {
      name: 'find-courier-reference',
      text: `select number, closed_at is not null as "isClosed" from courier_references
      where account_id = $1 and courier_account_id = $2 and reference = $3`,
    },
    [accountId, courierAccountId, reference],
  );
  return rows[0] ?? null;
}

/** Closes references, so that they take no number. @returns the number of each, in the same order */
export async function closeReferences(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  references: readonly string[],
  now: Date,
): Promise<(string | null)[]> {
  // The order is always the same, so that two callers that close the same references cannot deadlock.
  const rows = await database.run<{ reference: string; number: string | null }>(
    `insert into courier_references (account_id, courier_account_id, reference, closed_at)
      select $1, $2, reference, $4 from unnest($3::uuid[]) as c (reference) group by reference order by reference
      on conflict (account_id, courier_account_id, reference)
      do update set closed_at = coalesce(courier_references.closed_at, excluded.closed_at)
      returning reference, number`,
    [accountId, courierAccountId, references, now],
  );
  const numbers = new Map(rows.map(({ reference, number }) => [reference, number]));
  return references.map((reference) => numbers.get(reference) ?? null);
}

/** Adds numbers from a courier, in the courier's order. */
export async function addNumbers(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  await database.run(
    `insert into courier_numbers (account_id, courier_account_id, fetched_at, number)
      select $1, $2, $3, number from unnest($4::text[]) as number on conflict do nothing`,
    [accountId, courierAccountId, now, numbers],
  );
}

/** Counts free numbers, up to `most`. */
export async function countFreeNumbers(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  most: number,
): Promise<number> {
  const rows = await database.run<{ count: number }>(
    `select count(*) as count from (
      select from courier_numbers where account_id = $1 and courier_account_id = $2 limit $3) as free`,
    [accountId, courierAccountId, most],
  );
  return rows[0]?.count ?? 0;
}
