import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useNarrow } from '../../parts/narrow.ts';
import { usePreference } from '../../preferences.ts';
import { dayInWords, grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { percent } from './figure-table.tsx';
import { type Bar, measured, stepsTo } from './figures.ts';
import { DAYS_FROM_HOURS, figuresWords, HOURS_A_DAY } from './figures-words.ts';
import type { Measure } from './spans.ts';

const NAMES = 6;
const NAMES_ON_PHONE = 3;

/** Formats a measure's value. */
export function useSaidMeasure(): (value: number | null, measure: Measure) => string {
  const words = useWords(figuresWords);
  return (value, measure) => {
    if (value === null) return '–';
    if (measure === 'parcels') return words.parcels(value);
    return measure === 'hours' ? words.duration(value) : percent(value);
  };
}

/** A bar for each day or week, which links to its shipments; the axis starts at zero. */
export function TimePicture({ bars, measure }: { bars: readonly Bar[]; measure: Measure }) {
  const words = useWords(figuresWords);
  const language = usePreference('language');
  const say = useSaidMeasure();
  const valueAt = ({ figures }: Bar) => (figures === null ? null : measured(figures, measure));
  const highest = Math.max(...bars.map((bar) => valueAt(bar) ?? 0));
  // Long times are shown in days, so the steps are whole days.
  const unit = measure === 'hours' && highest >= DAYS_FROM_HOURS ? HOURS_A_DAY : 1;
  const steps = stepsTo(highest / unit).map((step) => step * unit);
  const top = steps.at(-1) || 1;
  const dayOf = (day: string) => dayInWords(new Date(`${day}T12:00:00+05:30`), new Date(), language);
  const every = Math.ceil(bars.length / (useNarrow() ? NAMES_ON_PHONE : NAMES));
  const onAxis = (value: number) => {
    if (measure === 'parcels') return grouped(value);
    return measure === 'hours' ? words.duration(value) : `${grouped(Math.round(value * 100))}%`;
  };
  return (
    <div className="time-picture">
      <div className="scale" aria-hidden="true">
        {steps.map((step) => (
          <span key={step} style={{ bottom: `${(step / top) * 100}%` }}>
            {onAxis(step)}
          </span>
        ))}
      </div>
      <ol className="bars" style={{ '--steps': steps.length - 1 } as CSSProperties}>
        {bars.map((bar, at) => {
          const value = valueAt(bar);
          const said = words.bar(dayOf(bar.from), say(value, measure));
          // The last day or week is not over.
          const name = at === bars.length - 1 ? words.soFar(said) : said;
          return (
            <li key={bar.from}>
              <Link to="/shipments" search={{ from: bar.from, to: bar.to }} aria-label={name} title={name}>
                <span style={{ height: `${((value ?? 0) / top) * 100}%` }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <div className="names" aria-hidden="true">
        {bars.map((bar, at) =>
          at % every === 0 ? (
            <span key={bar.from} style={{ insetInlineStart: `${((at + 0.5) / bars.length) * 100}%` }}>
              {dayOf(bar.from)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
