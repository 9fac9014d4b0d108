import { once } from 'node:events';

/** The output of a command: stdout, as text for people or, with `--json`, as JSON for programs. */
export interface Output {
  /** Prints a result: a JSON document with `--json`, else `human`. */
  result(json: unknown, human: string): void;
  /** Prints a text, such as CSV, that is not JSON even with `--json`; resolves when stdout takes more. */
  text(part: string | Uint8Array): Promise<void>;
  /** Prints a note on stderr for the person who waits; prints nothing with `--json`. */
  note(line: string): void;
  /** Prints a warning on stderr, even with `--json`. */
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

export function printSentences(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
}

/** Returns rows as a text with aligned columns. */
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
