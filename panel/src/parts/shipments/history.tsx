import type { ReactNode } from 'react';
import type { Shipment } from '../../api/shipments.ts';
import { scanInWords } from '../../api/statuses.ts';
import { usePreference } from '../../preferences.ts';
import { dayInWords, exactly, timeOfDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { useStatusWords } from '../status.tsx';
import { shipmentWords } from './shipment-words.ts';

/** An event of a shipment or of a return. */
type Scan = Omit<Shipment['attributes']['tracking_details'][number], 'status'> & { readonly status: string };

/** A scan in words that the service does not know. */
type Unread = Shipment['attributes']['unread_scans'][number];

/**
 * Events of a shipment, and scans in unknown words, newest first, grouped by day in India. `more` is what
 * follows the words of an event.
 */
export function History<One extends Scan>({
  scans: events,
  unread,
  more,
}: {
  scans: readonly One[];
  unread: readonly Unread[];
  more?: (scan: One) => ReactNode;
}) {
  const words = useWords(shipmentWords);
  const language = usePreference('language');
  const say = useStatusWords();
  const inWords = useSentences();
  const days: { day: string; scans: (One | Unread)[] }[] = [];
  const all = [...events, ...unread];
  if (unread.length > 0)
    all.sort((one, other) => Date.parse(other.event_date_time) - Date.parse(one.event_date_time));
  for (const scan of all) {
    const day = dayInWords(new Date(scan.event_date_time), new Date(), language);
    if (days.at(-1)?.day === day) days.at(-1)?.scans.push(scan);
    else days.push({ day, scans: [scan] });
  }
  return (
    <section aria-labelledby="history">
      <h3 id="history">{words.history}</h3>
      <div className="history">
        {days.map(({ day, scans }) => (
          <div key={day}>
            <h4>{day}</h4>
            <ol>
              {scans.map((scan) => {
                const at = new Date(scan.event_date_time);
                return (
                  <li key={scan.id}>
                    <time className="quiet" dateTime={scan.event_date_time} title={exactly(at, language)}>
                      {timeOfDay(at, language)}
                    </time>
                    <span>
                      <span className="strong">
                        {'status' in scan
                          ? scanInWords(scan, say, inWords, language)
                          : words.asWritten(scan.description)}
                      </span>
                      {scan.last_location && <span className="quiet"> · {scan.last_location}</span>}
                      {'status' in scan && more?.(scan)}
                    </span>
                  </li>
                );
              })}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
