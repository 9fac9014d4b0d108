import { answerOf, api } from '../../api/client.ts';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State, spelledOut } from '../../parts/status.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

const MOODS = { waiting: 'neutral', running: 'way', done: 'done', stopped: 'neutral' } as const;

/** Bulk jobs of the last 30 days. */
export function Jobs() {
  const words = useWords(settingsWords);
  const list = usePaged(['jobs'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/jobs', { params: { query }, signal })),
  );
  return (
    <PagedTable
      list={list}
      label={words.part.jobs}
      empty={<p className="quiet">{words.noJobs}</p>}
      columns={[
        { id: 'at', header: words.when, width: 150, cell: (one) => <Moment at={one.created_at} /> },
        { id: 'what', header: words.action, width: 120, cell: (one) => spelledOut(one.action) },
        { id: 'who', header: words.who, width: 130, cell: (one) => one.made_by },
        {
          id: 'state',
          header: '',
          width: 180,
          cell: (one) => (
            <>
              <span className="line">
                <State mood={MOODS[one.state]}>{spelledOut(one.state)}</State>
                <span className="mono small">{words.progress(one.done, one.total)}</span>
              </span>
              {one.failure && <p className="bad small">{one.failure}</p>}
            </>
          ),
        },
        {
          id: 'failed',
          header: words.failed,
          width: 80,
          number: true,
          cell: (one) => <span className={one.failed > 0 ? 'bad mono' : 'mono'}>{one.failed}</span>,
        },
        {
          id: 'results',
          header: '',
          width: 90,
          cell: (one) =>
            one.finished_at && (
              <a href={`/custom/api/v1/jobs/${one.id}/results.csv`} download>
                {words.results}
              </a>
            ),
        },
      ]}
    />
  );
}
