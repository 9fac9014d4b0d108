export interface WantedColumn<Name extends string> {
  readonly name: Name;
  /** The names that couriers use for it, the most likely first, normalised by `columnKey`. */
  readonly knownAs: readonly string[];
  readonly isRequired: boolean;
}

/** The index of each column in a file; null if the file does not have it. */
export type FoundColumns<Name extends string> = Readonly<Record<Name, number | null>>;

/** A column's name in the form for comparison: `AWB No.` and `awb_no` are the same. */
export function columnKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Finds columns by their names in the header: by the names that the merchant gave, else by those that
 * couriers usually use.
 *
 * @param said the file's name of a column, by our name
 * @returns the columns, and one sentence for each missing one
 */
export function findColumns<Name extends string>(
  header: readonly string[],
  wanted: readonly WantedColumn<Name>[],
  said: Readonly<Partial<Record<Name, string>>>,
): { readonly columns: FoundColumns<Name>; readonly problems: readonly string[] } {
  const keys = header.map(columnKey);
  const problems: string[] = [];
  const entries = wanted.map(({ name, knownAs, isRequired }): [Name, number | null] => {
    const called = said[name];
    const names = called === undefined ? [columnKey(name), ...knownAs] : [columnKey(called)];
    const at = names.map((one) => keys.indexOf(one)).find((place) => place >= 0) ?? null;
    if (at === null && called !== undefined) {
      problems.push(`the file has no column "${called}", which you named for ${name}`);
    } else if (at === null && isRequired) {
      problems.push(`the file has no column for ${name}: name it in ${name}_column`);
    }
    return [name, at];
  });
  const seen = header.map((name) => `"${name.trim().slice(0, 40)}"`).join(', ');
  return {
    columns: Object.fromEntries(entries) as Record<Name, number | null>,
    problems:
      problems.length === 0 ? [] : [...problems, `the columns of the file are ${seen.slice(0, 1000)}`],
  };
}
