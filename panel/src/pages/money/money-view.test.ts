import { describe, expect, it } from 'vitest';
import { daysOfMonth, monthsBefore, queryOf, readMoneyView } from './money-view.ts';

describe('the view of Money', () => {
  it('keeps what is known in the address, and leaves out the rest', () => {
    const search = {
      part: 'ledger',
      side: 'debit',
      kind: 'nothing',
      carrier: 'k1',
      from: '2026-11-01',
      x: 'y',
    };
    expect(readMoneyView(search)).toEqual({
      part: 'ledger',
      side: 'debit',
      carrier: ['k1'],
      from: '2026-11-01',
    });
  });

  it('asks for exactly the filters of the list that is shown', () => {
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

  it('begins with what needs a decision, unless a tracking number is searched', () => {
    expect(queryOf('weights', {})).toEqual({ state: 'raised' });
    expect(queryOf('remittances', {})).toEqual({ differs: 'true' });
    expect(queryOf('ledger', {})).toEqual({});
    expect(queryOf('weights', { q: 'AWB1' })).toEqual({ tracking_number: 'AWB1' });
    expect(queryOf('weights', { q: 'AWB1', state: 'raised' })).toEqual({
      tracking_number: 'AWB1',
      state: 'raised',
    });
  });

  it('begins what is owed with the oldest', () => {
    expect(queryOf('cod', { cod: 'overdue' })).toEqual({ state: 'overdue', order: 'asc' });
    expect(queryOf('cod', { cod: 'settled' })).toEqual({ state: 'settled' });
  });

  it('knows the days of months, in leap years too', () => {
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(monthsBefore('2026-03', 5)).toBe('2025-10');
  });
});
