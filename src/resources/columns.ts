/** A column of a row. `column` is its name, or null if that is its key in snake_case. */
export interface Column<Value> {
  readonly column: string | null;
  /** Only for the type: no column has it. */
  readonly value?: Value;
  /** Makes what the table stores of a value. Absent if it stores the value itself. */
  write?(value: Value): unknown;
  read?(stored: unknown): Value;
}

export function column<Value>(name: string | null = null): Column<Value> {
  return { column: name };
}

export type ColumnRecord = { readonly [key: string]: Column<unknown> };

/** The values of the columns, by their keys. */
export type RowOf<C extends ColumnRecord> = {
  readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never;
};

/** The columns of a table, and the parts of statements that name them. See docs/explanation/shapes.md. */
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
  /** Reads the `selected` columns of a row; other values stay. */
  readonly read: <Row extends object>(row: Row) => Omit<Row, keyof C> & RowOf<C>;
  /** The stored values by the names of their columns. */
  readonly rowOf: (of: RowOf<C>) => Record<string, unknown>;
  /** Reads these columns, and nothing else, of a row that has them by their names. */
  readonly ofRow: (row: object) => RowOf<C>;
}

export function columns<const C extends ColumnRecord>(fields: C): Columns<C> {
  const all = Object.entries(fields).map(([key, field]) => ({ key, name: field.column ?? snakeCase(key) }));
  const stored = Object.entries(fields).filter(([, { read }]) => read !== undefined);
  const joined = (text: (name: string, index: number, key: string) => string) =>
    all.map(({ key, name }, index) => text(name, index, key)).join(', ');
  const read = <Row extends object>(row: Row) => {
    const values = { ...row } as Record<string, unknown>;
    for (const [key, field] of stored) values[key] = field.read?.(values[key]);
    return values as Omit<Row, keyof C> & RowOf<C>;
  };
  return {
    fields,
    selected: (alias) =>
      joined((name, _, key) => `${alias === undefined ? '' : `${alias}.`}${name} as "${key}"`),
    columns: joined((name) => name),
    parameters: (first) => joined((_, index) => `$${first + index}`),
    assignments: (first) => joined((name, index) => `${name} = $${first + index}`),
    excluded: joined((name) => `${name} = excluded.${name}`),
    values: (of) => all.map(({ key }) => written(fields[key], of[key])),
    read,
    rowOf: (of) => Object.fromEntries(all.map(({ key, name }) => [name, written(fields[key], of[key])])),
    ofRow: (row) => read(Object.fromEntries(all.map(({ key, name }) => [key, valueIn(row, name) ?? null]))),
  };
}

/** What the table stores of a value of a column. */
export function written(field: Column<unknown> | undefined, value: unknown): unknown {
  return field?.write === undefined ? value : field.write(value);
}

export function valueIn(of: object, name: string): unknown {
  return (of as Readonly<Record<string, unknown>>)[name];
}

export function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
