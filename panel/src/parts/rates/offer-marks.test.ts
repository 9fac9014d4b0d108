import { expect, it } from 'vitest';
import { offerMarks } from './offer-marks.ts';

it('marks the cheapest offer, and the cheapest of the fastest', () => {
  expect(offerMarks(['2026-11-30', '2026-11-28', '2026-11-28'])).toEqual(['cheapest', 'fastest', null]);
  expect(offerMarks(['2026-11-28', '2026-11-30'])).toEqual(['both', null]);
});

it('marks no offer as the fastest if all arrive on one day, and no single offer', () => {
  expect(offerMarks(['2026-11-28', '2026-11-28'])).toEqual(['cheapest', null]);
  expect(offerMarks(['2026-11-28'])).toEqual([null]);
  expect(offerMarks([])).toEqual([]);
});
