import { useMemo, useState } from 'react';
import type { Import, RowNote } from '../../api/imports.ts';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords, headingOf } from './file-words.ts';
import { FILE_FIELDS, type OrderFile, withCell, withColumn, writtenLines } from './order-file.ts';
import { Notes, notesByLine } from './row-notes.tsx';

const FIELDS: ReadonlySet<string> = new Set(FILE_FIELDS);

/** The columns by which people know an order. */
const NAMING: ReadonlySet<string> = new Set(['order_id', 'billing_customer_name']);
/** The columns that decide whether a courier takes an order. */
const SHIPPING: ReadonlySet<string> = new Set(['billing_pincode', 'weight', 'payment_method']);

export type Checked = Import & { readonly report: NonNullable<Import['report']> };

/** How many orders can be imported, and how many rows need somebody. */
export function CheckedCounts({ checked: { rows, rejected, created = 0, report } }: { checked: Checked }) {
  const words = useWords(fileWords);
  const isGood = created > 0 && rejected === 0 && report.warned === 0;
  return (
    <div className="line counts" role="status">
      <State mood={isGood ? 'done' : 'neutral'}>{words.checked(rows, created)}</State>
      {report.warned > 0 && <State mood="needs">{words.warned(report.warned)}</State>}
      {rejected > 0 && <State mood="bad">{words.rejected(rejected)}</State>}
    </div>
  );
}

/** The rows with problems or warnings. Each sentence is at its cell, which can be corrected in place. */
export function CheckedRows({
  file,
  checked,
  onChange,
}: {
  file: OrderFile;
  checked: Checked;
  onChange: (file: OrderFile) => void;
}) {
  const words = useWords(fileWords);
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => writtenLines(file), [file]);
  const { report } = checked;
  const noted = useMemo(() => notesByLine(report), [report]);
  if (noted.length === 0) return null;
  const fieldOf = new Map(report.columns.map(({ name, field }) => [name, field]));
  const all = [...report.problems, ...report.warnings];
  // A required column that the file lacks can be filled in here.
  const added = [
    ...new Set(
      all.flatMap(({ column }) =>
        column !== null && FIELDS.has(column) && !file.head.includes(column) ? [column] : [],
      ),
    ),
  ];
  const head = [...file.head, ...added];
  const isNoted = new Set(all.map(({ column }) => column));
  const isRefused = all.some(({ code }) => code === 'no_carrier');
  const shown = head.map((name, at) => ({ name, at, field: fieldOf.get(name) ?? name }));
  const weightOf = ({ name, field }: (typeof shown)[number]) =>
    NAMING.has(field) ? 0 : isNoted.has(name) ? 1 : isRefused && SHIPPING.has(field) ? 2 : isWhole ? 3 : 4;
  const columns = shown
    .filter((one) => weightOf(one) < 4)
    .sort((one, other) => weightOf(one) - weightOf(other));
  const isWholeRow = ({ column }: RowNote) => column === null || !head.includes(column);
  const headings = ({ column, field }: RowNote) => (column === null ? null : headingOf(words, field, column));
  const hasReasons = all.some(isWholeRow);
  const write = (row: number, column: number, text: string) => {
    const whole = added.slice(0, Math.max(0, column + 1 - file.head.length)).reduce(withColumn, file);
    onChange(withCell(whole, row, column, text));
  };
  return (
    <div className="stack tight">
      <div className="line apart">
        <p className="quiet">
          {words.fix} {checked.rejected > 0 && words.leftOut}{' '}
          {(checked.rejected > 100 || report.warned > 100) && words.firstHundred}
        </p>
        {columns.length < head.length || isWhole ? (
          <button type="button" className="button bare small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? words.fewColumns : words.allColumns}
          </button>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard */}
      <section className="grid still" aria-label={words.fix} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              {hasReasons && <th scope="col">{words.reason}</th>}
              {columns.map(({ name, at, field }) => (
                <th scope="col" key={at}>
                  {headingOf(words, field, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {noted.map(({ line, problems, warnings }) => {
              const at = lines.lastIndexOf(lines.findLast((one) => one <= line) ?? 0);
              const row = file.rows[at];
              if (row === undefined) return null;
              return (
                <tr key={line} className="row notes">
                  <td className="mono row-number" data-heading={words.line}>
                    <div>
                      <span className="on-phone">{words.line} </span>
                      {file.lines[at]}
                    </div>
                  </td>
                  {hasReasons && (
                    <td data-heading="">
                      <div>
                        <Notes notes={problems.filter(isWholeRow)} headings={headings} />
                        <Notes notes={warnings.filter(isWholeRow)} headings={headings} isOdd />
                      </div>
                    </td>
                  )}
                  {columns.map(({ name, at: column, field }) => {
                    const here = (one: RowNote) => one.column === name;
                    const [wrong, odd] = [problems.filter(here), warnings.filter(here)];
                    const heading = headingOf(words, field, name);
                    const use = (value: string) => write(at, column, value);
                    return (
                      <td
                        key={column}
                        className={
                          wrong.length > 0
                            ? 'cell-wrong'
                            : odd.length > 0
                              ? 'cell-odd'
                              : NAMING.has(field) || isWhole
                                ? undefined
                                : 'cell-fine'
                        }
                        data-heading={heading}
                      >
                        <div>
                          <input
                            className="cell-input"
                            aria-label={`${words.line} ${file.lines[at]}, ${heading}`}
                            aria-invalid={wrong.length > 0 ? true : undefined}
                            value={row[column] ?? ''}
                            onChange={({ target }) => use(target.value)}
                          />
                          <Notes notes={wrong} onUse={use} />
                          <Notes notes={odd} isOdd onUse={use} />
                        </div>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
