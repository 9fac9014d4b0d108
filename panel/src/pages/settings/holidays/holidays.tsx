import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#api';
import { answerOf, api, type Sent } from '../../../api/client.ts';
import { queries } from '../../../api/queries.ts';
import { CollectionPage } from '../../../parts/collection.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Tick } from '../../../parts/field.tsx';
import type { Column } from '../../../parts/list/data-table.tsx';
import { Failure, Skeleton, Warning } from '../../../parts/notices.tsx';
import { Rows } from '../../../parts/paged-table.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { usePreference } from '../../../preferences.ts';
import { useMayActAs } from '../../../session/session.ts';
import { commonWords } from '../../../words/common.ts';
import { dayAndMonth, exactDay, indianDay } from '../../../words/format.tsx';
import { useHolidayName } from '../../../words/holiday-names.ts';
import { useWords } from '../../../words/language.ts';
import { STATE_CODES, useStateName } from '../../../words/states.ts';
import { byTime, isOfAnyYear } from './holiday-days.ts';
import { holidaysWords } from './holidays-words.ts';

type Listed = components['schemas']['Holidays'];
type Kept = Pick<Listed, 'weekly_off' | 'days'>;
type Weekday = Listed['weekly_off'][number];
type Row = Listed['days'][number] & { readonly id: string };
const KEY = ['holidays'];

/** Holidays: visible to all, changed by managers. Each change takes effect at once. */
export function Holidays() {
  const words = useWords(holidaysWords);
  const common = useWords(commonWords);
  const language = usePreference('language');
  const stateName = useStateName();
  const holidayName = useHolidayName();
  const mayChange = useMayActAs('manager', 'refused');
  const [forgets, forget] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/holidays'))).data,
  });
  const save = async (list: Kept): Promise<undefined> => {
    const body = list as Sent<'/custom/api/v1/holidays', 'put'>;
    // The next change starts from this answer, and not from what is still being read again.
    queries.setQueryData(KEY, (await answerOf(api.PUT('/custom/api/v1/holidays', { body }))).data);
  };
  const saving = useMutation({ mutationFn: save, onSuccess: () => toast(common.saved(words.weekly)) });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const { weekly_off, days } = data;
  const rows = days.map((one): Row => ({ ...one, id: `${one.day} ${one.state}` }));
  const { coming, past } = byTime(rows, indianDay(new Date()));
  const others = (id: string | undefined) =>
    rows.filter((one) => one.id !== id).map(({ id: _, ...day }) => day);
  const columns: readonly Column<Row>[] = [
    {
      id: 'day',
      header: words.day,
      width: 190,
      card: 'plain',
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
      card: 'title',
      cell: ({ name }) => <span className="strong">{holidayName(name)}</span>,
    },
    {
      id: 'where',
      header: words.where,
      width: 200,
      card: 'plain',
      cell: ({ state }) => (state === null ? words.india : stateName(state)),
    },
  ];
  return (
    <div className="stack">
      <CollectionPage
        list={{ data: coming, error: null }}
        isReadOnly={!mayChange}
        of={{
          label: words.days,
          about: `${words.why} ${data.is_own ? words.own : mayChange ? words.theirs : ''}`,
          empty: words.none,
          nameOf: ({ name }) => holidayName(name),
          columns,
          form: {
            add: words.add,
            valuesOf: (one) => ({
              day:
                one === null
                  ? ''
                  : isOfAnyYear(one.day)
                    ? `${indianDay(new Date()).slice(0, 5)}${one.day}`
                    : one.day,
              name: one?.name ?? '',
              state: one?.state ?? '',
              repeats: one !== null && isOfAnyYear(one.day) ? 'yes' : 'no',
            }),
            fields: () => [
              { name: 'day', kind: 'date', label: words.day, required: true },
              { name: 'name', label: words.name, required: true, maxLength: 100 },
              {
                name: 'repeats',
                kind: 'choice',
                label: words.repeats,
                options: [
                  ['no', words.thisYear],
                  ['yes', words.everyYear],
                ],
              },
              {
                name: 'state',
                kind: 'choice',
                label: words.where,
                options: [['', words.india], ...STATE_CODES.map((code) => [code, stateName(code)] as const)],
              },
            ],
            save: ({ day, name, state, repeats }, one) => {
              const changed = {
                day: repeats === 'yes' ? day.slice(5) : day,
                name: name.trim(),
                state: state || null,
              };
              return save({ weekly_off, days: [...others(one?.id), changed] as Kept['days'] });
            },
          },
          actions: [
            {
              text: common.remove,
              danger: true,
              will: words.removeWill,
              done: words.removed,
              run: ({ id }) => save({ weekly_off, days: others(id) }),
            },
          ],
        }}
      >
        {data.lacks_year !== null && <Warning>{words.lacks(data.lacks_year)}</Warning>}
        <fieldset className="card stack tight">
          <legend className="unseen">{words.weekly}</legend>
          <div className="line apart">
            <h3>{words.weekly}</h3>
            {mayChange && data.is_own && (
              <button type="button" className="button small" onClick={() => forget(true)}>
                {words.back}
              </button>
            )}
          </div>
          <div className="ticked">
            {(Object.keys(words.weekdays) as Weekday[]).map((day) => (
              <Tick
                key={day}
                label={words.weekdays[day]}
                checked={weekly_off.includes(day)}
                disabled={!mayChange || saving.isPending}
                onChange={({ target }) =>
                  saving.mutate({
                    days,
                    weekly_off: target.checked
                      ? [...weekly_off, day]
                      : weekly_off.filter((one) => one !== day),
                  })
                }
              />
            ))}
          </div>
          <Failure error={saving.error} />
        </fieldset>
      </CollectionPage>
      {past.length > 0 && (
        <details>
          <summary className="quiet">{words.past(past.length)}</summary>
          <Rows label={words.past(past.length)} rows={past} idOf={({ id }) => id} columns={columns} />
        </details>
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
