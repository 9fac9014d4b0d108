import { expect, it } from 'vitest';
import { SEGMENT_ROWS } from '../../columns/segment.ts';
import { USUAL_STATES } from '../../domain/pincodes/states.ts';
import { LAYOUT } from './shipment-columns.ts';

it('tells apart builds to which states have other spellings, and those that keep rows in other segments', () => {
  const agreed: unknown[] = JSON.parse(LAYOUT);
  expect(agreed).toContainEqual([...USUAL_STATES]);
  expect(agreed).toContain(SEGMENT_ROWS);
});
