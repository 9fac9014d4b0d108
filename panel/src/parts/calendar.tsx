import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePreference } from '../preferences.ts';
import { exactDay, indianDay, monthInWords, weekdayInWords } from '../words/format.tsx';
import { useWords } from '../words/language.ts';
import { dateWords } from './date-words.ts';

const DAYS_OF_WEEK = 7;

/** Adds days and months to `2026-11-22`. */
export function plus(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const ofMonth = months === 0 ? date : Math.min(date, last);
  return new Date(Date.UTC(year, month - 1 + months, ofMonth + days)).toISOString().slice(0, 10);
}

/** Monday is 0. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_OF_WEEK;
}

/** A month with its days; the arrows move by day and week, Page Up and Page Down by month. */
export function Calendar({
  from,
  to = from,
  min,
  max,
  onChoose,
  takesFocus = false,
}: {
  /** The chosen day, or the first of a span. */
  from: string | undefined;
  to?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
  takesFocus?: boolean;
}) {
  const words = useWords(dateWords);
  const language = usePreference('language');
  const today = indianDay(new Date());
  const [shown, show] = useState(to ?? from ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(takesFocus);
  useEffect(() => show(to ?? from ?? indianDay(new Date())), [from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the shown day
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moves.current = false;
  }, [shown]);
  const first = `${shown.slice(0, 8)}01`;
  const start = plus(first, { days: -weekday(first) });
  const isOut = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max);
  const steps: Record<string, { days?: number; months?: number }> = {
    ArrowLeft: { days: -1 },
    ArrowRight: { days: 1 },
    ArrowUp: { days: -DAYS_OF_WEEK },
    ArrowDown: { days: DAYS_OF_WEEK },
    Home: { days: -weekday(shown) },
    End: { days: DAYS_OF_WEEK - 1 - weekday(shown) },
    PageUp: { months: -1 },
    PageDown: { months: 1 },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moves.current = true;
    show(plus(shown, step));
  };
  const month = monthInWords(shown, language);
  return (
    <div className="calendar">
      <div className="line">
        <button
          type="button"
          className="button bare icon small"
          aria-label={words.earlier}
          onClick={() => show(plus(shown, { months: -1 }))}
        >
          <ChevronLeft aria-hidden="true" />
        </button>
        <span className="strong" aria-live="polite">
          {month}
        </span>
        <button
          type="button"
          className="button bare icon small"
          aria-label={words.later}
          onClick={() => show(plus(shown, { months: 1 }))}
        >
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
      <table ref={grid} aria-label={month}>
        <thead>
          <tr>
            {Array.from({ length: DAYS_OF_WEEK }, (_, at) => plus(start, { days: at })).map((day) => (
              <th key={day} scope="col">
                {weekdayInWords(day, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {Array.from({ length: DAYS_OF_WEEK }, (_, at) =>
                plus(start, { days: week * DAYS_OF_WEEK + at }),
              ).map((day) => (
                <td key={day} className={isWithin(day, from, to) ? 'within' : undefined}>
                  <button
                    type="button"
                    className={day.slice(0, 7) === shown.slice(0, 7) ? 'day' : 'day other'}
                    tabIndex={day === shown ? 0 : -1}
                    aria-label={exactDay(day, language)}
                    aria-pressed={day === from || day === to}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={isOut(day)}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isWithin(day: string, from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && from <= day && day <= to && from !== to;
}
