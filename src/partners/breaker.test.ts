import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

describe('the breaker', () => {
  it('blocks requests for ten seconds after five failures in a row', () => {
    const breaker = new Breaker();
    for (let failure = 0; failure < 4; failure += 1) breaker.note(false, 0);
    expect(breaker.waitOf(0)).toBe(0);
    breaker.note(true, 0);
    for (let failure = 0; failure < 5; failure += 1) breaker.note(false, 100);
    expect(breaker.waitOf(100)).toBe(10_000);
    expect(breaker.waitOf(10_099)).toBe(1);
  });

  it('then lets one request pass, and all once it is answered', () => {
    const breaker = new Breaker();
    for (let failure = 0; failure < 5; failure += 1) breaker.note(false, 0);
    expect(breaker.waitOf(10_000)).toBe(0);
    expect(breaker.waitOf(10_000)).toBe(10_000);
    breaker.note(false, 10_500);
    expect(breaker.waitOf(10_500)).toBe(10_000);
    expect(breaker.waitOf(20_500)).toBe(0);
    breaker.note(true, 20_600);
    expect(breaker.waitOf(20_600)).toBe(0);
  });
});
