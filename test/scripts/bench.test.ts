import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportWith } from '../../scripts/commands/benchmarks.mjs';
import { createTree, startNode, type Tree } from './tree.ts';

describe('reportWith', () => {
  const section = (id: string, text: string) => ({ id, name: id, text: `## ${id}\n\n${text}\n` });

  test('keeps the sections of benchmarks that were not run, sorted by name', () => {
    const one = reportWith('', section('quotes', 'first'));
    const two = reportWith(one, section('listing', 'second'));
    expect(two).toMatch(/<!-- listing -->\n## listing\n\nsecond\n\n<!-- quotes -->\n## quotes\n\nfirst\n$/);
  });

  test('replaces the section of the last run', () => {
    const before = reportWith(reportWith('', section('a', 'old')), section('b', 'kept'));
    const after = reportWith(before, section('a', 'new'));
    expect(after).toBe(reportWith(reportWith('', section('a', 'new')), section('b', 'kept')));
    expect(after).not.toContain('old');
  });
});

describe('npm run bench', () => {
  let tree: Tree;

  beforeEach(() => {
    tree = createTree();
    tree.write('src/main.ts', 'export const place: string = import.meta.url;\n');
    tree.write(
      'bench/place.ts',
      `import { place } from '../src/main.ts';
       export const name: string = 'Where the measured code is';
       export async function run(): Promise<string> { return place; }`,
    );
    tree.write(
      'bench/broken.ts',
      `export const name: string = 'x';\nexport const run = () => Promise.reject(1);`,
    );
    tree.write('docs/explanation/README.md', '');
  });

  afterEach(() => tree.remove());

  const bench = (...names: string[]) => startNode(tree, ['scripts/bench.mjs', ...names]).ended;

  test('measures the built service, and writes the section with the machine and the date', async () => {
    expect(await bench('place')).toMatchObject({ code: 0 });
    const report = readFileSync(join(tree.folder, 'docs/explanation/benchmarks.md'), 'utf8');
    expect(report).toContain('/dist-bench/main.js');
    expect(report).toMatch(
      /## Where the measured code is\n\nMeasured \d{4}-\d\d-\d\d at \S+ on Node\.js \d+\.\d+\.\d+, .* GB\./,
    );
  });

  test('fails if a benchmark fails, and still writes the other sections', async () => {
    const { code, stderr } = await bench();
    expect(code).toBe(1);
    expect(stderr).toContain('The benchmark broken failed.');
    expect(readFileSync(join(tree.folder, 'docs/explanation/benchmarks.md'), 'utf8')).toContain(
      '<!-- place -->',
    );
  });

  test('skips a benchmark whose requirements are missing, or fails if it was named', async () => {
    tree.write(
      'bench/broken.ts',
      `export const name: string = 'x';
       export const missing = (): string => 'there is no cluster';
       export const run = () => Promise.reject(1);`,
    );
    const all = await bench();
    expect(all.stderr).toContain('The benchmark broken is passed over: there is no cluster.');
    expect(all.code).toBe(0);
    expect(readFileSync(join(tree.folder, 'docs/explanation/benchmarks.md'), 'utf8')).toContain(
      '<!-- place -->',
    );
    expect(await bench('broken')).toMatchObject({ code: 1 });
  });

  test('lists the benchmarks after an unknown name', async () => {
    const { code, stderr } = await bench('plaice');
    expect(stderr).toBe('There is no benchmark "plaice": the names are broken, place.\n');
    expect(code).toBe(1);
  });
});
