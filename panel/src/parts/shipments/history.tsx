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

/** Events of a shipment, newest first, grouped by day in India. `more` is what follows the words of an event. */
export function History<One extends Scan>({
  scans: all,
  more,
}: {
  scans: readonly One[];
  more?: (scan: One) => ReactNode;
}) {
  const words = useWords(shipmentWords);
  const language = usePreference('language');
  const say = useStatusWords();
  const inWords = useSentences();
  const days: { day: string; scans: One[] }[] = [];
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
                      <span className="strong">{scanInWords(scan, say, inWords, language)}</span>
                      {scan.last_location && <span className="quiet"> · {scan.last_location}</span>}
                      {more?.(scan)}
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
