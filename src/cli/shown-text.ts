import { table } from './output.ts';

/**
 * Returns an answer as text for people: a list as a table, an object as lines, or as a table of one row if columns are given.
 *
 * @param columns of the table, as paths such as `carrier.name`; null for every field of an object, and for those of a list that are not nested
 */
export function shownText(data: unknown, columns: readonly string[] | null): string {
  if (Array.isArray(data)) return tableOf(data, columns);
  if (typeof data !== 'object' || data === null) return textOf(data);
  if (columns !== null) return tableOf([data], columns);
  const entries = Object.entries(data).filter(([name]) => !isOfSentence(data, name));
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return entries
    .map(([name, value]) =>
      isNested(value)
        ? `${name}\n${shownText(value, null).replace(/^/gm, '  ')}`
        : `${name.padEnd(width)}${textOf(value)}`.trimEnd(),
    )
    .join('\n');
}

function tableOf(rows: readonly unknown[], columns: readonly string[] | null): string {
  if (!rows.some(isNested)) return rows.map(textOf).join('\n');
  const shown = columns ?? scalarNames(rows);
  const heading = shown.map((column) => column.replace(/\W|_/g, ' ').toUpperCase());
  return table(
    heading,
    rows.map((row) => shown.map((column) => textOf(valueAt(row, column)))),
  );
}

function scalarNames(rows: readonly unknown[]): string[] {
  const [first] = rows;
  return Object.entries(first as object)
    .filter(([name, value]) => !isNested(value) && !isOfSentence(first as object, name))
    .map(([name]) => name);
}

function valueAt(row: unknown, column: string): unknown {
  return column
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], row);
}

/** The name and values of a sentence, or of several, whose text is beside them: `error_details` of `error`. */
function isOfSentence(data: object, name: string): boolean {
  const of = name.replace(/_details$/, '');
  return of !== name && (of in data || `${of}s` in data);
}

/** An object, or a list of objects. */
function isNested(value: unknown): value is object {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return Array.isArray(value)
    ? value.map(textOf).join(',')
    : isNested(value)
      ? JSON.stringify(value)
      : String(value);
}
