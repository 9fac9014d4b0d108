/** A wanted column of a file. */
export interface WantedColumn<Name extends string> {
  readonly name: Name;
  /** Names that couriers give it, the most likely first, normalised by `columnKey`. */
  readonly knownAs: readonly string[];
  readonly isRequired: boolean;
}

/** Which column of a file is which, by place from 0; null where the file has none. */
export type FoundColumns<Name extends string> = Readonly<Record<Name, number | null>>;

/** A column's name as it is compared: `AWB No.` and `awb_no` are one. */
export function columnKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Finds columns by their names in the header: by what the merchant said that they are called, else by what couriers
 * usually call them.
 *
 * @param said the name of a column in the file, by its name here
 * @returns the columns, and one sentence for each thing that is missing
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
      problems.push(`the file has no column "${called}", which ${name} was said to be`);
    } else if (at === null && isRequired) {
      problems.push(`no column of the file is known to be ${name}: say which by ${name}_column`);
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
