import { expect, it, vi } from 'vitest';
import { readCsv } from './csv-file.ts';

async function* file(text: string): AsyncGenerator<string> {
  yield text;
}

async function read(text: string) {
  const lines = [];
  for await (const line of readCsv(file(text))) lines.push(line);
  return lines;
}

it('creates no error object for a row of another length', async () => {
  const captured = vi.spyOn(Error, 'captureStackTrace');
  try {
    expect(await read('a,b,c\n1\n\n2,3,4,5\n,,\n6,7,8\n')).toEqual([
      { line: 1, cells: ['a', 'b', 'c'], problem: null },
      { line: 2, cells: ['1'], problem: null },
      { line: 4, cells: ['2', '3', '4', '5'], problem: null },
      { line: 6, cells: ['6', '7', '8'], problem: null },
    ]);
    expect(captured).not.toHaveBeenCalled();
  } finally {
    captured.mockRestore();
  }
});

it('reports why a row cannot be read', async () => {
  const lines = await read('a,b\n1\n"2,3\n');
  expect(lines.at(-1)?.problem).toMatchObject({
    line: 3,
    column: null,
    reason: { text: 'a quote is opened but not closed' },
  });
});
