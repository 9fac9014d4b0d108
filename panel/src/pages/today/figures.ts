import { queryOptions } from '@tanstack/react-query';
import type { components } from '#api';
import { answerOf, api } from '../../api/client.ts';
import { indianDay } from '../../words/format.tsx';
import type { FigureSpan, Measure } from './spans.ts';

export type Figures = components['schemas']['ShipmentFigures'];

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
/** Longer spans are shown by week. */
const MOST_BARS = 31;
const FEWEST_BARS = 7;

/** The days of a span, including today. */
export function spanOf(days: FigureSpan, now: Date): { from: string; to: string; bucket: 'day' | 'week' } {
  const from = indianDay(new Date(now.getTime() - (Number(days) - 1) * DAY_MS));
  return { from, to: indianDay(now), bucket: Number(days) > MOST_BARS ? 'week' : 'day' };
}

/** The span of as many days before a span. */
export function spanBefore({ from }: { from: string }, days: FigureSpan): { from: string; to: string } {
  const dayBefore = (count: number) => new Date(Date.parse(from) - count * DAY_MS).toISOString().slice(0, 10);
  return { from: dayBefore(Number(days)), to: dayBefore(1) };
}

/** Figures of the orders created between two days. */
export function figuresQuery(
  { from, to }: { from: string; to: string },
  input: { bucket?: 'day' | 'week'; by?: ('carrier_id' | 'zone' | 'state')[] },
) {
  return queryOptions({
    queryKey: ['figures', from, to, input],
    queryFn: async ({ signal }) => {
      const body = {
        ...input,
        start_time: Date.parse(`${from}T00:00:00+05:30`) / 1000,
        end_time: Date.parse(`${to}T23:59:59+05:30`) / 1000,
      };
      return (await answerOf(api.POST('/custom/api/v1/analytics/shipments', { body, signal }))).data;
    },
  });
}

/** The value of a measure; null if there is no value. */
export function measured(figures: Figures, measure: Measure): number | null {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  switch (measure) {
    case 'parcels':
      return figures.shipments;
    case 'onTime':
      return figures.on_time_share;
    case 'failed':
      return share(figures.ndr, figures.shipments);
    case 'returned':
      return share(figures.rto, figures.shipments);
    case 'hours':
      return figures.hours_to_deliver_p50;
  }
}

/**
 * How a measure changed: in parts of the earlier value (0.1 is 10 % more), or, for a share, the difference of
 * both (0.1 is ten points). Null if either has no value.
 */
export function changeOf(now: Figures, earlier: Figures, measure: Measure): number | null {
  const [value, before] = [measured(now, measure), measured(earlier, measure)];
  if (value === null || before === null) return null;
  if (measure !== 'parcels' && measure !== 'hours') return value - before;
  return before === 0 ? null : (value - before) / before;
}

/** Adds the figures of two groups. Medians cannot be added, so they are left out. */
export function addUp(one: Figures, other: Figures): Figures {
  const sum = (of: (figures: Figures) => number) => of(one) + of(other);
  const promised = sum(({ promised }) => promised);
  const onTime = sum(({ delivered_on_time }) => delivered_on_time);
  return {
    ...one,
    shipments: sum(({ shipments }) => shipments),
    delivered: sum(({ delivered }) => delivered),
    rto: sum(({ rto }) => rto),
    ndr: sum(({ ndr }) => ndr),
    promised,
    delivered_on_time: onTime,
    on_time_share: promised === 0 ? null : onTime / promised,
    hours_to_deliver_p50: null,
    hours_to_deliver_p90: null,
    cod_outstanding: sum(({ cod_outstanding }) => cod_outstanding),
    freight: sum(({ freight }) => freight),
  };
}

/** A bucket of the chart; without figures if it has no shipments. */
export interface Bar {
  readonly from: string;
  readonly to: string;
  readonly figures: Figures | null;
}

/** The buckets of a span from the first with orders, including empty ones after it; all, if none has orders. */
export function barsOf(
  { from, to, bucket }: ReturnType<typeof spanOf>,
  figures: readonly Figures[],
): readonly Bar[] {
  const byDay = new Map(figures.map((one) => [one.bucket, one]));
  const step = bucket === 'week' ? DAYS_A_WEEK : 1;
  const bars: Bar[] = [];
  const last = Date.parse(to);
  for (let at = Date.parse(bucket === 'week' ? mondayOf(from) : from); at <= last; at += step * DAY_MS) {
    const first = new Date(at).toISOString().slice(0, 10);
    const end = new Date(Math.min(at + (step - 1) * DAY_MS, last)).toISOString().slice(0, 10);
    bars.push({ from: first < from ? from : first, to: end, figures: byDay.get(first) ?? null });
  }
  const first = bars.findIndex((bar) => bar.figures !== null);
  // A chart of a few bars is hard to compare with the rest of the span.
  return bars.slice(Math.max(0, Math.min(first, bars.length - FEWEST_BARS)));
}

function mondayOf(day: string): string {
  const at = new Date(day);
  const sinceMonday = (at.getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  return new Date(at.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Round steps from zero to at least the highest value. */
export function stepsTo(highest: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(highest, 1e-9)));
  const step = ([0.2, 0.5, 1, 2].find((one) => highest / (one * size) <= 5) ?? 2) * size;
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
