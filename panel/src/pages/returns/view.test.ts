import { expect, it } from 'vitest';
import { returnFilterOf } from './view.ts';

it('sends each list under its field of the API, with all its values', () => {
  expect(returnFilterOf({ carrier: ['a', 'b'], warehouse: ['w'], qc: ['passed'], q: ' ' })).toEqual({
    carrier_ids: ['a', 'b'],
    warehouse_id: ['w'],
    qc_status: ['passed'],
  });
});

it.each([
  [undefined, 'created_at'],
  ['pickup', 'return_pickup_scheduled_at'],
  ['delivered', 'return_delivered_at'],
] as const)('applies whole days in India to the date %s', (dates, field) => {
  const view = { ...(dates && { dates }), from: '2028-02-29', to: '2028-02-29' };
  expect(returnFilterOf(view)).toEqual({
    [`${field}__gte`]: Date.parse('2028-02-28T18:30:00Z') / 1000,
    [`${field}__lte`]: Date.parse('2028-02-29T18:29:59Z') / 1000,
  });
});

it('sends only the day that is given', () => {
  expect(Object.keys(returnFilterOf({ to: '2026-12-31' }))).toEqual(['created_at__lte']);
});
