import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackupText } from './backup-text.ts';

/** Cuts the text into parts at the given places. */
async function* cut(text: string, places: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function rowsOf(text: BackupText): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of text.rows(() => new Error('ends early'))) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Rows as COPY writes them: no line is only a backslash and a dot, but many lines are similar. */
const row = fc
  .stringMatching(/^[\\.a\t]{0,6}$/)
  .filter((line) => line !== '\\.')
  .map((line) => `${line}\n`);
const places = fc.array(fc.nat(), { maxLength: 12 });

describe('the text of a backup', () => {
  it('is read line by line and row by row, wherever its parts are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 4 }),
        places,
        async (sections, where) => {
          const whole = sections.map((rows, index) => `copy ${index}\n${rows.join('')}\\.\n`).join('');
          const text = new BackupText(cut(`${whole}end\n`, where));
          for (const [index, rows] of sections.entries()) {
            expect(await text.line()).toBe(`copy ${index}`);
            expect(await rowsOf(text)).toBe(rows.join(''));
          }
          expect(await text.line()).toBe('end');
          expect(await text.line()).toBeNull();
        },
      ),
    );
  });

  it('is refused if it ends within rows', async () => {
    const text = new BackupText(cut('copy\n1\n2\n\\.', [3, 6]));
    await text.line();
    await expect(rowsOf(text)).rejects.toThrow('ends early');
  });

  it('has no line if it ends early or the line is far too long', async () => {
    expect(await new BackupText(cut('no end', [2])).line()).toBeNull();
    const endless = async function* () {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x');
    };
    expect(await new BackupText(endless()).line()).toBeNull();
  });
});
