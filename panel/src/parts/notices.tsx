import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem, isOffline, sentenceOf } from '../api/client.ts';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { inWords, type Said, type SaidWhere, useSentences } from '../words/sentences.ts';
import { Copyable } from './copyable.tsx';

/** Shows why a request failed. A fault of the service shows the id by which the operator finds the request. */
export function Failure({
  error,
  shown = [],
  onRetry,
}: {
  error: unknown;
  /** Fields that show their own problems. */
  shown?: readonly string[];
  onRetry?: () => void;
}) {
  const words = useWords(commonWords);
  if (error === null || error === undefined) return null;
  const sentences =
    error instanceof ApiProblem
      ? error.problems
          .filter(({ field }) => field === null || !shown.includes(field))
          .map((one) => inWords(one))
      : [isOffline(error) ? words.offline : sentenceOf(error)];
  if (sentences.length === 0) return null;
  const requestId = error instanceof ApiProblem && isFault(error) ? error.requestId : null;
  return (
    <div className="notice bad" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <div className="stack tight">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="line small">
          {requestId && !sentences.some((sentence) => sentence.includes(requestId)) && (
            <span>
              {words.request} <Copyable text={requestId} />
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

/** A sentence of the service in the reader's words; nothing for null. */
export function Sentence({ of, isNamed = false }: { of: Said | null } & SaidWhere) {
  const inWords = useSentences();
  return of && inWords(of, { isNamed });
}

/** Tells whether only the operator can fix the problem. */
function isFault({ status }: ApiProblem): boolean {
  return status >= 500 && status !== 503;
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="notice needs">
      <TriangleAlert size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

/** What the service finds odd, one sentence each; nothing if it finds nothing odd. */
export function Warnings({ of: warnings }: { of: readonly Said[] }) {
  if (warnings.length === 0) return null;
  return (
    <Warning>
      {warnings.map((one) => (
        <p key={one.message}>
          <Sentence of={one} />
        </p>
      ))}
    </Warning>
  );
}

/** The empty state of a list: what it will show, and how to fill it. */
export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A placeholder while something loads; empty for the first moment, so that fast answers do not flicker. */
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
