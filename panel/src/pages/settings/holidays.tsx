import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api, type Sent } from '../../api/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { TextField, Tick } from '../../parts/field.tsx';
import { Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { usePreference } from '../../preferences.ts';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { dayAndMonth, exactDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { STATE_CODES, useStateName } from '../../words/states.ts';
import { holidaysWords } from './holidays-words.ts';

type Listed = components['schemas']['Holidays'];
type ListedDay = Listed['days'][number];
type Weekday = Listed['weekly_off'][number];

/** Holidays: visible to all, editable by managers, effective when saved. */
export function Holidays() {
  const words = useWords(holidaysWords);
  const common = useWords(commonWords);
  const mayChange = useMayActAs('manager', 'refused');
  const [draft, setDraft] = useState<Pick<Listed, 'weekly_off' | 'days'> | null>(null);
  const [forgets, forget] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['holidays'],
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/holidays'))).data,
  });
  const saving = useMutation({
    mutationFn: (list: Pick<Listed, 'weekly_off' | 'days'>) =>
      answerOf(api.PUT('/custom/api/v1/holidays', { body: list as Sent<'/custom/api/v1/holidays', 'put'> })),
    onSuccess: () => {
      setDraft(null);
      toast(common.saved);
    },
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const shown = draft ?? data;
  const change = (changed: Partial<Pick<Listed, 'weekly_off' | 'days'>>) =>
    setDraft({ weekly_off: shown.weekly_off, days: shown.days, ...changed });
  return (
    <div className="stack">
      <p className="quiet">
        {words.why} {data.is_own ? words.own : mayChange && words.theirs}
      </p>
      {data.lacks_year !== null && <Warning>{words.lacks(data.lacks_year)}</Warning>}
      <Weekdays off={shown.weekly_off} fixed={!mayChange} onChange={(weekly_off) => change({ weekly_off })} />
      <Days
        days={shown.days}
        onRemove={mayChange ? (gone) => change({ days: shown.days.filter((one) => one !== gone) }) : null}
      />
      {mayChange && <NewDay onAdd={(day) => change({ days: [...shown.days, day] })} />}
      <Failure error={saving.error} />
      {mayChange && (draft !== null || data.is_own) && (
        <div className="line">
          {draft !== null && (
            <>
              <button
                type="button"
                className="button first"
                disabled={saving.isPending}
                onClick={() => saving.mutate(draft)}
              >
                {saving.isPending ? common.saving : common.save}
              </button>
              <button type="button" className="button" onClick={() => setDraft(null)}>
                {words.undo}
              </button>
              <span className="quiet" role="status">
                {words.unsaved}
              </span>
            </>
          )}
          {draft === null && data.is_own && (
            <button type="button" className="button" onClick={() => forget(true)}>
              {words.back}
            </button>
          )}
        </div>
      )}
      {forgets && (
        <Confirm
          title={words.back}
          will={words.backWill}
          action={words.back}
          done={words.backDone}
          run={() => api.DELETE('/custom/api/v1/holidays')}
          onClose={() => forget(false)}
        />
      )}
    </div>
  );
}

function Weekdays({
  off,
  fixed,
  onChange,
}: {
  off: readonly Weekday[];
  fixed: boolean;
  onChange: (off: Weekday[]) => void;
}) {
  const words = useWords(holidaysWords);
  return (
    <fieldset className="field">
      <legend className="label">{words.weekly}</legend>
      <div className="line">
        {(Object.keys(words.weekdays) as Weekday[]).map((day) => (
          <Tick
            key={day}
            label={words.weekdays[day]}
            checked={off.includes(day)}
            disabled={fixed}
            onChange={({ target }) =>
              onChange(target.checked ? [...off, day] : off.filter((one) => one !== day))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Days({
  days,
  onRemove,
}: {
  days: readonly ListedDay[];
  onRemove: ((day: ListedDay) => void) | null;
}) {
  const words = useWords(holidaysWords);
  const language = usePreference('language');
  const stateName = useStateName();
  if (days.length === 0) return <p className="quiet">{words.none}</p>;
  return (
    <Rows
      label={words.days}
      rows={days}
      idOf={({ day, state }) => `${day} ${state}`}
      columns={[
        {
          id: 'day',
          header: words.day,
          width: 190,
          cell: ({ day }) =>
            isOfAnyYear(day) ? (
              <>
                {dayAndMonth(day, language)} <span className="quiet small">{words.everyYear}</span>
              </>
            ) : (
              exactDay(day, language)
            ),
        },
        {
          id: 'name',
          header: words.name,
          width: 220,
          cell: ({ name }) => <span className="strong">{name}</span>,
        },
        {
          id: 'where',
          header: words.where,
          width: 200,
          cell: ({ state }) => (state === null ? words.india : stateName(state)),
        },
        ...(onRemove === null
          ? []
          : [
              {
                id: 'remove',
                header: '',
                width: 44,
                cell: (one: ListedDay) => (
                  <button
                    type="button"
                    className="button bare icon small"
                    aria-label={words.remove(one.name)}
                    onClick={() => onRemove(one)}
                  >
                    <X aria-hidden="true" />
                  </button>
                ),
              },
            ]),
      ]}
    />
  );
}

function NewDay({ onAdd }: { onAdd: (day: ListedDay) => void }) {
  const words = useWords(holidaysWords);
  const stateName = useStateName();
  const [on, setOn] = useState('');
  const [name, setName] = useState('');
  const [state, setState] = useState('');
  const [repeats, setRepeats] = useState(false);
  return (
    <form
      className="card stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ day: repeats ? on.slice(5) : on, name: name.trim(), state: state || null });
        setOn('');
        setName('');
      }}
    >
      <div className="fields">
        <DateField label={words.day} required value={on} onChange={setOn} />
        <TextField
          label={words.name}
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Choice
          label={words.where}
          value={state}
          options={[['', words.india], ...STATE_CODES.map((code) => [code, stateName(code)] as const)]}
          onChoose={setState}
        />
      </div>
      <div className="line">
        <Tick label={words.repeats} checked={repeats} onChange={({ target }) => setRepeats(target.checked)} />
        <button type="submit" className="button push">
          {words.add}
        </button>
      </div>
    </form>
  );
}

/** Returns true for `01-26`, false for `2027-03-22`. */
function isOfAnyYear(day: string): boolean {
  return day.length === 5;
}
