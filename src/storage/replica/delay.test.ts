import { describe, expect, it } from 'vitest';
import { Delay } from './delay.ts';

describe('the delay of a replica', () => {
  it('is the time since the primary passed the position of the replica', () => {
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
