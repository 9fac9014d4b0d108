/** A cell as it is handed to PostgreSQL; null and undefined are null. */
type Cell = string | number | boolean | null | undefined;

/**
 * One column of rows that are handed over together: its name, its type, and how a row's value is had.
 * `milliseconds` is a time as epoch milliseconds.
 */
export type Column<Row> = readonly [name: string, type: string, cellOf: (row: Row) => Cell];

/**
 * The parameters that hold rows of any number, a list for each column, for `unnest(columnTypes(...))`.
 *
 * Handing 500 events over as JSON for `json_to_recordset` took PostgreSQL a quarter longer, and the client
 * several times as many bytes; `jsonb_to_recordset` was slower still, and text to be split twice as slow.
 * Only text needs the escapes that the client adds to a list; the others are written as they stand, since
 * no number, id or word of a vocabulary holds what a list is made of.
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

/** `$2::uuid[], $3::double precision[]`, from the given parameter on. */
export function columnTypes<Row>(columns: readonly Column<Row>[], first: number): string {
  return columns
    .map(([, type], index) => `$${first + index}::${type === 'milliseconds' ? 'double precision' : type}[]`)
    .join(', ');
}

/** The values of a row of the lists, which the statement calls `n`. */
export function columnValues<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map(([name, type]) => (type === 'milliseconds' ? `to_timestamp(n.${name} / 1000)` : `n.${name}`))
    .join(', ');
}
