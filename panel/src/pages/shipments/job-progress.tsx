import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Job } from '../../api/shipments.ts';
import { Failure, Sentence } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';
import { FailedRows } from './failed-rows.tsx';

const LOOK_AGAIN_MS = 700;

export function isRunning(job: Job | undefined): boolean {
  return job === undefined || job.finished_at === null;
}

export function JobProgress({
  id,
  onClose,
  onDone,
}: {
  id: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const words = useWords(actionWords);
  const common = useWords(commonWords);
  const { data: job, error } = useQuery({
    queryKey: ['job', id],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/jobs/{id}', { params: { path: { id } } }))).data,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_AGAIN_MS : false),
  });
  const stopping = useMutation({
    mutationFn: () => api.DELETE('/custom/api/v1/jobs/{id}', { params: { path: { id } } }),
  });
  const isDone = job !== undefined && !isRunning(job);
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!isDone || isAnnounced.current) return;
    isAnnounced.current = true;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'job' });
    if (job.state === 'done' && job.failed === 0) onDone();
  }, [isDone, job, onDone]);
  const share = job && job.total > 0 ? Math.round((job.done / job.total) * 100) : 0;
  const file = (name: string) => `/custom/api/v1/jobs/${id}/${name}`;
  return (
    <div className="stack" style={{ paddingBottom: 16 }}>
      <div
        className="progress"
        role="progressbar"
        aria-label={words.state[job?.state ?? 'waiting']}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <div className="line apart" aria-live="polite">
        <State mood={isDone ? (job.state === 'stopped' || job.failed > 0 ? 'needs' : 'done') : 'way'}>
          {words.state[job?.state ?? 'waiting'] ?? job?.state}
        </State>
        {job && <span className="mono">{words.progress(job.done, job.total)}</span>}
      </div>
      {isDone && job.state === 'stopped' && (
        <p>{job.failure ? <Sentence of={job.failure_details} /> : words.restStays}</p>
      )}
      {isDone && job.failed > 0 && <p>{words.failed(job.failed)}</p>}
      {isDone && job.state === 'done' && job.failed === 0 && <p>{words.allDone}</p>}
      {isDone && job.failed > 0 && <FailedRows id={id} onLeave={onClose} />}
      <Failure error={error ?? stopping.error} />
      <div className="line">
        {isDone && job.action === 'label' && job.failed < job.total && (
          <a className="button first" href={file('labels.pdf')} target="_blank" rel="noreferrer">
            {words.labels}
          </a>
        )}
        {isDone && (
          <a className="button" href={file('results.csv')} download>
            {words.results}
          </a>
        )}
        {!isDone && (
          <button
            type="button"
            className="button"
            disabled={stopping.isPending}
            onClick={() => stopping.mutate()}
          >
            {words.stop}
          </button>
        )}
        <button type="button" className="button push" onClick={onClose}>
          {isDone ? common.close : words.inBackground}
        </button>
      </div>
    </div>
  );
}
