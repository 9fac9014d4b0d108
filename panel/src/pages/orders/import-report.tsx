import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';

const LOOK_AGAIN_MS = 700;

export function ImportReport({ id, onNext }: { id: string; onNext: () => void }) {
  const words = useWords(fileWords);
  const { data, error } = useQuery({
    queryKey: ['import', id],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/imports/{id}', { params: { path: { id } } }))).data,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : LOOK_AGAIN_MS),
  });
  const share = Math.round((data?.progress ?? 0) * 100);
  const isDone = data !== undefined && data.finished_at !== null;
  return (
    <div className="card stack">
      <h2>{words.report}</h2>
      <div
        className="progress"
        role="progressbar"
        aria-label={words.report}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <div aria-live="polite" className="stack tight">
        <State mood={!isDone ? 'way' : data.state === 'done' ? 'done' : 'bad'}>
          {words.state[data?.state ?? 'waiting']}
        </State>
        {data?.failure && (
          <p className="bad">
            <Sentence of={data.failure} />
          </p>
        )}
        {isDone && <p>{words.created(data.created ?? 0)}</p>}
        {isDone && (data.booked ?? 0) > 0 && <p>{words.booked(data.booked ?? 0)}</p>}
        {isDone && data.rejected > 0 && <p className="bad">{words.rejected(data.rejected)}</p>}
      </div>
      <Failure error={error} />
      <div className="line">
        {isDone && (data.created ?? 0) > 0 && (
          <Link to="/orders" search={{ import: [id] }} className="button first">
            {words.show}
          </Link>
        )}
        {isDone && data.rejected > 0 && (
          <a className="button" href={`/custom/api/v1/imports/${id}/rejected.csv`} download>
            {words.download}
          </a>
        )}
        <button type="button" className="button" onClick={onNext}>
          {words.another}
        </button>
      </div>
    </div>
  );
}
