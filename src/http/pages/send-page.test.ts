import { describe, expect, it } from 'vitest';
import { isPerson } from './send-page.ts';

describe('a page instead of JSON', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['TEXT/HTML', true],
    ['text/html;q=0.9, application/json;q=0.8', true],
    ['text/html, application/json', false],
    ['text/html;q=0.5, application/json;q=0.8', false],
    ['text/html;q=0', false],
    ['text/html;q=many', false],
    ['application/json, text/plain, */*', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
    [',;,'.repeat(5_000), false],
  ])('is sent to a client that accepts %.60s: %s', (accept, expected) => {
    expect(isPerson({ method: 'GET', headers: { accept } })).toBe(expected);
    expect(isPerson({ method: 'HEAD', headers: { accept } })).toBe(expected);
    expect(isPerson({ method: 'POST', headers: { accept } })).toBe(false);
  });

  it('is not sent to a client with a credential', () => {
    const headers = { accept: 'text/html, image/gif, image/jpeg, */*; q=.2', authorization: 'dky_1' };
    expect(isPerson({ method: 'GET', headers })).toBe(false);
  });
});
