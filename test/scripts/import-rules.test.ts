import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const CLOCK = /^domain is pure: the time and new ids are arguments/;
const VOCABULARY = /^http takes types of domain, and values only of its vocabulary/;
const WAIT = /^a test does not sleep and has no time limit of its own/;
const TODAY = /^the date of a test is a fixed day/;
const CYCLE = /^This import is part of a cycle/;
const ENVIRONMENT = /^Don't use process\.env/;
const CONSOLE = /^Don't use console/;

/** A file, its content, and the reasons for refusing it; empty if it is allowed. */
type Case = readonly [file: string, text: string, reasons: readonly RegExp[]];

const CASES: readonly Case[] = [
  ['src/domain/a.ts', 'export const now = Date.now();', [CLOCK]],
  ['src/domain/a.ts', 'export const now = new Date();', [CLOCK]],
  ['src/domain/a.ts', 'export const noon = new Date(0);', []],
  ['src/domain/a.ts', 'export const chance = Math.random();', [CLOCK]],
  ['src/domain/rates/zones/deep/a.ts', 'export const now = Date.now();', [CLOCK]],
  ['src/domain/a.test.ts', `import 'node:fs';\nexport const now = Date.now();`, []],
  ['src/usecases/a.ts', 'export const now = Date.now();', []],

  ['test/http/timer.test.ts', 'setTimeout(() => undefined, 5);', [WAIT]],
  ['test/http/sleep.test.ts', `import { setTimeout as sleep } from 'node:timers/promises';`, [WAIT]],
  ['test/http/turn.test.ts', `import { setImmediate as turn } from 'node:timers/promises';`, []],
  ['test/http/poll.test.ts', 'await expect.poll(read, { interval: 5 }).toBe(1);', []],
  ['test/http/impatient.test.ts', 'await expect.poll(read, { interval: 5, timeout: 9 }).toBe(1);', [WAIT]],
  // biome-ignore lint/plugin: this text is linted as a file of its own
  ['test/http/statement.test.ts', `await pool.query('select pg_sleep(1)');`, [WAIT]],
  ['test/support/page.ts', 'await page.waitForTimeout(600);', [WAIT]],
  ['test/support/idle.ts', `await page.goto(url, { waitUntil: 'networkidle' });`, [WAIT]],
  ['src/usecases/wait.test.ts', 'setTimeout(() => undefined, 5);', [WAIT]],
  ['src/usecases/wait.ts', 'setTimeout(() => undefined, 5);', []],
  [
    'test/support/hangs.ts',
    '// biome-ignore lint/plugin: a server that answers late\nsetTimeout(() => undefined, 5);',
    [],
  ],

  ['test/http/today.test.ts', 'const test = await startApp({ now: new Date() });', [TODAY]],
  ['test/couriers/now.test.ts', 'const time = Date.now();', [TODAY]],
  ['test/http/day.test.ts', `const test = await startApp({ now: new Date('2026-11-30T18:30:00Z') });`, []],
  ['test/process/today.test.ts', 'const time = Date.now();', []],
  ['src/usecases/today.ts', 'export const time = Date.now();', []],

  ['src/http/a.ts', `import type { A } from '../domain/stores.ts';\nexport type B = A;`, []],
  ['src/http/a.ts', `import { A } from '../domain/decimal.ts';\nA();`, []],
  ['src/http/a.ts', `import { A } from '../domain/stores.ts';\nA();`, [VOCABULARY]],
  ['src/http/routes/stores/a.ts', `import { A } from '../../../domain/stores.ts';\nA();`, [VOCABULARY]],
  ['src/http/routes/stores/a.ts', `export { A } from '../../../domain/stores.ts';`, [VOCABULARY]],

  ['src/storage/cycle.ts', `import { a } from './cycle-too.ts';\nexport const b = () => a;`, [CYCLE]],
  ['src/storage/cycle-too.ts', `import { b } from './cycle.ts';\nexport const a = () => b;`, [CYCLE]],
  ['src/storage/types.ts', `import type { A } from './types-too.ts';\nexport type B = A[];`, [CYCLE]],
  ['src/storage/types-too.ts', `import type { B } from './types.ts';\nexport type A = B | null;`, [CYCLE]],

  ['src/config.ts', 'export const port = process.env.PORT;', []],
  ['src/app.ts', 'export const port = process.env.PORT;', [ENVIRONMENT]],
  ['src/storage/environment.ts', 'export const port = process.env.PORT;', [ENVIRONMENT]],
  ['src/cli/output.ts', `console.log('said');`, []],
  ['src/cli/other.ts', `console.log('said');`, [CONSOLE]],
  ['src/usecases/console.ts', `console.log('said');`, [CONSOLE]],
];

/** Biome's messages for every case, from one run. Each case is a separate project. */
const said = new Map<number, string[]>();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dakiya-import-rules-'));
  for (const project of projects()) {
    for (const index of project) {
      const [file, text] = CASES[index] ?? ['', ''];
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${text}\n`);
    }
    const byFile = diagnose();
    for (const index of project) said.set(index, byFile.get(CASES[index]?.[0] ?? '') ?? []);
    rmSync(folder, { recursive: true, force: true });
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The cases in as few groups as possible, so that no group has a file twice. */
function projects(): number[][] {
  const groups: { files: Set<string>; cases: number[] }[] = [];
  for (const [index, [file]] of CASES.entries()) {
    let group = groups.find(({ files }) => !files.has(file));
    if (!group) {
      group = { files: new Set(), cases: [] };
      groups.push(group);
    }
    group.files.add(file);
    group.cases.push(index);
  }
  return groups.map(({ cases }) => cases);
}

interface Diagnostic {
  readonly message: string;
  readonly category: string;
  readonly location: { readonly path: string };
}

const RULES: ReadonlySet<string> = new Set([
  'lint/suspicious/noImportCycles',
  'lint/style/noProcessEnv',
  'lint/suspicious/noConsole',
  'plugin',
]);

function diagnose(): Map<string, string[]> {
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  cpSync(join(ROOT, 'scripts/import-rules'), join(folder, 'scripts/import-rules'), { recursive: true });
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
      'lint',
      '--reporter=json',
      '--max-diagnostics=none',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const byFile = new Map<string, string[]>();
  for (const { message, category, location } of diagnostics) {
    if (!RULES.has(category)) continue;
    byFile.set(location.path, [...(byFile.get(location.path) ?? []), message]);
  }
  return byFile;
}

describe.each(CASES.map(([file, text, reasons], index) => ({ file, text, reasons, index })))(
  '$file: $text',
  ({ reasons, index }) => {
    test(reasons.length === 0 ? 'is allowed' : 'is refused, with the reason', () => {
      const messages = said.get(index) ?? [];
      expect(messages).toHaveLength(reasons.length);
      for (const [at, reason] of reasons.entries()) expect(messages[at]).toMatch(reason);
    });
  },
);
