import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTree, startNode, type Tree } from './tree.ts';

let tree: Tree;

beforeEach(() => {
  tree = createTree();
  tree.write('src/main.ts', 'export const main = () => undefined;\n');
  tree.write('vitest.config.ts', `export default { test: { globalSetup: ['./global-setup.ts'] } };\n`);
  tree.write(
    'global-setup.ts',
    `import { rmSync, writeFileSync } from 'node:fs';
     export default () => {
       writeFileSync('database', 'runs');
       return () => rmSync('database');
     };`,
  );
});

afterEach(() => tree.remove());

function writeTest(name: string, text: string): void {
  tree.write(`src/${name}.test.ts`, `import { test } from 'vitest';\n${text}\n`);
}

const lastLine = (stdout: string) => stdout.trimEnd().split('\n').at(-1);

test('names what failed before the last line, and keeps the whole output', async () => {
  writeTest('good', `test('a', () => {}); test.skip('b', () => {});`);
  writeTest('bad', `test('c', () => { throw new Error('no c'); });`);
  const { stdout, stderr, code } = await startNode(tree, ['scripts/test.mjs']).ended;
  const [failure, time, kept, counts] = stdout.trimEnd().split('\n').slice(-4);
  expect(failure).toBe('FAILED  src/bad.test.ts > c: no c');
  expect(time).toMatch(/^ +\d+ s$/);
  expect(counts).toBe('1 passed, 1 failed, 1 skipped');
  expect(code).toBe(1);
  const [, file = ''] = /^The whole output: (\.cache\/test-runs\/.+\.log)$/.exec(kept ?? '') ?? [];
  expect(readFileSync(join(tree.folder, file), 'utf8')).toContain('Error: no c');
  expect(stderr).toContain('Running all tests but the longest');
});

test('passes arguments to vitest, and fails if no test is found', async () => {
  writeTest('good', `test('a', () => {}); test('b', () => {});`);
  const some = await startNode(tree, ['scripts/test.mjs', '-t', 'a']).ended;
  expect(lastLine(some.stdout)).toBe('1 passed, 0 failed, 1 skipped');
  expect(some.code).toBe(0);
  expect(some.stderr).not.toContain('Running all tests');
  const none = await startNode(tree, ['scripts/test.mjs', 'src/absent.test.ts']).ended;
  expect(lastLine(none.stdout)).toBe('0 passed, 1 failed');
  expect(none.code).toBe(1);
});

test('stops the run at a signal, and still runs the global tear-down', async () => {
  writeTest('long', `test('a', () => { console.log('under way'); return new Promise(() => {}); }, 60_000);`);
  const run = startNode(tree, ['scripts/test.mjs', '--disableConsoleIntercept']);
  await run.said('under way');
  expect(existsSync(join(tree.folder, 'database'))).toBe(true);
  process.kill(run.pid, 'SIGTERM');
  expect((await run.ended).code).toBe(143);
  expect(existsSync(join(tree.folder, 'database'))).toBe(false);
});
