import { afterAll, beforeAll } from 'vitest';

/**
 * Lets the service give up nothing after this time, in the tests of the block that calls it: on a slow machine
 * these tests may hold something up for longer. Other timers run as usual.
 */
export function neverGiveUpAfter(milliseconds: number): void {
  const usual = globalThis.setTimeout;
  beforeAll(() => {
    globalThis.setTimeout = new Proxy(usual, {
      apply: (set, self, [work, after, ...more]) =>
        Reflect.apply(set, self, [after === milliseconds ? () => undefined : work, after, ...more]),
    });
  });
  afterAll(() => {
    globalThis.setTimeout = usual;
  });
}
