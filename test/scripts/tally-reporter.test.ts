import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Tally } from '../../scripts/commands/tally.mjs';

const ROOT = join(import.meta.dirname, '../..');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs vitest on test files with this content, below the project so that `vitest` is found. */
function tallyOf(files: Record<string, string>, config = ''): Tally {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.tally-'));
  folders.push(folder);
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { ${config} } };`);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(
      join(folder, name),
      `import { afterAll, beforeAll, describe, test } from 'vitest';\n${text}`,
    );
  }
  const tally = join(folder, 'tally.json');
  spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--root=${folder}`,
      `--dir=${folder}`,
      '--exclude=none',
      `--reporter=${join(ROOT, 'scripts/commands/tally-reporter.mjs')}`,
    ],
    { cwd: folder, env: { ...process.env, TALLY_FILE: tally } },
  );
  return JSON.parse(readFileSync(tally, 'utf8'));
}

test('counts and names failed tests, failed hooks, broken files and late errors, each once', () => {
  const { failures, projects, ...counts } = tallyOf(
    {
      'tests.test.js': `test('a', () => {}); test('b', () => { throw new Error('no b\\nmore'); }); test.skip('c', () => {});`,
      'before.test.js': `describe('d', () => { beforeAll(() => { throw new Error('no set-up'); }); test('e', () => {}); });`,
      'top.test.js': `beforeAll(() => { throw new Error('no server'); }); test('h', () => {});`,
      'after.test.js': `describe('d', () => { afterAll(() => { throw new Error('no end'); }); test('f', () => {}); });`,
      'broken.test.js': 'import "./absent.js";',
      'late.test.js': `test('g', () => { Promise.reject(new Error('too late')); });`,
    },
    `name: 'some', env: { BUDGET_SECONDS: '7' }`,
  );
  expect(counts).toEqual({ passed: 3, failed: 6, skipped: 3 });
  expect(failures.toSorted()).toEqual([
    'after.test.js > d: no end',
    'before.test.js > d: no set-up',
    expect.stringMatching(/^broken\.test\.js: .*absent\.js/),
    'outside of tests: too late',
    'tests.test.js > b: no b',
    'top.test.js: no server',
  ]);
  expect(projects).toEqual([{ name: 'some', seconds: expect.any(Number), budget: 7 }]);
});

test('counts and names a global tear-down that fails', () => {
  const { projects, ...counts } = tallyOf(
    {
      'a.test.js': `test('a', () => {});`,
      'global.js': `export default () => () => { throw new Error('still running'); };`,
    },
    `globalSetup: ['./global.js']`,
  );
  expect(projects).toHaveLength(1);
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['the end of the run: still running'],
  });
});
