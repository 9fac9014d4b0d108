import { once } from 'node:events';

/** The output of a command: stdout, for people or, with `--json`, for programs. */
export interface Output {
  /** One result: a JSON document with `--json`, else `human` as lines. */
  result(json: unknown, human: string): void;
  /** A part of a result that is text in both cases, such as CSV; resolves when the reader can take more. */
  text(part: string): Promise<void>;
  /** A note for the person who waits, on stderr; silent with `--json`. */
  note(line: string): void;
  /** Prints a warning for the caller, a person or a program, to stderr. */
  warn(line: string): void;
}

export function openOutput(json: boolean, results: NodeJS.WritableStream = process.stdout): Output {
  return {
    result: (value, human) => {
      results.write(`${json ? JSON.stringify(value) : human}\n`);
    },
    text: async (part) => {
      if (!process.stdout.write(part)) await once(process.stdout, 'drain');
    },
    note: (line) => {
      if (!json) process.stderr.write(`${line}\n`);
    },
    warn: (line) => printSentences([line]),
  };
}

/** Prints sentences on stderr, for a person. */
export function printSentences(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
}

/** Aligns columns for people. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
