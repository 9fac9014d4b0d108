import { describe, expect, it } from 'vitest';
import { addUp, barsOf, changeOf, type Figures, measured, spanBefore, spanOf, stepsTo } from './figures.ts';

/** 01:30 in India, which is the day before in UTC. */
const NOW = new Date('2026-11-21T20:00:00.000Z');

describe('the bars of a span', () => {
  it('are all days of the span in India, with or without figures', () => {
    const span = spanOf('7', NOW);
    expect(span).toEqual({ from: '2026-11-16', to: '2026-11-22', bucket: 'day' });
    const bars = barsOf(span, [{ bucket: '2026-11-18', shipments: 3 } as never]);
    expect(bars.map(({ from, to }) => [from, to])).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => [`2026-11-${day}`, `2026-11-${day}`]),
    );
    expect(bars.map(({ figures }) => figures?.shipments)).toEqual([
      ...[undefined, undefined, 3],
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it('begin with the first orders, but are at least seven', () => {
    const span = spanOf('30', NOW);
    const barsWith = (bucket: string) => barsOf(span, [{ bucket, shipments: 3 } as never]);
    expect(barsWith('2026-11-10')[0]?.from).toBe('2026-11-10');
    expect(barsWith('2026-11-10')).toHaveLength(13);
    expect(barsWith('2026-11-21')).toHaveLength(7);
    expect(barsOf(span, [])).toHaveLength(30);
  });

  it('are weeks from Monday, cut to the span', () => {
    const span = spanOf('365', NOW);
    const bars = barsOf(span, []);
    expect(span.bucket).toBe('week');
    expect(bars[0]).toMatchObject({ from: '2025-11-23', to: '2025-11-23' });
    expect(bars[1]).toMatchObject({ from: '2025-11-24', to: '2025-11-30' });
    expect(bars.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
  });
});

const figures = (shipments: number, promised: number, onTime: number): Figures => ({
  bucket: null,
  by: { state: 'Goa' },
  shipments,
  delivered: promised,
  rto: 1,
  ndr: 2,
  promised,
  delivered_on_time: onTime,
  on_time_share: promised === 0 ? null : onTime / promised,
  hours_to_deliver_p50: 24,
  hours_to_deliver_p90: 48,
  cod_outstanding: 10,
  freight: 20,
});

it('adds up figures of two spellings of a state, but not their medians', () => {
  expect(addUp(figures(5, 3, 3), figures(2, 1, 0))).toEqual({
    ...figures(7, 4, 3),
    rto: 2,
    ndr: 4,
    hours_to_deliver_p50: null,
    hours_to_deliver_p90: null,
    cod_outstanding: 20,
    freight: 40,
  });
  expect(addUp(figures(1, 0, 0), figures(1, 0, 0)).on_time_share).toBeNull();
});

it.each([
  ['parcels', 10],
  ['onTime', 0.75],
  ['failed', 0.2],
  ['returned', 0.1],
  ['hours', 24],
] as const)('measures %s', (measure, value) => {
  expect(measured(figures(10, 4, 3), measure)).toBe(value);
});

it('has no share of no shipments', () => {
  const none = figures(0, 0, 0);
  expect([measured(none, 'failed'), measured(none, 'returned'), measured(none, 'parcels')]).toEqual([
    null,
    null,
    0,
  ]);
});

it.each([
  ['2026-12-31T23:59:00', '2026-12-25', '2026-12-31'],
  ['2027-01-01T00:30:00', '2026-12-26', '2027-01-01'],
  ['2028-02-29T00:30:00', '2028-02-23', '2028-02-29'],
])('ends a week at %s in India with that day', (time, from, to) => {
  expect(spanOf('7', new Date(`${time}+05:30`))).toEqual({ from, to, bucket: 'day' });
});

it.each([
  [0, [0, 0.2e-9]],
  [0.4, [0, 0.1, 0.2, 0.3, 0.4]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 2, 4, 6, 8, 10]],
  [48, [0, 10, 20, 30, 40, 50]],
  [1234, [0, 500, 1000, 1500]],
])('has few round steps on an axis to %d', (highest, steps) => {
  const made = stepsTo(highest);
  expect(made).toHaveLength(steps.length);
  for (const [at, step] of steps.entries()) expect(made[at]).toBeCloseTo(step, 8);
});

it('compares with as many days that end the day before', () => {
  const span = spanOf('7', new Date('2026-11-25T20:00:00Z'));
  expect(span).toMatchObject({ from: '2026-11-20', to: '2026-11-26' });
  expect(spanBefore(span, '7')).toEqual({ from: '2026-11-13', to: '2026-11-19' });
});

it('gives the change of a number as a ratio, and of a share as a difference', () => {
  const [now, earlier, none] = [figures(12, 4, 3), figures(10, 4, 2), figures(0, 0, 0)];
  expect(changeOf(now, earlier, 'parcels')).toBeCloseTo(0.2);
  expect(changeOf(now, earlier, 'onTime')).toBeCloseTo(0.25);
  expect(changeOf(now, none, 'parcels')).toBeNull();
  expect(changeOf(now, none, 'onTime')).toBeNull();
});
