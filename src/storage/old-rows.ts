import type { AccountWriter } from './account-scope.ts';
import type { Database } from './database.ts';

/**
 * A list whose rows are added with ids in the order of time and never change in these columns. Its old rows are
 * counted and summed up once, in `list_totals`, so that a page counts only the new ones.
 */
export interface SummedList {
  readonly table: string;
  /** The id column: UUIDs of version 7. */
  readonly id: string;
  /** The columns by which rows are counted separately, with their types. */
  readonly by: Readonly<Record<string, string>>;
  /** The columns that are summed: whole numbers. */
  readonly sums: readonly string[];
}

export const SUMMED_LISTS = {
  ledger: {
    table: 'ledger_entries',
    id: 'entry_id',
    by: { event_type: 'ledger_event', side: 'ledger_side' },
    sums: ['amount_paise', 'gst_paise'],
  },
  invoices: {
    table: 'invoices',
    id: 'invoice_id',
    by: { kind: 'invoice_kind' },
    sums: ['value_paise', 'taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise'],
  },
  messages: {
    table: 'messages',
    id: 'message_id',
    by: { moment: 'message_moment', channel: 'message_channel' },
    sums: [],
  },
  audit: { table: 'audit_records', id: 'audit_id', by: { subject_kind: 'text' }, sums: [] },
} as const satisfies Record<string, SummedList>;

/** Below all ids. */
const NO_ROWS = '00000000-0000-0000-0000-000000000000';

/** SQL for the columns of the parts in `list_totals`: groups of rows that are alike. */
function partsOf({ by, sums }: SummedList): string {
  const typed = [...Object.entries(by), ...sums.map((column) => [column, 'bigint'] as const)];
  return `(${typed.map(([column, type]) => `${column} ${type}, `).join('')}n bigint)`;
}

const columnsOf = ({ by, sums }: SummedList): string => [...Object.keys(by), ...sums].join(', ');

/**
 * SQL for the rows of a list, in brackets, with `n`, the number of rows. Old rows that are alike are one row
 * with their sums; each new row is a row of its own. It has only the columns of the list's definition.
 */
export function summedRows(list: SummedList): string {
  const { table, id } = list;
  const own = `account_id = $1 and list = '${table}'`;
  return `(select $1::uuid as account_id, ${columnsOf(list)}, n
        from list_totals cross join lateral jsonb_to_recordset(parts) as old ${partsOf(list)} where ${own}
      union all
      select account_id, ${columnsOf(list)}, 1 from ${table}
       where account_id = $1 and ${id} >= coalesce((select before_id from list_totals where ${own}), '${NO_ROWS}'))`;
}

/** Sums up all rows again, because a list has got or lost old rows: SQL of accounts (`$1`) and lists (`$2`). */
export const FORGET_SUMS = `insert into list_totals (account_id, list, before_id, parts)
  select distinct account_id, list, '${NO_ROWS}'::uuid, '[]'::jsonb from unnest($1::uuid[]) as account_id cross join unnest($2::text[]) as list
  on conflict (account_id, list) do update set before_id = excluded.before_id, parts = excluded.parts`;
export const SUMMED_TABLES: readonly string[] = Object.values(SUMMED_LISTS).map(({ table }) => table);

export async function forgetSums(writer: AccountWriter): Promise<void> {
  await writer.acrossAccounts.run(FORGET_SUMS, [[writer.accountId], SUMMED_TABLES]);
}

/** A row is old after a week: no transaction takes so long, and no clock is wrong by so much. */
const OLD_AFTER_MS = 7 * 86_400_000;
const A_DAY_MS = 86_400_000;

/** Adds the rows that have become old to the sums of all accounts, once a day for each account and list. */
export async function sumUpOldRows(database: Database, now: Date): Promise<void> {
  const bound = now.getTime() - OLD_AFTER_MS;
  const lists = new Map<string, SummedList>(Object.values(SUMMED_LISTS).map((list) => [list.table, list]));
  const due = await database.run<{ account_id: string; list: string }>(DUE, [
    [...lists.keys()],
    firstIdAt(bound - A_DAY_MS),
  ]);
  for (const { account_id, list: name } of due) {
    const list = lists.get(name);
    if (list === undefined) continue;
    await database.run(BEGIN, [account_id, name]);
    await database.run(addOldRows(list), [account_id, name, firstIdAt(bound)]);
  }
}

const DUE = `select account_id, list from accounts cross join unnest($1::text[]) as list
  except select account_id, list from list_totals where before_id >= $2::uuid`;

const BEGIN = `insert into list_totals (account_id, list, before_id, parts) values ($1, $2, '${NO_ROWS}', '[]')
  on conflict (account_id, list) do nothing`;

/** A process that comes second waits for the row, and then finds it up to date. */
function addOldRows(list: SummedList): string {
  const { table, id, by, sums } = list;
  const words = Object.keys(by);
  const added = [...sums, 'n'].map((column) => `sum(${column})::bigint as ${column}`);
  return `update list_totals t set before_id = $3, parts = (
      select coalesce(jsonb_agg(part), '[]') from (
        select ${[...words, ...added].join(', ')} from (
          select ${columnsOf(list)}, n from jsonb_to_recordset(t.parts) as old ${partsOf(list)}
           union all
          select ${columnsOf(list)}, 1 from ${table}
           where account_id = $1 and ${id} >= t.before_id and ${id} < $3) as rows
         group by ${words.join(', ')}) as part)
     where account_id = $1 and list = $2 and before_id < $3`;
}

/** The lowest UUID of version 7 of a moment, in epoch milliseconds. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
