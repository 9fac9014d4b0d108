import { MOST_PINCODES, PincodeDirectory, type PincodeRow } from '../domain/pincodes/pincode-directory.ts';
import { isStateCode } from '../domain/pincodes/states.ts';
import { isNot, type RowProblem } from '../problems/row-problem.ts';
import { type Sentence, say } from '../problems/sentence.ts';

const COLUMNS = ['pincode', 'state_code', 'district', 'city'] as const;
type Column = (typeof COLUMNS)[number];

const PINCODE = /^[1-9]\d{5}$/;
const LONGEST_NAME = 100;
const MOST_PROBLEMS = 100;

const SIX_DIGITS = say('six_digits', 'a pincode of six digits');
const STATE_CODE = say('state_code_form', 'a state code such as KA');
const NAME_LENGTHS = say('cell_length', 'must have 1 to {most} characters', { most: LONGEST_NAME });
const NO_ROW = say('no_row_under_header', 'there is no row under the header');
const TOO_MANY = say('too_many_pincodes', 'more than {most} pincodes', { most: MOST_PINCODES });

export type PincodeDirectoryReading =
  | { readonly directory: PincodeDirectory; readonly problems: null }
  | { readonly directory: null; readonly problems: readonly RowProblem[] };

export type PincodeRowsReading =
  | { readonly rows: readonly PincodeRow[]; readonly problems: null }
  | { readonly rows: null; readonly problems: readonly RowProblem[] };

/**
 * Reads a directory file: CSV with a header that names `pincode`, `state_code`, `district` and `city`, in any
 * order and with any other columns. The file is UTF-8 with or without byte order mark; lines end with LF or
 * CRLF; fields may be in double quotes.
 *
 * If a row is bad, there are no rows: the result has the line, column and reason of the first 100
 * problems.
 *
 * It runs at every start, so lines without a quote are split in the simple way: the built-in 19,414 rows take
 * 18 ms with all checks, while the csv-parse package takes 32 ms to split them.
 */
export function readPincodeRows(text: string): PincodeRowsReading {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const header = fieldsOf(lines[0] ?? '')?.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    const reason = say(
      'directory_header_lacks',
      'the header has no {columns}: it must be pincode,state_code,district,city',
      { columns: missing },
    );
    return { rows: null, problems: [{ line: 1, column: null, reason }] };
  }
  const at = (column: Column) => header.indexOf(column);
  const positions = {
    pincode: at('pincode'),
    state_code: at('state_code'),
    district: at('district'),
    city: at('city'),
  };

  const rows: PincodeRow[] = [];
  const lineOf = new Map<number, number>();
  const problems: RowProblem[] = [];
  for (let index = 1; index < lines.length && problems.length < MOST_PROBLEMS; index += 1) {
    const content = lines[index] ?? '';
    if (content.trim() === '') continue;
    const line = index + 1;
    const fields = fieldsOf(content);
    if (fields === null || fields.length !== header.length) {
      const expected = header.length;
      const reason =
        fields === null
          ? say('quote_not_closed_in_line', 'a quote is not closed, where the header has {expected}', {
              expected,
            })
          : say('fields_differ', '{count} fields, where the header has {expected}', {
              count: fields.length,
              expected,
            });
      problems.push({ line, column: null, reason });
      continue;
    }
    const pincode = (fields[positions.pincode] ?? '').trim();
    const stateCode = (fields[positions.state_code] ?? '').trim();
    const district = (fields[positions.district] ?? '').trim();
    const city = (fields[positions.city] ?? '').trim();
    const before = problems.length;
    const report = (column: Column, reason: Sentence) => problems.push({ line, column, reason });
    if (!PINCODE.test(pincode)) report('pincode', isNot(pincode, SIX_DIGITS));
    if (!isStateCode(stateCode)) report('state_code', isNot(stateCode, STATE_CODE));
    if (!isName(district)) report('district', NAME_LENGTHS);
    if (!isName(city)) report('city', NAME_LENGTHS);
    if (problems.length > before) continue;
    const number = Number(pincode);
    const earlier = lineOf.get(number);
    if (earlier !== undefined) {
      report(
        'pincode',
        say('pincode_on_earlier_line', '{pincode} stands on line {line} already', { pincode, line: earlier }),
      );
      continue;
    }
    lineOf.set(number, line);
    rows.push({ pincode: number, stateCode, district, city });
  }
  if (problems.length === 0 && rows.length === 0) {
    problems.push({ line: 1, column: null, reason: NO_ROW });
  }
  if (rows.length > MOST_PINCODES) {
    problems.push({ line: lines.length, column: null, reason: TOO_MANY });
  }
  return problems.length > 0 ? { rows: null, problems } : { rows, problems: null };
}

/**
 * Reads a directory file as `readPincodeRows` does.
 *
 * @param more rows of another file, which are added; they replace those with the same pincode
 */
export function readPincodeDirectory(
  text: string,
  more: readonly PincodeRow[] = [],
): PincodeDirectoryReading {
  const { rows, problems } = readPincodeRows(text);
  if (problems !== null) return { directory: null, problems };
  const all = new Map([...rows, ...more].map((row) => [row.pincode, row]));
  if (all.size > MOST_PINCODES) {
    return { directory: null, problems: [{ line: rows.length + 1, column: null, reason: TOO_MANY }] };
  }
  return { directory: new PincodeDirectory([...all.values()]), problems: null };
}

function isName(text: string): boolean {
  return text !== '' && text.length <= LONGEST_NAME;
}

/** Returns the fields of one CSV line; null if a quote is not closed. */
function fieldsOf(line: string): string[] | null {
  const content = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!content.includes('"')) return content.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= content.length) {
    if (content[at] !== '"') {
      const comma = content.indexOf(',', at);
      const end = comma < 0 ? content.length : comma;
      fields.push(content.slice(at, end));
      at = end + 1;
      continue;
    }
    let field = '';
    let from = at + 1;
    for (;;) {
      const quote = content.indexOf('"', from);
      if (quote < 0) return null;
      field += content.slice(from, quote);
      if (content[quote + 1] !== '"') {
        at = quote + 1;
        break;
      }
      field += '"';
      from = quote + 2;
    }
    fields.push(field);
    if (at < content.length && content[at] !== ',') return null;
    at += 1;
  }
  return fields;
}
