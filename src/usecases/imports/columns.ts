import { withoutUnseen } from '../../domain/visible-text.ts';
import { fieldProblem, type ProblemInput } from '../../problems/problem.ts';
import { fieldNamed, say } from '../../problems/sentence.ts';
import type { CountKnown } from '../file-form.ts';

export interface WantedColumn<Name extends string> {
  readonly name: Name;
  /** The names that couriers use for the column, the most likely first, in the form of `columnKey`. */
  readonly knownAs: readonly string[];
  readonly isRequired: boolean;
}

/** The index of each column in a file; null for a missing column. */
export type FoundColumns<Name extends string> = Readonly<Record<Name, number | null>>;

/** Returns a column's name in the form for comparison: `AWB No.` and `awb_no` are equal. */
export function columnKey(name: string): string {
  return withoutUnseen(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Finds columns in the header: by the names that the merchant gave, else by the names that couriers usually
 * use.
 *
 * @param said the merchant's column names, indexed by our names
 * @returns the columns, and a problem for each missing column, of the field that names it
 */
export function findColumns<Name extends string>(
  header: readonly string[],
  wanted: readonly WantedColumn<Name>[],
  said: Readonly<Partial<Record<Name, string>>>,
): { readonly columns: FoundColumns<Name>; readonly problems: readonly ProblemInput[] } {
  const keys = header.map(columnKey);
  const problems: ProblemInput[] = [];
  const entries = wanted.map(({ name, knownAs, isRequired }): [Name, number | null] => {
    const called = said[name];
    const names = called === undefined ? [columnKey(name), ...knownAs] : [columnKey(called)];
    const at = names.map((one) => keys.indexOf(one)).find((place) => place >= 0) ?? null;
    if (at === null && called !== undefined) {
      const sentence = say(
        'named_column_missing',
        'the file has no column "{column}", which you named for {wanted}',
        { column: called, wanted: fieldNamed(name) },
      );
      problems.push(fieldProblem(`${name}_column`, 'unknown', sentence));
    } else if (at === null && isRequired) {
      const sentence = say('column_missing', 'the file has no column for {wanted}: name it in {option}', {
        wanted: fieldNamed(name),
        option: fieldNamed(`${name}_column`),
      });
      problems.push(fieldProblem(`${name}_column`, 'required', sentence));
    }
    return [name, at];
  });
  const seen = header.map((name) => `"${name.trim().slice(0, 40)}"`).join(', ');
  const columns = seen.slice(0, 1000).split(', ');
  return {
    columns: Object.fromEntries(entries) as Record<Name, number | null>,
    problems:
      problems.length === 0
        ? []
        : [...problems, say('columns_of_file', 'the columns of the file are {columns}', { columns })],
  };
}

/** Returns what counts the names of wanted columns in a line. */
export function countWanted<Name extends string>(
  wanted: readonly WantedColumn<Name>[],
  said: Readonly<Partial<Record<Name, string>>>,
): CountKnown {
  const names = wanted.flatMap(({ name, knownAs }) => [columnKey(name), ...knownAs]);
  const known = new Set([
    ...names,
    ...Object.values<string | undefined>(said).map((one) => columnKey(one ?? '')),
  ]);
  known.delete('');
  return (cells) =>
    new Set(cells.map((cell) => columnKey(cell.slice(0, 200))).filter((key) => known.has(key))).size;
}
