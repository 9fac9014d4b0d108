import { expect, it } from 'vitest';
import { violatesUnique } from './outage.ts';

it('a unique constraint that is violated is known by its name, also on a node of a cluster', () => {
  const error = (fields: object) => Object.assign(new Error('duplicate key'), { code: '23505', ...fields });
  const onNode = error({ message: 'duplicate key value violates unique constraint "name_is_unique_102016"' });
  expect(violatesUnique(error({ constraint: 'name_is_unique' }), 'name_is_unique')).toBe(true);
  expect(violatesUnique(onNode, 'name_is_unique')).toBe(true);
  expect(violatesUnique(onNode, 'is_unique')).toBe(false);
  expect(violatesUnique(error({ constraint: 'name_is_unique_102016' }), 'name_is_unique')).toBe(true);
  expect(violatesUnique(error({ constraint: 'other' }), 'name_is_unique')).toBe(false);
  expect(violatesUnique(error({ code: '23514', constraint: 'name_is_unique' }), 'name_is_unique')).toBe(
    false,
  );
  expect(violatesUnique(null, 'name_is_unique')).toBe(false);
});
