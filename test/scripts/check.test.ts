import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockfileTrouble, migrationTrouble } from '../../scripts/commands/checks.mjs';
import { listsOf } from '../../scripts/commands/sentences.mjs';
import { createTree, startNode, type Tree } from './tree.ts';

let tree: Tree;

beforeEach(() => {
  tree = createTree();
  tree.write('src/domain/paise.ts', "export const symbol = '₹';\n");
  tree.write(
    'src/problems/sentence.ts',
    "export const say = (name: string, text: string) => ({ name, text });\nexport const hello = say('hello', 'Hello');\n",
  );
  for (const { file, content } of listsOf([{ name: 'hello', text: 'Hello' }])) tree.write(file, content);
});

afterEach(() => tree.remove());

const check = () => startNode(tree, ['scripts/check.mjs']).ended;

/** The lines with the results of checks. */
function results(stdout: string): string[] {
  return stdout.split('\n').filter((line) => /^(ok|FAILED|\d+ passed)/.test(line));
}

test('prints the result of each check on one line, and the sum on the last line', async () => {
  const { stdout, code } = await check();
  expect(stdout).toBe(
    'ok      types\nok      lint and format\nok      import rules\nok      sentences\nok      migrations\nok      lockfile\n6 passed, 0 failed\n',
  );
  expect(code).toBe(0);
});

test('continues after a failed check, and prints its findings', async () => {
  tree.write('src/domain/wrong.ts', 'export const paise: number = "1";\n');
  const { stdout, code } = await check();
  expect(stdout).toContain("Type 'string' is not assignable to type 'number'");
  expect(results(stdout)).toEqual([
    'FAILED  types',
    'FAILED  lint and format',
    'ok      import rules',
    'ok      sentences',
    'ok      migrations',
    'ok      lockfile',
    '4 passed, 2 failed',
  ]);
  expect(code).toBe(1);
});

test('reports a clock in the domain as an import rule, and not again as lint', async () => {
  tree.write('src/domain/a.ts', 'export const now = Date.now();\n');
  const { stdout } = await check();
  expect(stdout.split('domain is pure: the time and new ids')).toHaveLength(2);
  expect(results(stdout)).toEqual([
    'ok      types',
    'ok      lint and format',
    'FAILED  import rules',
    'ok      sentences',
    'ok      migrations',
    'ok      lockfile',
    '5 passed, 1 failed',
  ]);
});

test('reports a sentence with two texts, or without a literal name, and lists that are not up to date', async () => {
  const imports = "import { say } from '../problems/sentence.ts';\n";
  tree.write('src/domain/a.ts', `${imports}export const a = say('a_name', 'One text');\n`);
  expect(results((await check()).stdout)).toContain('FAILED  sentences');
  tree.write('src/domain/b.ts', `${imports}export const b = say('a_name', 'Another text');\n`);
  expect((await check()).stdout).toContain('a_name has two texts');
  tree.write('src/domain/b.ts', `${imports}export const b = say(\`${'b_name'}\`.trim(), 'Text');\n`);
  const { stdout } = await check();
  expect(stdout).toContain('src/domain/b.ts:2: the name and the text of a sentence must be literals');
  expect(results(stdout)).toContain('ok      migrations');
});

test('refuses two migrations with the same number', () => {
  expect(migrationTrouble(['0001-accounts.sql', '0002-orders.sql', '0002-stores.sql'])).toMatch(
    /^0002-orders\.sql and 0002-stores\.sql have the same number/,
  );
  expect(migrationTrouble(['0001-accounts.sql', '0002-orders.sql', '0010-stores.sql'])).toBeNull();
});

test('refuses a lockfile with the address of a registry', () => {
  const packages = {
    '': {},
    'node_modules/pg': { version: '8.23.1', resolved: 'https://mirror.example/pg.tgz' },
  };
  expect(lockfileTrouble(JSON.stringify({ packages }))).toContain('1 packages (node_modules/pg first)');
  const free = {
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/a-plugin': { resolved: 'shops/a/plugin', link: true },
  };
  expect(lockfileTrouble(JSON.stringify({ packages: free }))).toBeNull();
});
