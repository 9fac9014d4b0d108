/** A column of a row. `column` is its name, or null if that is its key in snake_case. */
export interface Column<Value> {
  readonly column: string | null;
  /** Only for the type: no column has it. */
  readonly value?: Value;
}

export function column<Value>(name: string | null = null): Column<Value> {
  return { column: name };
}

export type ColumnRecord = { readonly [key: string]: Column<unknown> };

/** The values of the columns, by their keys. */
export type RowOf<C extends ColumnRecord> = {
  readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never;
};

/** The columns of a table, and the parts of statements that name them. See docs/explanation/resources.md. */
export interface Columns<C extends ColumnRecord> {
  readonly fields: C;
  /** `brand_name as "brandName", ...`; `alias` is that of the table. */
  readonly selected: (alias?: string) => string;
  /** `brand_name, ...` */
  readonly columns: string;
  /** `$5, $6, ...` */
  readonly parameters: (first: number) => string;
  /** `brand_name = $5, ...` */
  readonly assignments: (first: number) => string;
  /** `brand_name = excluded.brand_name, ...` */
  readonly excluded: string;
  /** The values for `parameters` and `assignments`. */
  readonly values: (of: RowOf<C>) => unknown[];
}

export function columns<const C extends ColumnRecord>(fields: C): Columns<C> {
  const all = Object.entries(fields).map(([key, field]) => ({ key, name: field.column ?? snakeCase(key) }));
  const joined = (text: (name: string, index: number, key: string) => string) =>
    all.map(({ key, name }, index) => text(name, index, key)).join(', ');
  return {
    fields,
    selected: (alias) =>
      joined((name, _, key) => `${alias === undefined ? '' : `${alias}.`}${name} as "${key}"`),
    columns: joined((name) => name),
    parameters: (first) => joined((_, index) => `$${first + index}`),
    assignments: (first) => joined((name, index) => `${name} = $${first + index}`),
    excluded: joined((name) => `${name} = excluded.${name}`),
    values: (of) => all.map(({ key }) => of[key]),
  };
}

export function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
