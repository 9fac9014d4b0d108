import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { notesByLine, RowNotes } from './checked-rows.tsx';
import { fileWords } from './file-words.ts';

/** The report of a check, from the service. After a reload the file itself is gone. */
export function StoredCheck({ id }: { id: string }) {
  const words = useWords(fileWords);
  const { data, error } = useQuery({
    queryKey: ['import', id],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/imports/{id}', { params: { path: { id } } }))).data,
  });
  const report = data?.report;
  const noted = report ? notesByLine(report) : [];
  return (
    <section className="card stack" aria-labelledby="last-check">
      <h2 id="last-check">{words.lastCheck}</h2>
      <Failure error={error} />
      {data === undefined && error === null && <Skeleton />}
      {data && report && (
        <>
          <div className="stack tight">
            <State mood={data.rejected === 0 ? 'done' : 'neutral'}>
              {words.checked(data.rows, data.created ?? 0)}
            </State>
            {data.rejected > 0 && <State mood="bad">{words.rejected(data.rejected)}</State>}
            {report.warned > 0 && <State mood="needs">{words.warned(report.warned)}</State>}
            {report.unknown_columns && (
              <p className="quiet">{words.unknown(report.unknown_columns.join(', '))}</p>
            )}
          </div>
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
                    <tr key={line} className="row">
                      <td className="mono">{line}</td>
                      <td>
                        <RowNotes problems={problems} warnings={warnings} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {(data.rejected > 100 || report.warned > 100) && <p className="quiet">{words.firstHundred}</p>}
          <p className="quiet">{words.again}</p>
          {data.rejected > 0 && (
            <div className="line">
              <a className="button" href={`/custom/api/v1/imports/${id}/rejected.csv`} download>
                {words.download}
              </a>
            </div>
          )}
        </>
      )}
    </section>
  );
}
