import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem, isOffline, sentenceOf } from '../api/client.ts';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { Copyable } from './copyable.tsx';

/** What failed, said once: the service's sentences, and the id by which whoever runs it finds the request. */
export function Failure({
  error,
  shown = [],
  onRetry,
}: {
  error: unknown;
  /** Fields that show their sentences themselves. */
  shown?: readonly string[];
  onRetry?: () => void;
}) {
  const words = useWords(commonWords);
  if (error === null || error === undefined) return null;
  const sentences =
    error instanceof ApiProblem
      ? error.problems
          .filter(({ field }) => field === null || !shown.includes(field))
          .map(({ message }) => message)
      : [isOffline(error) ? words.offline : sentenceOf(error)];
  if (sentences.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <div className="stack tight">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="line small">
          {error instanceof ApiProblem && error.requestId && (
            <span>
              {words.request} <Copyable text={error.requestId} />
            </span>
          )}
          {onRetry && (
            <button type="button" className="button small" onClick={onRetry}>
              {words.retry}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** What somebody should know before going on. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="notice needs">
      <TriangleAlert size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

/** What comes here, and what brings it. */
export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Holds the place of what is coming; nothing for the first moment, so that quick answers do not flicker. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const words = useWords(commonWords);
  return (
    <div className="stack skeletons" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span className="skeleton" key={at} style={{ width: `${92 - ((at * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
