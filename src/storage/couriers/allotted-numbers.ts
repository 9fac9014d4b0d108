import pg from 'pg';
import type { Database } from '../database.ts';

/** Of which courier account the numbers are, and whose that is. */
export interface NumbersOwner {
  readonly accountId: string;
  readonly courierAccountId: string;
}

/** What is written down of a reference. */
export interface NumberedReference {
  readonly number: string | null;
  readonly isClosed: boolean;
}

/**
 * Each reference is looked up alone (`offset 0`), since an account has many. Numbers are taken by lists of their keys: joined with those that are taken, all that are free would be read, since nobody who plans it knows how few are taken.
 */
const TAKE = {
  name: 'take-courier-numbers',
  text: `with wanted as (
    select reference, row_number() over (order by place) as place
      from unnest($3::uuid[]) with ordinality as w (reference, place)
     where not exists (select from courier_references r
       where r.account_id = $1 and r.courier_account_id = $2 and r.reference = w.reference offset 0)
  ), oldest as materialized (
    select fetched_at, number from courier_numbers
     where account_id = $1 and courier_account_id = $2
     order by fetched_at, number limit (select count(*) from wanted) for update skip locked
  ), taken as (
    delete from courier_numbers where account_id = $1 and courier_account_id = $2
       and fetched_at = any(array(select fetched_at from oldest)) and number = any(array(select number from oldest))
    returning fetched_at, number
  ), placed as (
    select number, row_number() over (order by fetched_at, number) as place from taken
  ), written as (
    insert into courier_references (account_id, courier_account_id, reference, taken_at, number)
    select $1, $2, reference, $4, number from placed join wanted using (place)
    returning reference, number
  )
  select reference, number, false as "isInUse" from written
  union all
  select reference, null, true from unnest($3::uuid[]) as r (reference)
   where not exists (select from wanted w where w.reference = r.reference)`,
};

const IN_USE = '23505';

/** What a reference is given: null where no number is free; `in_use` where it is written down already. */
export type TakenNumber = string | null | 'in_use';

/**
 * Gives each reference the oldest number that is free, in one statement: of two who take, each gets another, and of two
 * who take under one reference, or close it meanwhile, the first one's word stands.
 *
 * @returns for each reference, in their order
 */
export async function takeNumbers(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  references: readonly string[],
  now: Date,
): Promise<TakenNumber[]> {
  try {
    const { rows } = await database.pool.query<{ reference: string; number: string; isInUse: boolean }>({
      ...TAKE,
      values: [accountId, courierAccountId, references, now],
    });
    const taken = new Map(
      rows.map(({ reference, number, isInUse }) => [reference, isInUse ? 'in_use' : number]),
    );
    return references.map((reference) => taken.get(reference) ?? null);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE) throw error;
    // Somebody wrote one of them down at the same moment: it is told from the others by asking for each alone.
    if (references.length === 1) return ['in_use'];
    const each: TakenNumber[] = [];
    for (const reference of references) {
      each.push(...(await takeNumbers(database, { accountId, courierAccountId }, [reference], now)));
    }
    return each;
  }
}

/** Null where nothing is written down. */
export async function findReference(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  reference: string,
): Promise<NumberedReference | null> {
  const { rows } = await database.pool.query<NumberedReference>({
    name: 'find-courier-reference',
    text: `select number, closed_at is not null as "isClosed" from courier_references
      where account_id = $1 and courier_account_id = $2 and reference = $3`,
    values: [accountId, courierAccountId, reference],
  });
  return rows[0] ?? null;
}

/** From now on nothing is taken under these references. @returns for each the number that it has, in their order */
export async function closeReferences(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  references: readonly string[],
  now: Date,
): Promise<(string | null)[]> {
  // In one order, so that of two who close the same ones neither waits for what the other has.
  const { rows } = await database.pool.query<{ reference: string; number: string | null }>(
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

/** Adds numbers that a courier has given out, in the order in which it gave them. */
export async function addNumbers(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  await database.pool.query(
    `insert into courier_numbers (account_id, courier_account_id, fetched_at, number)
      select $1, $2, $3, number from unnest($4::text[]) as number on conflict do nothing`,
    [accountId, courierAccountId, now, numbers],
  );
}

/** Tells PostgreSQL how many numbers there are: until then, and until vacuuming comes by, all are read to take one. */
export async function analyzeNumbers(database: Database): Promise<void> {
  await database.pool.query('analyze courier_numbers');
}

/** How many numbers are free, counted up to `most`. */
export async function countFreeNumbers(
  database: Database,
  { accountId, courierAccountId }: NumbersOwner,
  most: number,
): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from (
      select from courier_numbers where account_id = $1 and courier_account_id = $2 limit $3) as free`,
    [accountId, courierAccountId, most],
  );
  return rows[0]?.count ?? 0;
}
