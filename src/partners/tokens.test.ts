import { describe, expect, it } from 'vitest';
import { TokenCache } from './tokens.ts';

describe('the tokens of a courier account', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 5, minute));
  function keep() {
    const clock = { now: at(0) };
    let made = 0;
    const tokens = new TokenCache(() => clock.now);
    const get = (refused?: string) =>
      tokens.get(
        'bearer',
        async () => {
          made += 1;
          return { token: `token ${made}`, endsAt: new Date(clock.now.getTime() + 30 * 60_000) };
        },
        refused,
      );
    return { clock, tokens, get };
  }

  it('are made once for all requests, until a minute before they expire', async () => {
    const { clock, get } = keep();
    expect(await Promise.all([get(), get(), get()])).toEqual(['token 1', 'token 1', 'token 1']);
    clock.now = at(28);
    expect(await get()).toBe('token 1');
    clock.now = at(29);
    expect(await Promise.all([get(), get()])).toEqual(['token 2', 'token 2']);
  });

  it('are made again once for all requests that were refused', async () => {
    const { get } = keep();
    const first = await get();
    expect(await Promise.all([get(first), get(), get(first)])).toEqual(['token 2', 'token 1', 'token 2']);
    expect(await get(first)).toBe('token 2');
    expect(await get()).toBe('token 2');
  });

  it('are made again after a failure', async () => {
    const { tokens } = keep();
    const failing = () => Promise.reject(new Error('wrong password'));
    await expect(tokens.get('other', failing)).rejects.toThrow('wrong password');
    expect(await tokens.get('other', async () => ({ token: 'x', endsAt: at(30) }))).toBe('x');
  });
});
