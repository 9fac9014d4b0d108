import type { components } from '#api';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { State } from '../status.tsx';
import { callSentence, callWords } from './call-words.ts';

type Exchange = components['schemas']['CourierExchange'];

/** Failed calls in words, each with what was sent and answered. */
export function Calls({ calls }: { calls: readonly Exchange[] }) {
  const words = useWords(callWords);
  return (
    <ul className="stack tight">
      {calls.map((one) => (
        <li key={one.id}>
          <details className="exchange">
            <summary>
              <State mood="bad">{callSentence(one, words)}</State>
              <span className="quiet push">
                <Moment at={one.happened_at} />
              </span>
            </summary>
            <Exchanged call={one} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** What was sent and answered, which the courier's support asks for first. */
export function Exchanged({ call }: { call: Exchange }) {
  const { method, path, status, request, answer, failure_details } = call;
  const words = useWords(callWords);
  const inWords = useSentences();
  return (
    <>
      <p className="quiet small">{words.forSupport}</p>
      <p className="mono small">
        {method} {path} · {status ?? words.noAnswer}
      </p>
      <Sent name={words.sent} text={request} />
      <Sent name={words.answered} text={answer ?? (failure_details && inWords(failure_details))} />
    </>
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
