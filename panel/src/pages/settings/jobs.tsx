import { answerOf, api } from '../../api/client.ts';
import { CollectionPage } from '../../parts/collection.tsx';
import { Sentence } from '../../parts/notices.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { auditWords } from './audit-words.ts';
import { settingsWords } from './settings-words.ts';

const MOODS = { waiting: 'neutral', running: 'way', done: 'done', stopped: 'bad' } as const;

/** Bulk jobs of the last 30 days. */
export function Jobs() {
  const words = useWords(settingsWords);
  const { actor } = useWords(auditWords);
  const list = usePaged(['jobs'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/jobs', { params: { query }, signal })),
  );
  return (
    <CollectionPage
      list={list}
      of={{
        label: words.part.jobs,
        about: words.about.jobs,
        empty: words.noJobs,
        nameOf: ({ action }) => words.jobAction[action],
        columns: [
          {
            id: 'what',
            header: words.action,
            width: 170,
            cell: (one) => <span className="strong">{words.jobAction[one.action]}</span>,
          },
          {
            id: 'who',
            header: words.who,
            width: 150,
            card: 'plain',
            cell: (one) => actor[one.made_by] ?? one.made_by,
          },
          {
            id: 'at',
            header: words.when,
            width: 150,
            card: 'plain',
            cell: (one) => <Moment at={one.created_at} />,
          },
          {
            id: 'state',
            header: words.stateOf,
            width: 200,
            card: 'plain',
            cell: (one) => (
              <>
                <State mood={MOODS[one.state]}>{words.jobState[one.state]}</State>
                {one.failure && (
                  <p className="bad small">
                    <Sentence of={one.failure} />
                  </p>
                )}
              </>
            ),
          },
          {
            id: 'done',
            header: words.doneOf,
            width: 120,
            number: true,
            cell: (one) => words.progress(one.done, one.total),
          },
          {
            id: 'failed',
            header: words.failed,
            width: 90,
            number: true,
            cell: (one) => <span className={one.failed > 0 ? 'bad' : undefined}>{grouped(one.failed)}</span>,
          },
          {
            id: 'results',
            header: '',
            width: 110,
            number: true,
            cell: (one) =>
              one.finished_at && (
                <a href={`/custom/api/v1/jobs/${one.id}/results.csv`} download>
                  {words.results}
                </a>
              ),
          },
        ],
      }}
    />
  );
}
