import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockfileTrouble, migrationTrouble } from '../../scripts/commands/checks.mjs';
import { createTree, startNode, type Tree } from './tree.ts';

let tree: Tree;

beforeEach(() => {
  tree = createTree();
  tree.write('src/domain/paise.ts', "export const symbol = '₹';\n");
});

afterEach(() => tree.remove());

const check = () => startNode(tree, ['scripts/check.mjs']).ended;

/** The lines that give a check's result. */
function results(stdout: string): string[] {
  return stdout.split('\n').filter((line) => /^(ok|FAILED|\d+ passed)/.test(line));
}

test('says each check’s result on a line, and their sum on the last', async () => {
  const { stdout, code } = await check();
  expect(stdout).toBe(
    'ok      types\nok      lint and format\nok      import rules\nok      migrations\nok      lockfile\n5 passed, 0 failed\n',
  );
  expect(code).toBe(0);
});

test('goes on after a check that failed, and shows what it found', async () => {
  tree.write('src/domain/wrong.ts', 'export const paise: number = "1";\n');
  const { stdout, code } = await check();
  expect(stdout).toContain("Type 'string' is not assignable to type 'number'");
  expect(results(stdout)).toEqual([
    'FAILED  types',
    'FAILED  lint and format',
    'ok      import rules',
    'ok      migrations',
    'ok      lockfile',
    '3 passed, 2 failed',
  ]);
  expect(code).toBe(1);
});

test('shows a clock in domain among the import rules and not again with the lint', async () => {
  tree.write('src/domain/a.ts', 'export const now = Date.now();\n');
  const { stdout } = await check();
  expect(stdout.split('domain is pure: the time and new ids')).toHaveLength(2);
  expect(results(stdout)).toEqual([
    'ok      types',
    'ok      lint and format',
    'FAILED  import rules',
    'ok      migrations',
    'ok      lockfile',
    '4 passed, 1 failed',
  ]);
});

test('refuses two migrations of one number', () => {
  expect(migrationTrouble(['0001-accounts.sql', '0002-orders.sql', '0002-stores.sql'])).toMatch(
    /^0002-orders\.sql and 0002-stores\.sql have the same number/,
  );
  expect(migrationTrouble(['0001-accounts.sql', '0002-orders.sql', '0010-stores.sql'])).toBeNull();
});

test('refuses a lockfile that names a registry', () => {
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
