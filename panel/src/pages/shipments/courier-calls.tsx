import { useQuery } from '@tanstack/react-query';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { Failure } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { callSentence, callWords } from './call-words.ts';
import { sheetWords } from './sheet-words.ts';

type Exchange = components['schemas']['CourierExchange'];

/** Failed courier calls of a shipment, which the courier's support asks for first. */
export function CourierCalls({ id }: { id: string }) {
  const words = useWords(sheetWords);
  const maySee = useMayActAs('packer');
  const { data, error } = useQuery({
    queryKey: ['exchanges of', id],
    enabled: maySee,
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/shipments/{id}/exchanges', { params: { path: { id } } }))).data,
  });
  if (!maySee) return null;
  return (
    <section aria-labelledby="courier-errors">
      <h3 id="courier-errors">{words.courierErrors}</h3>
      <Failure error={error} />
      {data?.length === 0 && <p className="quiet">{words.noCourierErrors}</p>}
      <Calls calls={data ?? []} />
    </section>
  );
}

/** Failed calls in words, each with what was sent and answered. */
export function Calls({ calls }: { calls: readonly Exchange[] }) {
  const words = useWords(sheetWords);
  const inWords = useWords(callWords);
  return (
    <ul className="stack tight">
      {calls.map((one) => (
        <li key={one.id}>
          <details className="exchange">
            <summary>
              <State mood="bad">{callSentence(one, inWords)}</State>
              <span className="quiet push">
                <Moment at={one.happened_at} />
              </span>
            </summary>
            <p className="quiet small">{inWords.forSupport}</p>
            <p className="mono small">
              {one.method} {one.path} · {one.status ?? words.noAnswer}
            </p>
            <Sent name={words.sent} text={one.request} />
            <Sent name={words.answered} text={one.answer ?? one.failure} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Sent({ name, text }: { name: string; text: Exchange['request'] }) {
  if (text === null) return null;
  return (
    <>
      <p className="quiet small">{name}</p>
      <pre className="mono small">{laidOut(text)}</pre>
    </>
  );
}

/** Formats JSON with line breaks; other text stays unchanged. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
