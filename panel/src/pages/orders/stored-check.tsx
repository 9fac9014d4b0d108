import { useQuery } from '@tanstack/react-query';
import { importQuery, rejectedRowsOf } from '../../api/imports.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { type Checked, CheckedCounts } from './checked-rows.tsx';
import { fileWords, headingOf } from './file-words.ts';
import { Notes, notesByLine } from './row-notes.tsx';

/** The report of a check whose file is no longer in the browser. */
export function StoredCheck({ id }: { id: string }) {
  const words = useWords(fileWords);
  const { data, error } = useQuery(importQuery(id));
  const checked = data?.report ? (data as Checked) : null;
  const noted = checked ? notesByLine(checked.report) : [];
  const headings = ({ column, field }: { column: string | null; field: string | null }) =>
    column === null ? null : headingOf(words, field, column);
  return (
    <section className="card stack" aria-labelledby="last-check">
      <h2 id="last-check">{words.lastCheck}</h2>
      <Failure error={error} />
      {data === undefined && error === null && <Skeleton />}
      {checked && (
        <>
          <CheckedCounts checked={checked} />
          {checked.report.unknown_columns && (
            <p className="quiet">{words.unknown(checked.report.unknown_columns.join(', '))}</p>
          )}
          {noted.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
            <section className="grid still" aria-label={words.lastCheck} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words.line}</th>
                    <th scope="col">{words.reason}</th>
                  </tr>
                </thead>
                <tbody>
                  {noted.map(({ line, problems, warnings }) => (
                    <tr key={line} className="row notes">
                      <td className="mono">{line}</td>
                      <td>
                        <Notes notes={problems} headings={headings} />
                        <Notes notes={warnings} headings={headings} isOdd />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {(checked.rejected > 100 || checked.report.warned > 100) && (
            <p className="quiet">{words.firstHundred}</p>
          )}
          <p className="quiet">{words.again}</p>
          {checked.rejected > 0 && (
            <div className="line">
              <a className="button" href={rejectedRowsOf(id)} download>
                {words.download}
              </a>
            </div>
          )}
        </>
      )}
    </section>
  );
}
