import { expect, it } from 'vitest';
import { byTime } from './holiday-days.ts';

it('separates coming from past holidays, and sorts both from the nearest', () => {
  const days = ['01-26', '11-26', '12-25', '2026-11-25', '2026-11-27', '2027-03-22', '2025-10-20'];
  const { coming, past } = byTime(
    days.map((day) => ({ day })),
    '2026-11-26',
  );
  expect(coming.map(({ day }) => day)).toEqual(['11-26', '2026-11-27', '12-25', '01-26', '2027-03-22']);
  expect(past.map(({ day }) => day)).toEqual(['2026-11-25', '2025-10-20']);
});
