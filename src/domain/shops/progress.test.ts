import { expect, it } from 'vitest';
import { progressOf } from './progress.ts';

it.each([
  ['pending', null],
  ['cancelled', null],
  ['ready_for_pickup', 'ready'],
  ['not_picked', 'ready'],
  ['picked_up', 'picked_up'],
  ['reached_destination_hub', 'in_transit'],
  ['out_for_delivery', 'out_for_delivery'],
  ['ndr_raised', 'attempted'],
  ['reattempt_delivery', 'attempted'],
  ['delivered', 'delivered'],
  ['rto_initiated', 'returning'],
  ['rto_need_attention', 'returning'],
  ['rto_delivered', 'returned'],
  ['damaged', 'lost'],
  ['rto_lost', 'lost'],
] as const)('tells a shop of the status %s as %s', (status, word) => {
  expect(progressOf(status)).toBe(word);
});
