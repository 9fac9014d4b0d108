import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { callAdvice, callSentence, callWords, needsCredentials } from '../../parts/shipments/call-words.ts';
import { Calls, Exchanged } from '../../parts/shipments/calls.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { courierReason } from './courier-reason.ts';
import { sheetWords } from './sheet-words.ts';

type Exchange = components['schemas']['CourierExchange'];

/** Failed courier calls of a shipment, newest first; none for people who may not see them. */
export function useCourierCalls(id: string): readonly Exchange[] {
  const maySee = useMayActAs('packer');
  const { data = [] } = useQuery({
    queryKey: ['exchanges of', id],
    enabled: maySee,
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/shipments/{id}/exchanges', { params: { path: { id } } }))).data,
  });
  return data;
}

/** What went wrong with the courier: the last problem in words, with what to do about it. */
export function CourierProblem({ calls: [last, ...earlier] }: { calls: readonly Exchange[] }) {
  const words = useWords(sheetWords);
  const inWords = useWords(callWords);
  const mayConnect = useMayActAs('manager', 'refused');
  if (last === undefined) return null;
  const reason = courierReason(last.answer);
  return (
    <section aria-labelledby="courier-problem">
      <h3 id="courier-problem">{words.courierProblem}</h3>
      <div className="stack tight">
        <p className="line">
          <State mood="bad">{callSentence(last, inWords)}</State>
          <span className="quiet push">
            <Moment at={last.happened_at} />
          </span>
        </p>
        {reason && <p>{inWords.said(reason)}</p>}
        <p>
          {needsCredentials(last) && mayConnect ? (
            <Link to="/settings/couriers/$id" params={{ id: last.courier }}>
              {callAdvice(last, inWords)}
            </Link>
          ) : (
            callAdvice(last, inWords)
          )}
        </p>
        <details>
          <summary className="quiet">{inWords.details}</summary>
          <div className="exchange">
            <Exchanged call={last} />
          </div>
        </details>
        {earlier.length > 0 && (
          <details>
            <summary className="quiet">{inWords.earlier(earlier.length)}</summary>
            <Calls calls={earlier} />
          </details>
        )}
      </div>
    </section>
  );
}
