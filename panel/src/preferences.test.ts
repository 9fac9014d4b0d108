import { afterEach, expect, it, vi } from 'vitest';

const KEY = 'dakiya.preferences';

/** Loads the preferences as a page does, in a browser that has stored this text; null if it stores nothing. */
async function open(stored: string | null) {
  const kept = new Map(stored === null ? [] : [[KEY, stored]]);
  const root = { dataset: {} as Record<string, string>, lang: '' };
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.resetModules();
  return { ...(await import('./preferences.ts')), root, kept: () => JSON.parse(kept.get(KEY) ?? 'null') };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('changes one preference and keeps the others, on the page and in the browser', async () => {
  const { prefer, preferred, root, kept } = await open('{"language":"hi","theme":"dark"}');
  prefer({ density: 'roomy' });
  expect(kept()).toEqual({ language: 'hi', theme: 'dark', density: 'roomy', widths: {} });
  expect(root).toEqual({ dataset: { theme: 'dark', density: 'roomy' }, lang: 'hi' });
  prefer({ language: 'en' });
  expect([preferred('language'), preferred('theme'), root.lang]).toEqual(['en', 'dark', 'en']);
});

it('keeps the widths of one table when those of another change', async () => {
  const { saveWidths, preferred, kept } = await open(null);
  saveWidths('shipments', { order: 120, status: 90 });
  saveWidths('returns', { order: 80 });
  saveWidths('shipments', { order: 130 });
  expect(preferred('widths')).toEqual({ shipments: { order: 130 }, returns: { order: 80 } });
  expect(kept().widths).toEqual(preferred('widths'));
});

it.each([null, '', 'no JSON', '{}'])(
  'starts with the system theme and normal density from %j',
  async (stored) => {
    const { preferred } = await open(stored);
    expect([preferred('theme'), preferred('density'), preferred('widths')]).toEqual(['system', 'normal', {}]);
  },
);

it('keeps a preference until the page is closed where the browser allows no storage', async () => {
  const { prefer, preferred } = await open(null);
  vi.stubGlobal('localStorage', undefined);
  prefer({ theme: 'light' });
  expect(preferred('theme')).toBe('light');
});
