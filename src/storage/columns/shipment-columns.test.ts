import { expect, it } from 'vitest';
import { SEGMENT_ROWS } from '../../columns/segment.ts';
import { USUAL_STATES } from '../../domain/pincodes/states.ts';
import { LAYOUT } from './shipment-columns.ts';

it('changes the layout when the spellings of states or the size of segments change', () => {
  const layout: unknown[] = JSON.parse(LAYOUT);
  expect(layout).toContainEqual([...USUAL_STATES]);
  expect(layout).toContain(SEGMENT_ROWS);
});
