import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { carriersQuery } from '../../api/lists.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { usePreference } from '../../preferences.ts';
import { exactDay, grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { englishState, stateCode, useStateName } from '../../words/states.ts';
import { type FigureRow, FigureTable, type LinkedRow } from './figure-table.tsx';
import { barsOf, changeOf, type Figures, figuresQuery, measured, spanBefore, spanOf } from './figures.ts';
import { saveFigures } from './figures-file.ts';
import { figuresWords } from './figures-words.ts';
import { GroupPicture } from './group-picture.tsx';
import { type FigureSpan, MEASURES, type Measure, SPANS } from './spans.ts';
import { StateMap } from './state-map.tsx';
import { TimePicture, useSaidMeasure } from './time-picture.tsx';

type Span = ReturnType<typeof spanOf>;

/** Charts over time, by carrier, zone and state, each also as a table and as CSV. */
export function OverTime() {
  const words = useWords(figuresWords);
  const { days = '30', measure = 'parcels' } = useSearch({ from: '/frame/' });
  const navigate = useNavigate({ from: '/' });
  const span = spanOf(days, new Date());
  return (
    <section className="stack" aria-labelledby="over-time">
      <header className="line apart">
        <h2 id="over-time">{words.title}</h2>
        <fieldset className="line" aria-label={words.span}>
          {SPANS.map((one) => (
            <button
              key={one}
              type="button"
              className={one === days ? 'chip on' : 'chip'}
              aria-pressed={one === days}
              onClick={() =>
                void navigate({
                  search: (before) => ({ ...before, days: one === '30' ? undefined : one }),
                  resetScroll: false,
                })
              }
            >
              {words.spans[one]}
            </button>
          ))}
        </fieldset>
      </header>
      <Measures span={span} days={days} measure={measure} />
      <ByTime span={span} measure={measure} />
      <div className="charts figures-charts">
        <ByState span={span} measure={measure} />
        <div className="stack">
          <ByCarrier span={span} measure={measure} />
          <ByZone span={span} measure={measure} />
        </div>
      </div>
    </section>
  );
}

/** Each measure of the span with its change since the span before; the chosen one is what the charts show. */
function Measures({ span, days, measure }: { span: Span; days: FigureSpan; measure: Measure }) {
  const words = useWords(figuresWords);
  const say = useSaidMeasure();
  const navigate = useNavigate({ from: '/' });
  const now = useQuery({ ...figuresQuery(span, {}), placeholderData: keepPreviousData });
  const before = useQuery({ ...figuresQuery(spanBefore(span, days), {}), placeholderData: keepPreviousData });
  const [figures, earlier] = [now.data?.[0], before.data?.[0]];
  const hasNoneBefore = before.data !== undefined && !earlier?.shipments;
  return (
    <div className="stack tight">
      <fieldset className="measures" aria-label={words.measureOf}>
        {MEASURES.map((one) => (
          <button
            key={one}
            type="button"
            className="measure"
            aria-pressed={one === measure}
            onClick={() =>
              void navigate({
                search: (search) => ({ ...search, measure: one === 'parcels' ? undefined : one }),
                resetScroll: false,
              })
            }
          >
            <span className="quiet">{words.measure[one]}</span>{' '}
            <b>
              {figures === undefined
                ? '–'
                : one === 'parcels'
                  ? grouped(figures.shipments)
                  : say(measured(figures, one), one)}
            </b>{' '}
            {!hasNoneBefore && (
              <Change
                change={figures && earlier && changeOf(figures, earlier, one)}
                measure={one}
                was={earlier ? say(measured(earlier, one), one) : ''}
              />
            )}
          </button>
        ))}
      </fieldset>
      <p className="quiet small">
        {words.means[measure]} {words.how} {hasNoneBefore ? words.noneBefore : words.compared[days]}
      </p>
    </div>
  );
}

function Change({
  change,
  measure,
  was,
}: {
  change: number | null | undefined;
  measure: Measure;
  was: string;
}) {
  const words = useWords(figuresWords);
  if (change === undefined) return <span className="small quiet">…</span>;
  if (change === null) return <span className="small quiet">{words.nothingBefore}</span>;
  const said = words.change({
    by: change,
    isRelative: measure === 'parcels' || measure === 'hours',
    before: was,
  });
  if (Math.round(change * 1000) === 0) return <span className="small quiet">{said}</span>;
  const isBetter = change > 0 === (measure === 'parcels' || measure === 'onTime');
  return <span className={isBetter ? 'small done' : 'small bad'}>{said}</span>;
}

function Pictured({
  title,
  of,
  file,
  rows,
  query,
  children,
}: {
  title: string;
  of: string;
  file: string;
  rows: readonly FigureRow[];
  query: { error: unknown; isPending: boolean; refetch: () => unknown };
  children: ReactNode;
}) {
  const words = useWords(figuresWords);
  const [asTable, showTable] = useState(false);
  return (
    <figure className={asTable ? 'card chart whole-row' : 'card chart'}>
      <figcaption className="line apart">
        <span className="strong">{title}</span>
        <span className="line">
          <button type="button" className="button bare small" onClick={() => showTable(!asTable)}>
            {asTable ? words.asPicture : words.asTable}
            <span className="unseen">: {title}</span>
          </button>
          <button
            type="button"
            className="button bare small"
            disabled={rows.length === 0}
            onClick={() => saveFigures(file, of, rows)}
          >
            {words.csv}
            <span className="unseen">: {title}</span>
          </button>
        </span>
      </figcaption>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? (
        <Skeleton lines={5} />
      ) : rows.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : asTable ? (
        <FigureTable label={title} of={of} rows={rows} />
      ) : (
        children
      )}
    </figure>
  );
}

function ByTime({ span, measure }: { span: Span; measure: Measure }) {
  const words = useWords(figuresWords);
  const language = usePreference('language');
  const { bucket } = span;
  const query = useQuery({ ...figuresQuery(span, { bucket }), placeholderData: keepPreviousData });
  const bars = barsOf(span, query.data ?? []);
  const rows = bars.flatMap(({ from, to, figures }) =>
    figures === null ? [] : [{ key: from, name: exactDay(from, language), figures, behind: { from, to } }],
  );
  return (
    <Pictured title={words.time[bucket]} of={words.column.when} file="by-time" rows={rows} query={query}>
      <TimePicture bars={bars} measure={measure} />
      {bars[0] && bars[0].from > span.from && (
        <p className="quiet small">{words.begins(exactDay(bars[0].from, language))}</p>
      )}
    </Pictured>
  );
}

function ByState({ span, measure }: { span: Span; measure: Measure }) {
  const words = useWords(figuresWords);
  const stateName = useStateName();
  const query = useQuery({ ...figuresQuery(span, { by: ['state'] }), placeholderData: keepPreviousData });
  const { from, to } = span;
  const rows = (query.data ?? []).map((figures): FigureRow => {
    const { state } = figures.by;
    if (!state) return { key: '', name: words.noState, figures, behind: null };
    const code = stateCode(state);
    // Other spellings stay separate, as they were sent.
    const name = code !== undefined && englishState(code) === state ? stateName(code) : state;
    return { key: state, name, figures, behind: { from, to, state: [state] } };
  });
  return (
    <Pictured title={words.byState} of={words.column.state} file="by-state" rows={rows} query={query}>
      <StateMap rows={rows} measure={measure} />
    </Pictured>
  );
}

function ByCarrier({ span, measure }: { span: Span; measure: Measure }) {
  const words = useWords(figuresWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const query = useQuery({
    ...figuresQuery(span, { by: ['carrier_id'] }),
    placeholderData: keepPreviousData,
  });
  const { from, to } = span;
  // Unbooked shipments have no carrier to filter by; they are under Before pickup.
  const rows = (query.data ?? []).flatMap((figures: Figures): LinkedRow[] => {
    const id = figures.by.carrier_id;
    if (!id) return [];
    const name = carriers.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id;
    return [{ key: id, name, figures, behind: { from, to, carrier: [id] } }];
  });
  return (
    <Pictured title={words.byCarrier} of={words.column.carrier} file="by-carrier" rows={rows} query={query}>
      <GroupPicture rows={rows} measure={measure} />
    </Pictured>
  );
}

function ByZone({ span, measure }: { span: Span; measure: Measure }) {
  const words = useWords(figuresWords);
  const query = useQuery({ ...figuresQuery(span, { by: ['zone'] }), placeholderData: keepPreviousData });
  const { from, to } = span;
  const rows = (query.data ?? [])
    .flatMap((figures: Figures): LinkedRow[] => {
      const { zone } = figures.by;
      if (!zone) return [];
      const letter = zone.replace('zone_', '');
      return [
        { key: zone, name: words.zone(letter.toUpperCase()), figures, behind: { from, to, zone: [letter] } },
      ];
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return (
    <Pictured title={words.byZone} of={words.column.zone} file="by-zone" rows={rows} query={query}>
      <GroupPicture rows={rows} measure={measure} />
    </Pictured>
  );
}
