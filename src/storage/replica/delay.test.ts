import { describe, expect, it } from 'vitest';
import { Delay } from './delay.ts';

describe('for how long a replica is behind', () => {
  it('is since the primary was first seen past what the replica has', () => {
    const delay = new Delay();
    delay.look(1_000, 10, 10);
    expect(delay.seconds(9_000)).toBe(0);
    delay.look(2_000, 20, 10);
    delay.look(3_000, 30, 10);
    expect(delay.seconds(4_500)).toBe(2.5);
    delay.look(5_000, 30, 20);
    expect(delay.seconds(5_000)).toBe(2);
    delay.look(6_000, 30, 30);
    expect(delay.seconds(60_000)).toBe(0);
  });

  it('grows while the replica does not answer', () => {
    const delay = new Delay();
    delay.look(1_000, 10, null);
    delay.look(2_000, null, null);
    expect(delay.seconds(61_000)).toBe(60);
  });
});
