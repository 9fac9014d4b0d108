import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { Sentence } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';
import { FILE_FIELDS, type OrderFile, withCell, withColumn, writtenLines } from './order-file.ts';

const FIELDS: ReadonlySet<string> = new Set(FILE_FIELDS);

interface RowNote {
  readonly line: number;
  readonly column: string | null;
  readonly message: string;
}

export interface Checked {
  readonly id: string;
  readonly rows: number;
  readonly rejected: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly RowNote[];
  readonly warnings: readonly RowNote[];
  readonly warned: number;
  readonly unknown_columns?: readonly string[];
}

/** The rows with problems or warnings. Each sentence is at its cell, which can be corrected in place. */
export function CheckedRows({
  file,
  names,
  checked,
  onChange,
}: {
  file: OrderFile;
  /** Indexed by the column's name in the file: the name as sent, or null if the column is left out. */
  names: Readonly<Record<string, string | null>>;
  checked: Checked;
  onChange: (file: OrderFile) => void;
}) {
  const words = useWords(fileWords);
  const lines = useMemo(() => writtenLines(file), [file]);
  const noted = notesByLine(checked);
  const orders = checked.counts.created ?? 0;
  // A required column that the file lacks can be filled in here.
  const sent = file.head.map((name) => names[name] ?? name);
  const lacking = checked.problems.flatMap(({ column }) =>
    column !== null && FIELDS.has(column) && !sent.includes(column) ? [column] : [],
  );
  const added = [...new Set(lacking)];
  const head = [...sent, ...added];
  // Columns with problems come first; in a wide file they would be out of view.
  const isWrong = new Set(checked.problems.map(({ column }) => column));
  const shown = head.map((name, column) => ({ name, column }));
  const columns = [
    ...shown.filter(({ name }) => isWrong.has(name)),
    ...shown.filter(({ name }) => !isWrong.has(name)),
  ];
  const write = (row: number, column: number, text: string) => {
    const whole = added.slice(0, Math.max(0, column + 1 - sent.length)).reduce(withColumn, file);
    onChange(withCell(whole, row, column, text));
  };
  return (
    <div className="stack tight">
      <State mood={checked.rejected === 0 ? 'done' : 'neutral'}>{words.checked(checked.rows, orders)}</State>
      {checked.rejected > 0 && <State mood="bad">{words.rejected(checked.rejected)}</State>}
      {checked.warned > 0 && <State mood="needs">{words.warned(checked.warned)}</State>}
      {noted.length > 0 && (
        <>
          <p className="quiet">{words.fix}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard */}
          <section className="grid still" aria-label={words.fix} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.line}</th>
                  {columns.map(({ name, column }) => (
                    <th scope="col" key={column}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {noted.map(({ line, problems, warnings }) => {
                  const at = lines.lastIndexOf(lines.findLast((one) => one <= line) ?? 0);
                  const row = file.rows[at];
                  if (row === undefined) return null;
                  const elsewhere = problems.filter(
                    ({ column }) => column === null || !head.includes(column),
                  );
                  return (
                    <Fragment key={line}>
                      <tr className="row">
                        <td className="mono">{file.lines[at]}</td>
                        {columns.map(({ name, column }) => {
                          const wrong = problems.filter((one) => one.column === name);
                          return (
                            <td key={column} className={wrong.length > 0 ? 'cell-wrong' : undefined}>
                              <input
                                className="cell-input"
                                aria-label={`${words.line} ${file.lines[at]}, ${name}`}
                                aria-invalid={wrong.length > 0 ? true : undefined}
                                value={row[column] ?? ''}
                                onChange={({ target }) => write(at, column, target.value)}
                              />
                              {wrong.map(({ message }) => (
                                <p className="wrong" key={message}>
                                  <Sentence of={message} />
                                </p>
                              ))}
                            </td>
                          );
                        })}
                      </tr>
                      <NotesRow columns={columns.length + 1} problems={elsewhere} warnings={warnings} />
                    </Fragment>
                  );
                })}
              </tbody>
            </table>
          </section>
        </>
      )}
    </div>
  );
}

/** The sentences about a whole row, shown below it. */
function NotesRow({
  columns,
  problems,
  warnings,
}: {
  columns: number;
  problems: readonly RowNote[];
  warnings: readonly RowNote[];
}) {
  if (problems.length + warnings.length === 0) return null;
  return (
    <tr>
      <td colSpan={columns}>
        <RowNotes problems={problems} warnings={warnings} />
      </td>
    </tr>
  );
}

/** The sentences about a row: problems first, then warnings. */
export function RowNotes({
  problems,
  warnings,
}: {
  problems: readonly RowNote[];
  warnings: readonly RowNote[];
}) {
  return (
    <>
      {problems.map(({ column, message }) => (
        <p className="wrong" key={`${column} ${message}`}>
          <CircleAlert size={12} aria-hidden="true" /> <Sentence of={message} field={column} />
        </p>
      ))}
      {warnings.map(({ message }) => (
        <p className="odd" key={message}>
          <TriangleAlert size={12} aria-hidden="true" /> <Sentence of={message} />
        </p>
      ))}
    </>
  );
}

/** The lines with sentences about them, in order. */
export function notesByLine({ problems, warnings }: Pick<Checked, 'problems' | 'warnings'>) {
  const problemsAt = Map.groupBy(problems, ({ line }) => line);
  const warningsAt = Map.groupBy(warnings, ({ line }) => line);
  const lines = [...new Set([...problemsAt.keys(), ...warningsAt.keys()])].sort((a, b) => a - b);
  return lines.map((line) => {
    return { line, problems: problemsAt.get(line) ?? [], warnings: warningsAt.get(line) ?? [] };
  });
}
