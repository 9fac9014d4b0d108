import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showImport } from './show-import.ts';

const SERVICE = { url: 'http://127.0.0.1:9', operatorToken: 'token', isOfThisStart: true, note: null };
const DONE = {
  id: 'i',
  state: 'done',
  rows: 30,
  rejected: 0,
  counts: { orders_made: 28, already_there: 2 },
  problems: [],
  failure: null,
  finished_at: '2026-11-16T06:30:00.000Z',
  progress: 1,
};
const note = (line: number) => ({ line, column: null, code: 'x', message: 'zip is required' });

afterEach(() => vi.unstubAllGlobals());

/** Shows an import that the service describes by these answers, one after the other. */
async function shown(first: Response, answers: readonly object[], rejected: string | null = null) {
  const asked: string[] = [];
  const next = answers.values();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.endsWith('/rejected') ? new Response('a,b\n') : Response.json({ data: next.next().value });
  });
  const results: [unknown, string][] = [];
  const output = {
    result: (json: unknown, text: string) => results.push([json, text]),
    text: async () => undefined,
    note: () => undefined,
    warn: () => undefined,
  };
  await showImport(SERVICE, 'account', first, { rejected, output, json: true });
  const [[json, text] = [null, '']] = results;
  return { json, text, asked };
}

const received = () => Response.json({ data: { id: 'i' } }, { status: 202 });

describe('an import', () => {
  it('is shown with its counts when it has ended', async () => {
    const running = { ...DONE, state: 'running', finished_at: null, progress: 0.5 };
    const { json, text, asked } = await shown(received(), [running, DONE]);
    expect(text).toBe('30 rows read: 28 orders made, 2 already there, 0 rejected');
    expect(json).toEqual({
      id: 'i',
      state: 'done',
      rows: 30,
      rejected: 0,
      counts: DONE.counts,
      problems: [],
    });
    expect(asked).toEqual(Array(2).fill(`${SERVICE.url}/custom/api/v1/imports/i`));
  });

  it('shows twenty problems, and the number of the others', async () => {
    const problems = Array.from({ length: 21 }, (_, index) => note(index + 2));
    const of = async (rejected: number) =>
      (await shown(received(), [{ ...DONE, rejected, problems: problems.slice(0, rejected) }])).text.split(
        '\n',
      );
    expect(await of(20)).toHaveLength(21);
    const more = await of(21);
    expect(more).toHaveLength(22);
    expect(more.at(-1)).toBe('... and 1 more: --rejected <file> writes them all');
    expect(more[1]).toContain('zip is required');
  });

  it('says what was recognised and left out, and what the file lacks once', async () => {
    const reading = {
      ...{ form: 'csv', encoding: 'UTF-16', separator: ';', sheet: null, header_line: 3, profile: 'shopify' },
      ...{ dates: 'day first', totals: 1, missing: ['weight'] },
      left_out: [{ orders: 12, message: 'already fulfilled' }],
      notes: [{ message: 'Dates are doubtful' }],
    };
    const problems = [{ ...note(4), field: 'weight', code: 'required' }, note(5)];
    const { text } = await shown(received(), [{ ...DONE, rejected: 2, problems, reading }]);
    expect(text.split('\n')).toEqual([
      expect.stringContaining('30 rows read'),
      'profile shopify, UTF-16, separated by ";", column names in line 3, 1 rows of totals skipped',
      '12 left out: already fulfilled',
      'missing: weight (name a column, or give a value for all rows)',
      'warning: Dates are doubtful',
      'line 5: zip is required',
      '... and 1 more: --rejected <file> writes them all',
    ]);
  });

  it('that failed is refused with the reason', async () => {
    await expect(shown(received(), [{ ...DONE, failure: 'it failed' }])).rejects.toThrow('it failed');
  });

  it('writes its rejected rows to a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-import-'));
    try {
      const file = join(folder, 'rejected.csv');
      const { asked } = await shown(received(), [DONE], file);
      expect(await readFile(file, 'utf8')).toBe('a,b\n');
      expect(asked.at(-1)).toBe(`${SERVICE.url}/custom/api/v1/imports/i/rejected`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('that is only checked shows its warnings, and does not wait', async () => {
    const { rows, counts } = DONE;
    const data = { id: 'i', rows, rejected: 1, counts, problems: [note(2)], warnings: [note(3)] };
    const { json, text, asked } = await shown(Response.json({ data }), []);
    expect(text).toMatch(/^30 rows checked, nothing changed: 28 orders made, 2 already there, 1 rejected\n/);
    expect(text.split('\n').at(-1)).toMatch(/^warning: .*zip is required/);
    expect(json).toMatchObject({ state: 'checked', warnings: [expect.stringContaining('zip is required')] });
    expect(asked).toEqual([]);
  });
});
