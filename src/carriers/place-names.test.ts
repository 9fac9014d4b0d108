import { describe, expect, it } from 'vitest';
import { findPlaceName } from './courier-place-names.ts';

describe('the name of a place at a courier', () => {
  const known = new Map([
    ['Okhla', 'Phase 1'],
    ['Okhla 2', 'Phase 2'],
  ]);

  it.each([
    ['Bhiwandi', 'Road 1', { name: 'Bhiwandi', isKnown: false }],
    ['Okhla', 'Phase 1', { name: 'Okhla', isKnown: true }],
    ['Okhla', 'Phase 2', { name: 'Okhla 2', isKnown: true }],
    ['Okhla', 'Phase 3', { name: 'Okhla 3', isKnown: false }],
  ])('of %s at %s is %j', (wished, place, name) => {
    expect(findPlaceName(known, wished, place, 36)).toEqual(name);
  });

  it('keeps to the courier’s length limit, including its number', () => {
    expect(findPlaceName(new Map(), 'Okhla Industrial', 'x', 5)?.name).toBe('Okhla');
    expect(findPlaceName(known, 'Okhla Industrial', 'x', 5)?.name).toBe('Okh 2');
  });

  it('is missing if too many places have it', () => {
    const many = new Map(Array.from({ length: 20 }, (_, at) => [at === 0 ? 'A' : `A ${at + 1}`, `${at}`]));
    expect(findPlaceName(many, 'A', 'x', 36)).toBeNull();
  });
});
