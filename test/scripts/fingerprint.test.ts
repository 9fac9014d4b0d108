import { cpSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../../scripts/commands/compile.mjs';
import { createTree, type Tree } from './tree.ts';

let tree: Tree;
let before = '';

const now = () => fingerprint(`${tree.folder}/`);

beforeEach(() => {
  tree = createTree();
  tree.write('src/main.ts', 'export const a = 1;\n');
  tree.write('src/domain/b.ts', 'export const b = 2;\n');
  before = now();
});

afterEach(() => tree.remove());

test('stays the same if only the times of files change', () => {
  utimesSync(join(tree.folder, 'src/main.ts'), 0, 0);
  expect(now()).toBe(before);
});

test('stays the same in a copy in another folder', () => {
  const copy = `${tree.folder} copied`;
  cpSync(join(tree.folder, 'src'), join(copy, 'src'), { recursive: true });
  for (const file of ['scripts', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) {
    cpSync(join(tree.folder, file), join(copy, file), { recursive: true });
  }
  expect(fingerprint(`${copy}/`)).toBe(before);
});

test('stays the same if a test is added', () => {
  tree.write('src/domain/b.test.ts', '');
  expect(now()).toBe(before);
});

test.each([
  ['a file changes', () => tree.write('src/domain/b.ts', 'export const b = 3;\n')],
  ['a file is added', () => tree.write('src/domain/c.ts', '')],
  ['a file is removed', () => rmSync(join(tree.folder, 'src/domain/b.ts'))],
  ['a file is renamed', () => renameSync(join(tree.folder, 'src/main.ts'), join(tree.folder, 'src/name.ts'))],
  ['the compiler’s settings change', () => tree.write('tsconfig.build.json', '{}')],
  ['the bundler’s settings change', () => tree.write('scripts/commands/bundle-main.mjs', '')],
  ['the packages change', () => tree.write('package-lock.json', '{}')],
])('differs when %s', (_, change) => {
  change();
  expect(now()).not.toBe(before);
});

test('changes if text moves from one file to the next', () => {
  tree.write('src/main.ts', 'export const a = 1;\nexport const b = 2;\n');
  tree.write('src/domain/b.ts', '');
  expect(now()).not.toBe(before);
});
