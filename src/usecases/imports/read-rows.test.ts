import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFileForm } from '../file-form.ts';
import { readRows } from './read-rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('readRows', () => {
  it('lets other tasks run after each few milliseconds of rows', async () => {
    const rows = 100;
    let milliseconds = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => milliseconds);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    async function* lines() {
      for (let line = 1; line <= rows + 1; line += 1) yield { line, cells: ['1'], problem: null };
    }
    const read = await readRows(
      { form: newFileForm(), open: lines },
      {
        open: async () => ({
          columns: [],
          money: null,
          read: (cells) => {
            milliseconds += 1;
            return { row: cells };
          },
          take: async () => new Map(),
          finish: async () => ({}),
        }),
        onRefused: async () => undefined,
        onProgress: async () => undefined,
      },
    );
    clearImmediate(next);
    expect(read.rows).toBe(rows);
    expect(turns).toBeGreaterThanOrEqual(rows / 5);
  });
});
