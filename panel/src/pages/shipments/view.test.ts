import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../search.ts';
import { daysOf, filterOf, readShipmentsView, wholeFilterOf } from './view.ts';

/** Half past one at night in India, which is the day before in UTC. */
const NOW = new Date('2026-11-21T20:00:00.000Z');

describe('the address of a view', () => {
  it('is read as it is written', () => {
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

  it('leaves out what it does not know', () => {
    expect(
      readShipmentsView({ sort: 'sideways', by: 'size', cod: 'maybe', span: 'ever', other: 'x', zone: '' }),
    ).toEqual({});
  });
});

describe('the filter of a view', () => {
  it('is of days of India, whole', () => {
    expect(filterOf({ from: '2026-11-20', to: '2026-11-20' }, NOW)).toEqual({
      start_time: Date.parse('2026-11-19T18:30:00Z') / 1000,
      end_time: Date.parse('2026-11-20T18:29:59Z') / 1000,
    });
  });

  it('looks for parcels without a scan among those on their way alone', () => {
    const { granular_status, ...rest } = filterOf({ span: 'older3', dates: 'last_scan_at' }, NOW);
    expect(rest).toEqual({ end_time: Date.parse('2026-11-19T18:29:59Z') / 1000, date_field: 'last_scan_at' });
    expect(granular_status).toContain('ndr_raised');
    for (const ended of ['delivered', 'rto_delivered', 'cancelled', 'lost'])
      expect(granular_status).not.toContain(ended);
    expect(filterOf({ span: 'older3' }, NOW)).not.toHaveProperty('granular_status');
  });

  it('looks for every status on the way back under RTO', () => {
    expect(wholeFilterOf({ status: 'rto' }, NOW)).toEqual({
      status: ['rto_initiated', 'rto_in_transit', 'rto_delivered'],
    });
  });

  it('counts spans from today in India', () => {
    expect(daysOf('today', NOW)).toEqual({ from: '2026-11-22' });
    expect(daysOf('yesterday', NOW)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(daysOf('last7', NOW)).toEqual({ from: '2026-11-16' });
    expect(daysOf('month', NOW)).toEqual({ from: '2026-11-01' });
    expect(daysOf('older3', NOW)).toEqual({ to: '2026-11-19' });
  });

  it('has the names of the listing, and no date field without a date', () => {
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
