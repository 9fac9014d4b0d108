import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs vitest on test files with this content, below the project so that `vitest` is found. */
function tallyOf(files: Record<string, string>, config = ''): unknown {
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
    { cwd: folder, env: { ...process.env, TALLY_FILE: tally }, timeout: 60_000 },
  );
  return JSON.parse(readFileSync(tally, 'utf8'));
}

test('counts tests, failed hooks, unloadable files and late errors, each once', () => {
  const tally = tallyOf({
    'tests.test.js': `test('a', () => {}); test('b', () => { throw new Error(); }); test.skip('c', () => {});`,
    'before.test.js': `describe('d', () => { beforeAll(() => { throw new Error(); }); test('e', () => {}); });`,
    'after.test.js': `describe('d', () => { afterAll(() => { throw new Error(); }); test('f', () => {}); });`,
    'broken.test.js': 'import "./absent.js";',
    'late.test.js': `test('g', () => { Promise.reject(new Error()); });`,
  });
  expect(tally).toEqual({ passed: 3, failed: 5, skipped: 2 });
});

test('counts a global tear-down that fails', () => {
  const tally = tallyOf(
    {
      'a.test.js': `test('a', () => {});`,
      'global.js': 'export default () => () => { throw new Error(); };',
    },
    `globalSetup: ['./global.js']`,
  );
  expect(tally).toEqual({ passed: 1, failed: 1, skipped: 0 });
});
