import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';
import { usePreference } from '../preferences.ts';
import { indianDay, shortDay } from '../words/format.tsx';
import { useWords } from '../words/language.ts';
import { Calendar } from './calendar.tsx';
import { dateWords } from './date-words.ts';
import { type Around, Frame, useAround, useFound } from './field.tsx';
import { Floating } from './floating.tsx';
import { typedDay } from './typed-day.ts';

interface DayProps {
  /** The day, `2026-11-22`; empty if there is none. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly required?: boolean;
  readonly onChange: (day: string) => void;
}

/** A day, typed or chosen in a calendar. */
export function DateField({ label, hint, wrong, wide = false, ...day }: Around & DayProps) {
  const words = useWords(dateWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <TypedDay
        {...{ label, hint, wrong, wide }}
        {...day}
        button={
          <Popover.Trigger type="button" className="button bare icon small" aria-label={words.open}>
            <CalendarDays aria-hidden="true" />
          </Popover.Trigger>
        }
      />
      <Floating align="end" onOpenAutoFocus={(event) => event.preventDefault()} aria-label={words.open}>
        <Calendar
          from={day.value || undefined}
          min={day.min}
          max={day.max}
          takesFocus
          onChoose={(chosen) => {
            day.onChange(chosen);
            setOpen(false);
          }}
        />
      </Floating>
    </Popover.Root>
  );
}

/** The first and last day of a span, typed or chosen in one calendar: a filter's menu shows it as it is. */
export function DateRange({
  from,
  to,
  max,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  max?: string;
  onChange: (span: { from: string | undefined; to: string | undefined }) => void;
}) {
  const words = useWords(dateWords);
  const choose = (day: string) => {
    if (from === undefined || to !== undefined || day < from) onChange({ from: day, to: undefined });
    else onChange({ from, to: day });
  };
  return (
    <div className="stack tight">
      <div className="fields two-days">
        <TypedDay
          label={words.from}
          value={from ?? ''}
          max={to ?? max}
          onChange={(day) => onChange({ from: day || undefined, to })}
        />
        <TypedDay
          label={words.to}
          value={to ?? ''}
          min={from}
          max={max}
          onChange={(day) => onChange({ from, to: day || undefined })}
        />
      </div>
      <Calendar from={from} to={to} max={max} onChoose={choose} />
    </div>
  );
}

function TypedDay({
  value,
  min,
  max,
  required,
  onChange,
  button,
  ...around
}: Around & DayProps & { button?: React.ReactNode }) {
  const words = useWords(dateWords);
  const language = usePreference('language');
  const shown = value === '' ? '' : shortDay(value, language);
  const [text, setText] = useState(shown);
  const [odd, setOdd] = useState<string | null>(null);
  useEffect(() => {
    setText(shown);
    setOdd(null);
  }, [shown]);
  const { found, look } = useFound(text);
  const { aria, ...framed } = useAround({ ...around, wrong: around.wrong ?? odd }, text, found);
  const read = () => {
    const today = indianDay(new Date());
    const day = text.trim() === '' ? '' : typedDay(text, today);
    if (day === null) return setOdd(words.example(shortDay(today, language)));
    if (day !== '' && ((min && day < min) || (max && day > max))) return setOdd(words.outside);
    setOdd(null);
    if (day === value) setText(shown);
    else onChange(day);
  };
  return (
    <Frame {...around} {...framed}>
      <span className="with-button">
        <input
          className="input"
          id={framed.id}
          // A form is not sent with a day that cannot be read.
          ref={(field) => field?.setCustomValidity(odd ?? '')}
          autoComplete="off"
          required={required}
          {...aria}
          {...look}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={read}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read();
          }}
        />
        {button}
      </span>
    </Frame>
  );
}
