import { expect, it, vi } from 'vitest';
import { readCsv } from './csv-file.ts';

async function* file(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function read(text: string) {
  const lines = [];
  for await (const line of readCsv(file(text))) lines.push(line);
  return lines;
}

it('makes no error for a row of another length than the first', async () => {
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

it('still says of a row that cannot be read why', async () => {
  const lines = await read('a,b\n1\n"2,3\n');
  expect(lines.at(-1)?.problem).toEqual({
    line: 3,
    column: null,
    reason: 'a quote is opened but not closed',
  });
});
