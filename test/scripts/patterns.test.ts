import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');

/** Every regular expression in a module. */
function patternsIn(text: string): { raw: string; source: string; flags: string }[] {
  const found: { raw: string; source: string; flags: string }[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex, raw } = node as { regex?: { pattern: string; flags: string }; raw?: string };
    if (regex !== undefined) found.push({ raw: raw ?? '', source: regex.pattern, flags: regex.flags });
    else for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(text, { lang: 'ts' }));
  return found;
}

function superlinear(text: string): string[] {
  return patternsIn(text)
    .filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
    .map(({ raw }) => raw);
}

describe('the regular expressions of the product', () => {
  it('take time in proportion to the length of the text', () => {
    const files = ['src', 'simulators'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(folder, file)),
    );
    const found = files.flatMap((file) =>
      superlinear(readFileSync(join(ROOT, file), 'utf8')).map((raw) => `${file}: ${raw}`),
    );
    expect(files.length).toBeGreaterThan(300);
    expect(found).toEqual([]);
  });

  it.each([
    String.raw`/\{\{\s*([^{}]*?)\s*\}\}/g`,
    String.raw`/\[\[([\s\S]*?)\]\]/g`,
    String.raw`/[ \t]+$/gm`,
    String.raw`/\d{5,}$/`,
    '/^(a+)+$/',
  ])('may not be like %s, which takes longer', (pattern) => {
    expect(superlinear(`export const PATTERN = ${pattern};`)).toEqual([pattern]);
  });
});
