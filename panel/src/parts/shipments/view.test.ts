import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../search.ts';
import {
  BOUNDS,
  daysOf,
  filterOf,
  LISTS,
  readShipmentsView,
  SPANS,
  wholeFilterOf,
  withoutFilters,
} from './view.ts';

/** 01:30 in India, which is the day before in UTC. */
const NOW = new Date('2026-11-21T20:00:00.000Z');

describe('the address of a view', () => {
  it('is read back as it was written', () => {
    const view = {
      status: 'in_transit',
      q: 'asha 98',
      carrier: ['k4tq9m2x'],
      zone: ['a', 'b'],
      import: ['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'],
      cod: 'yes',
      columns: ['status', 'order'],
      by: 'last_scan_at',
      sort: 'asc',
    } as const;
    expect(readShipmentsView(parseSearch(stringifySearch(view)))).toEqual(view);
  });

  it('keeps every list with all its values, and every bound', () => {
    const lists = Object.fromEntries(Object.keys(LISTS).map((name) => [name, [`${name} 1`, `${name} 2`]]));
    const bounds = Object.fromEntries(Object.keys(BOUNDS).map((name, at) => [name, String(at)]));
    const view = {
      ...lists,
      ...bounds,
      owed: 'yes',
      handover: 'waiting',
      odd: 'yes',
      span: 'older3',
      dates: 'order_date',
    };
    expect(readShipmentsView(parseSearch(stringifySearch(view)))).toEqual(view);
    const filter = filterOf(view as never, NOW);
    for (const [name, field] of Object.entries(LISTS))
      expect(filter[field]).toEqual([`${name} 1`, `${name} 2`]);
    for (const [at, field] of Object.values(BOUNDS).entries()) expect(filter[field]).toBe(at);
    expect(filter).toMatchObject({
      ...{ is_cod_owed: true, handover: 'waiting', has_warnings: true, date_field: 'order_date' },
    });
  });

  it('keeps columns, order and status when the filters are cleared', () => {
    const kept = { columns: ['order'], by: 'last_scan_at', sort: 'asc', status: 'delivered' } as const;
    expect(withoutFilters({ ...kept, q: 'x', cod: 'yes', from: '2026-11-01', open: 's1' })).toEqual(kept);
  });

  it('ignores unknown values', () => {
    expect(
      readShipmentsView({ sort: 'sideways', by: 'size', cod: 'maybe', span: 'ever', other: 'x', zone: '' }),
    ).toEqual({});
  });
});

describe('the filter of a view', () => {
  it('covers whole days in India', () => {
    expect(filterOf({ from: '2026-11-20', to: '2026-11-20' }, NOW)).toEqual({
      start_time: Date.parse('2026-11-19T18:30:00Z') / 1000,
      end_time: Date.parse('2026-11-20T18:29:59Z') / 1000,
    });
  });

  it('looks for parcels without a scan only among those on their way', () => {
    const { granular_status, ...rest } = filterOf({ span: 'older3', dates: 'last_scan_at' }, NOW);
    expect(rest).toEqual({ end_time: Date.parse('2026-11-19T18:29:59Z') / 1000, date_field: 'last_scan_at' });
    expect(granular_status).toContain('ndr_raised');
    for (const ended of ['delivered', 'rto_delivered', 'cancelled', 'lost'])
      expect(granular_status).not.toContain(ended);
    expect(filterOf({ span: 'older3' }, NOW)).not.toHaveProperty('granular_status');
  });

  it('includes every status of the way back under RTO', () => {
    expect(wholeFilterOf({ status: 'rto' }, NOW)).toEqual({
      status: ['rto_initiated', 'rto_in_transit', 'rto_delivered'],
    });
  });

  it('counts spans back from today in India', () => {
    expect(daysOf('today', NOW)).toEqual({ from: '2026-11-22' });
    expect(daysOf('yesterday', NOW)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(daysOf('last7', NOW)).toEqual({ from: '2026-11-16' });
    expect(daysOf('month', NOW)).toEqual({ from: '2026-11-01' });
    expect(daysOf('last30', NOW)).toEqual({ from: '2026-10-24' });
    expect(daysOf('older3', NOW)).toEqual({ to: '2026-11-19' });
  });

  it.each([
    [
      '2026-12-31T23:59:00',
      ['2026-12-31', '2026-12-30', '2026-12-25', '2026-12-02', '2026-12-01', undefined],
    ],
    [
      '2027-01-01T00:30:00',
      ['2027-01-01', '2026-12-31', '2026-12-26', '2026-12-03', '2027-01-01', undefined],
    ],
    [
      '2028-02-29T00:30:00',
      ['2028-02-29', '2028-02-28', '2028-02-23', '2028-01-31', '2028-02-01', undefined],
    ],
  ])('starts spans on the right day at %s in India', (time, starts) => {
    expect(SPANS.map((span) => daysOf(span, new Date(`${time}+05:30`)).from)).toEqual(starts);
  });

  it('has a span instead of days that are also given', () => {
    expect(filterOf({ span: 'yesterday', from: '2026-01-01', to: '2026-01-31' }, NOW)).toEqual({
      start_time: Date.parse('2026-11-20T18:30:00Z') / 1000,
      end_time: Date.parse('2026-11-21T18:29:59Z') / 1000,
    });
  });

  it('has the field names of the API, and no date field without a date', () => {
    expect(
      wholeFilterOf(
        {
          status: 'ndr_raised',
          carrier: ['x'],
          tag: ['gift'],
          cod: 'no',
          weight_from: '500',
          amount_from: '2000',
          dates: 'updated_at',
          q: ' ',
        },
        NOW,
      ),
    ).toEqual({
      status: ['ndr_raised'],
      carrier_id: ['x'],
      tags: ['gift'],
      is_cod: false,
      applied_weight_min: 500,
      cod_amount_min: 2000,
    });
  });
});
