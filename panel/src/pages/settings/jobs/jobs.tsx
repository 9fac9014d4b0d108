import { Download } from 'lucide-react';
import { type Answer, answerOf, api } from '../../../api/client.ts';
import { CollectionPage } from '../../../parts/collection.tsx';
import { Sentence } from '../../../parts/notices.tsx';
import { usePaged } from '../../../parts/paged-table.tsx';
import { State } from '../../../parts/status.tsx';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { settingsWords } from '../settings-words.ts';
import { jobsWords } from './jobs-words.ts';

type Job = Answer<'/custom/api/v1/jobs', 'get'>['data'][number];
const MOODS = { waiting: 'neutral', running: 'way', done: 'done', stopped: 'bad' } as const;

/** Bulk jobs of the last 30 days. */
export function Jobs() {
  const words = useWords(jobsWords);
  const settings = useWords(settingsWords);
  const list = usePaged(['jobs'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/jobs', { params: { query }, signal })),
  );
  const resultOf = ({ state, done, total, failed }: Job) => {
    if (state === 'waiting') return words.jobState.waiting;
    if (state === 'running') return words.progress(done, total);
    if (state === 'stopped') return `${words.jobState.stopped}: ${words.progress(done, total)}`;
    return failed === 0 ? words.allDone(total) : words.someFailed(done - failed, failed);
  };
  return (
    <CollectionPage
      list={list}
      of={{
        label: settings.part.jobs,
        about: words.about,
        empty: words.noJobs,
        nameOf: ({ action }) => words.jobAction[action],
        columns: [
          {
            id: 'what',
            header: words.action,
            width: 300,
            cell: (one) => (
              <>
                <span className="strong">{words.jobOf(words.jobAction[one.action], one.total)}</span>
                <p className="quiet small">{words.jobHow[one.action]}</p>
              </>
            ),
          },
          {
            id: 'state',
            header: words.result,
            width: 220,
            card: 'plain',
            cell: (one) => (
              <>
                <State mood={one.state === 'done' && one.failed > 0 ? 'needs' : MOODS[one.state]}>
                  {resultOf(one)}
                </State>
                {one.failure && (
                  <p className="bad small">
                    <Sentence of={one.failure_details} />
                  </p>
                )}
              </>
            ),
          },
          {
            id: 'at',
            header: words.started,
            width: 170,
            cell: (one) => (
              <>
                <Moment at={one.started_at ?? one.created_at} />
                {one.started_at && one.finished_at && (
                  <p className="quiet small">
                    {words.took(Date.parse(one.finished_at) - Date.parse(one.started_at))}
                  </p>
                )}
              </>
            ),
          },
          {
            id: 'who',
            header: words.who,
            width: 150,
            cell: (one) => settings.actor[one.made_by] ?? one.made_by,
          },
          {
            id: 'results',
            header: '',
            width: 130,
            number: true,
            cell: (one) =>
              one.finished_at && (
                <a
                  className="button small"
                  href={`/custom/api/v1/jobs/${one.id}/results.csv`}
                  aria-label={`${words.results}: ${words.jobOf(words.jobAction[one.action], one.total)}`}
                  download
                >
                  <Download aria-hidden="true" />
                  {words.results}
                </a>
              ),
          },
        ],
      }}
    />
  );
}
