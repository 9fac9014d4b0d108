import { expect, it } from 'vitest';
import { nextStepOf } from './next-step.ts';

it.each([
  ['pending', 'book'],
  ['processing', null],
  ['pickup_scheduled', 'handOver'],
  ['not_picked', 'pickUp'],
  ['in_transit', null],
  ['ndr_raised', 'answer'],
  ['reattempt_delivery', null],
  ['lost', 'chase'],
  ['rto_in_transit', null],
  ['delivered', null],
  ['cancelled', null],
] as const)('the next step of a parcel that is %s is %s', (status, step) => {
  expect(nextStepOf(status)).toBe(step);
});

it('there is no next step after an answered failed delivery', () => {
  expect(nextStepOf('ndr_raised', true)).toBeNull();
  expect(nextStepOf('pending', true)).toBe('book');
});
