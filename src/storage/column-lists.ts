/** A cell as passed to PostgreSQL; null and undefined become null. */
type Cell = string | number | boolean | null | undefined;

/**
 * One column of rows that are passed together: its name, its type, and how to get a row's value.
 * `milliseconds` is a time as epoch milliseconds.
 */
export type Column<Row> = readonly [name: string, type: string, cellOf: (row: Row) => Cell];

/**
 * The parameters for any number of rows, one list per column, for `unnest(columnTypes(...))`.
 *
 * Passing 500 events as JSON for `json_to_recordset` took PostgreSQL a quarter longer, and the client several
 * times as many bytes; `jsonb_to_recordset` was slower still, and splitting text took twice as long. Only
 * text needs the escapes that the client adds to a list; other values are written unchanged, because no
 * number, id or word of a vocabulary contains list syntax.
 */
export function columnLists<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): (string | Cell[])[] {
  return columns.map(([, type, cellOf]) => (type === 'text' ? rows.map(cellOf) : plainList(rows, cellOf)));
}

function plainList<Row>(rows: readonly Row[], cellOf: (row: Row) => Cell): string {
  return `{${rows.map((row) => cellOf(row) ?? 'NULL').join(',')}}`;
}

/** `account_id, status`. */
export function columnNames<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(([name]) => name).join(', ');
}

/** `$2::uuid[], $3::double precision[]`, starting at the given parameter. */
export function columnTypes<Row>(columns: readonly Column<Row>[], first: number): string {
  return columns
    .map(([, type], index) => `$${first + index}::${type === 'milliseconds' ? 'double precision' : type}[]`)
    .join(', ');
}

/** The values of a row of the lists, which the statement names `n`. */
export function columnValues<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map(([name, type]) => (type === 'milliseconds' ? `to_timestamp(n.${name} / 1000)` : `n.${name}`))
    .join(', ');
}
