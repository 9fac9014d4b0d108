import { describe, expect, it } from 'vitest';
import { InFlight } from './in-flight.ts';

describe('work in flight', () => {
  it('is listed and can be waited for until it ends', async () => {
    const inFlight = new InFlight();
    const end = inFlight.begin('a');
    inFlight.begin('b');
    const ended = inFlight.endOf('a');
    expect(inFlight.list()).toEqual(['a', 'b']);
    end();
    await ended;
    expect(inFlight.endOf('a')).toBeNull();
    expect(inFlight.list()).toEqual(['b']);
  });

  it('cannot begin twice at the same time', () => {
    const inFlight = new InFlight();
    inFlight.begin('a');
    expect(() => inFlight.begin('a')).toThrow('a is in flight already');
  });

  it('is not ended by earlier work with the same id', () => {
    const inFlight = new InFlight();
    const endFirst = inFlight.begin('a');
    endFirst();
    const endSecond = inFlight.begin('a');
    endFirst();
    expect(inFlight.list()).toEqual(['a']);
    endSecond();
    expect(inFlight.list()).toEqual([]);
  });
});
