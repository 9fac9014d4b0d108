import { fieldProblem, type ProblemInput, refused } from '../../problems/problem.ts';
import { fieldNamed, type SentenceValue, say, word } from '../../problems/sentence.ts';
import { type WeightUnit, weightUnitOf } from '../../reading/cells.ts';
import type { KeptProfile, MatchedColumns } from '../../storage/imports/kept-profiles.ts';
import type { CountKnown } from '../file-form.ts';
import { columnKey } from './columns.ts';
import type { FileColumn } from './import-kind.ts';
import { ALL_PROFILES, PROFILES } from './profiles/index.ts';
import { OWN } from './profiles/own.ts';
import type { FileField, Profile } from './profiles/profile.ts';
import { NOTHING_IMPORTED } from './read-rows.ts';

/** A column that gives a field. */
export interface ColumnUse {
  readonly field: FileField;
  /** Its index in a row. */
  readonly at: number;
  /** The number of the product across the row; null if the row has one. */
  readonly product: number | null;
  readonly weightUnit: WeightUnit;
}

/** How the columns of a file are read. */
export interface ReadBy {
  /** The name of the profile, as its sender sees it. */
  readonly name: string;
  /** The id of the service's profile. */
  readonly base: string;
  /** What the account keeps for this kind of files. */
  readonly columns: MatchedColumns;
}

/** The columns of a file of orders. */
export interface OrderColumns {
  readonly profile: Profile;
  /** In the order in which they count. */
  readonly uses: readonly ColumnUse[];
  /** The columns of the file, in its order. */
  readonly all: readonly FileColumn[];
  /** The index of a column by its name; -1 if the file has none. */
  readonly find: (name: string) => number;
}

/** The name of a column for comparison: `*Order Id` and `Order ID (Optional)` are equal. */
function keyOf(name: string): string {
  return columnKey(name).replace(/ optional$/, '');
}

const NUMBER = '{n}';

interface NameOfColumn {
  readonly key: string;
  /** Matches the key of each product across a row; null for a column without a number. */
  readonly pattern: RegExp | null;
}

function nameOfColumn(name: string): NameOfColumn {
  if (!name.includes(NUMBER)) return { key: keyOf(name), pattern: null };
  const [before = '', after = ''] = name.split(NUMBER).map(keyOf);
  const words = [before, '(\\d{1,3})', after].filter((part) => part !== '').join(' ');
  return { key: words, pattern: new RegExp(`^${words}$`) };
}

interface ReadyProfile {
  readonly profile: Profile;
  readonly knownBy: readonly string[];
  readonly names: readonly (readonly [FileField, readonly NameOfColumn[]])[];
}

const READY = new Map<string, ReadyProfile>(
  ALL_PROFILES.map((profile) => [
    profile.id,
    {
      profile,
      knownBy: profile.knownBy.map(keyOf),
      names: Object.entries(profile.columns).map(
        ([field, names]) => [field as FileField, names.map(nameOfColumn)] as const,
      ),
    },
  ]),
);

function ready(profile: Profile): ReadyProfile {
  const found = READY.get(profile.id);
  if (found === undefined) throw new Error(`There is no profile ${profile.id}`);
  return found;
}

const KNOWN_KEYS = new Set(
  [...READY.values()].flatMap(({ names }) => names.flatMap(([, all]) => all.map(({ key }) => key))),
);
const KNOWN_PATTERNS = [...READY.values()].flatMap(({ names }) =>
  names.flatMap(([, all]) => all.flatMap(({ pattern }) => pattern ?? [])),
);

/**
 * Returns what counts the names of columns that any profile knows.
 *
 * @param kept those of the account
 * @param columns further columns that somebody has matched
 */
export function countOrderColumns(kept: readonly KeptProfile[], columns: MatchedColumns = {}): CountKnown {
  const names = [...kept, { columns }].flatMap((one) => Object.keys(one.columns));
  const matched = new Set(names.map(keyOf));
  return (cells) => {
    const keys = new Set(cells.slice(0, 1_000).map((cell) => keyOf(cell.slice(0, 200))));
    return [...keys].filter(
      (key) => KNOWN_KEYS.has(key) || matched.has(key) || KNOWN_PATTERNS.some((one) => one.test(key)),
    ).length;
  };
}

/**
 * Finds the profile of a file by its header: what the account keeps for exactly these columns comes before the service's profiles.
 *
 * @throws Problem `refused` if two fit
 */
export function recogniseProfile(header: readonly string[], kept: readonly KeptProfile[]): ReadBy {
  const keys = new Set(header.map(keyOf));
  const [own, ...more] = kept.filter((one) => one.header.every((name) => keys.has(keyOf(name))));
  if (own !== undefined) {
    if (more.length > 0) throw severalProfiles([own, ...more].map(({ name }) => word(name, name)));
    return own;
  }
  const fitting = PROFILES.filter((one) => ready(one).knownBy.every((key) => keys.has(key)));
  if (fitting.length > 1) throw severalProfiles(fitting.map(({ id, title }) => word(id, `${title} (${id})`)));
  return ofService(fitting[0]?.id ?? OWN.id);
}

/** @param id of the service's profile */
export function ofService(id: string): ReadBy {
  return { name: id, base: id, columns: {} };
}

function severalProfiles(profiles: readonly SentenceValue[]) {
  const sentence = say('several_profiles', 'The file could be of {profiles}: choose one in {field}', {
    profiles,
    field: fieldNamed('profile'),
  });
  return refused([fieldProblem('profile', 'required', sentence), NOTHING_IMPORTED]);
}

/**
 * Finds the fields of a header's columns: first those that somebody has matched. In a file of ours, the best name of a field counts; in
 * another's, the first filled cell.
 *
 * @param id the profile of the service
 */
export function findOrderColumns(
  header: readonly string[],
  id: string = OWN.id,
  matched: MatchedColumns = {},
): OrderColumns {
  const keys = header.map(keyOf);
  const { profile, names } = READY.get(id) ?? ready(OWN);
  const isOwn = profile.columns === OWN.columns;
  const uses: ColumnUse[] = [];
  const fieldOf = new Map<number, FileField>();
  const byHand = new Map(Object.entries(matched).map(([name, field]) => [keyOf(name), field]));
  for (const [at, key] of keys.entries()) {
    const field = byHand.get(key) as FileField | null | undefined;
    if (field === null || field === undefined) continue;
    uses.push({ field, at, product: null, weightUnit: weightUnitOf(columnKey(header[at] ?? '')) ?? 'kg' });
    fieldOf.set(at, field);
  }
  const matchedFields = new Set(fieldOf.values());
  for (const [field, all] of names) {
    if (matchedFields.has(field)) continue;
    for (const { key, pattern } of all) {
      for (const [at, one] of keys.entries()) {
        const match = pattern === null ? null : pattern.exec(one);
        if (one === '' || (match === null && one !== key)) continue;
        if (byHand.has(one) || (isOwn && fieldOf.has(at))) continue;
        uses.push({
          field,
          at,
          product: match === null ? null : Number(match[1]),
          weightUnit: weightUnitOf(columnKey(header[at] ?? '')) ?? 'kg',
        });
        if (!fieldOf.has(at)) fieldOf.set(at, field);
        if (pattern === null) break;
      }
      if (isOwn && [...fieldOf.values()].includes(field)) break;
    }
  }
  return {
    profile,
    uses,
    all: header.map((name, at) => ({ name, field: fieldOf.get(at) ?? null })),
    find: (name) => keys.indexOf(keyOf(name)),
  };
}

/** Returns the indexes of the columns with dates in any profile. @param kept those of the account */
export function dateColumnsOf(header: readonly string[], kept: readonly KeptProfile[]): number[] {
  const matched = kept.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, field]) => (field === 'order_date' ? [keyOf(name)] : [])),
  );
  return header.flatMap((name, at) =>
    DATE_KEYS.has(keyOf(name)) || matched.includes(keyOf(name)) ? [at] : [],
  );
}

const DATE_KEYS = new Set(
  [...READY.values()].flatMap(({ names }) =>
    names.flatMap(([field, all]) => (field === 'order_date' ? all.map(({ key }) => key) : [])),
  ),
);

/** Other columns, or values for all rows, that give what an order must have. */
const GIVEN_BY: Readonly<Partial<Record<FileField, readonly string[]>>> = {
  order_id: [],
  warehouse_name: ['warehouse_id'],
  payment_method: ['payment_status', 'outstanding'],
  billing_customer_name: ['shipping_customer_name'],
  billing_phone: ['shipping_phone'],
  billing_address: ['shipping_address'],
  billing_pincode: ['shipping_pincode'],
  item_name: ['item_text', 'order_items'],
  units: ['item_text', 'order_items'],
  selling_price: ['line_total', 'item_text', 'order_items'],
  weight: ['item_weight'],
  length: ['dimensions'],
  breadth: ['dimensions'],
  height: ['dimensions'],
};

/** Returns the fields that every order needs, and that neither a column nor a value for all rows gives. */
export function missingColumns({ uses }: Pick<OrderColumns, 'uses'>, forAll: object): FileField[] {
  const given = new Set<string>([...uses.map(({ field }) => field), ...Object.keys(forAll)]);
  return Object.entries(GIVEN_BY).flatMap(([field, others]) =>
    given.has(field) || others.some((other) => given.has(other)) ? [] : [field as FileField],
  );
}

/** Throws if the file has no column of order ids: says all that is missing, and what stands in the header. @throws Problem `refused` */
export function assertOrderIds(
  header: readonly string[],
  line: number,
  { uses }: OrderColumns,
  forAll: object,
): void {
  const missing = missingColumns({ uses }, forAll);
  if (!missing.includes('order_id')) return;
  const seen = header.map((name) => `"${name.trim().slice(0, 40)}"`).join(', ');
  const columns = seen.slice(0, 1000).split(', ');
  const problems: ProblemInput[] =
    uses.length === 0
      ? [say('no_column_recognised', 'No column is recognised: line {line} has {columns}', { line, columns })]
      : [
          say('file_lacks_columns', 'The file has no column for {fields}', {
            fields: missing.map(fieldNamed),
          }),
          say('columns_of_file', 'the columns of the file are {columns}', { columns }),
        ];
  throw refused([...problems, NOTHING_IMPORTED]);
}
