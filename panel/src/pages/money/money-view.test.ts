import { describe, expect, it } from 'vitest';
import { daysOfMonth, monthsBefore, queryOf } from './money-view.ts';

describe('the view of Money', () => {
  it('sends only the filters of the shown list', () => {
    const view = { kind: 'rto_charge', carrier: ['k1'], to: '2026-11-30', courier: 'Blue' } as const;
    expect(queryOf('ledger', view)).toEqual({
      event_type: 'rto_charge',
      carrier_id: ['k1'],
      end_time: '2026-11-30',
    });
    expect(queryOf('remittances', { ...view, differs: 'all' })).toEqual({
      courier: 'Blue',
      end_date: '2026-11-30',
    });
  });

  it.each([
    ['cod', 'start_time', 'end_time'],
    ['ledger', 'start_time', 'end_time'],
    ['weights', 'start_time', 'end_time'],
    ['remittances', 'start_date', 'end_date'],
  ] as const)('keeps two carriers, stores and days apart in %s', (part, first, last) => {
    const view = { carrier: ['k1', 'k2'], store: ['tea', 'spice'], from: '2026-11-01', to: '2026-11-30' };
    const lists = part === 'remittances' ? {} : { carrier_id: ['k1', 'k2'], store_name: ['tea', 'spice'] };
    expect(queryOf(part, view)).toMatchObject({ ...lists, [first]: '2026-11-01', [last]: '2026-11-30' });
  });

  it('shows all of a list when that is chosen', () => {
    expect(queryOf('weights', { state: 'all' })).toEqual({});
    expect(queryOf('remittances', { differs: 'all' })).toEqual({});
    expect(queryOf('cod', { cod: 'all' })).toEqual({});
    expect(queryOf('invoices', { invoice: 'credit_note', carrier: ['k1'] })).toEqual({ kind: 'credit_note' });
  });

  it('shows what needs a decision first, unless a tracking number is searched', () => {
    expect(queryOf('weights', {})).toEqual({ state: 'raised' });
    expect(queryOf('remittances', {})).toEqual({ differs: 'true' });
    expect(queryOf('ledger', {})).toEqual({});
    expect(queryOf('weights', { q: 'AWB1' })).toEqual({ tracking_number: 'AWB1' });
    expect(queryOf('weights', { q: 'AWB1', state: 'raised' })).toEqual({
      tracking_number: 'AWB1',
      state: 'raised',
    });
  });

  it('sorts what is owed from the oldest', () => {
    expect(queryOf('cod', { cod: 'overdue' })).toEqual({ state: 'overdue', order: 'asc' });
    expect(queryOf('cod', {})).toEqual({ state: 'owed', order: 'asc' });
    expect(queryOf('cod', { cod: 'settled' })).toEqual({ state: 'settled' });
  });

  it('knows the days of months, also in leap years', () => {
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOfMonth('2027-02')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect([monthsBefore('2026-03', 5), monthsBefore('2027-01', 1)]).toEqual(['2025-10', '2026-12']);
  });
});
