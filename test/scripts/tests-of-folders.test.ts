import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testsOfChange, testsOfFolders } from '../../scripts/commands/changed-tests.mjs';
import { TESTS_OF_FOLDERS } from '../../scripts/commands/tests-of-folders.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const tests = files.filter((file) => /^test\/.*\.test\.ts$/.test(file));
const names = TESTS_OF_FOLDERS.flatMap(([, right]) => right.split(' '));

describe('the table of folders and their tests', () => {
  it('names only tests that exist', () => {
    const missing = names.filter((name) =>
      name.endsWith('/')
        ? !tests.some((file) => file.startsWith(`test/${name}`))
        : !tests.includes(`test/${name}.test.ts`),
    );
    expect(missing).toEqual([]);
  });

  it('has tests for each folder of the sources that has no unit tests only', () => {
    const folders = [
      ...new Set(files.flatMap((file) => /^src\/(?:http\/routes|\w+)\/[^/.]+(?=\/)/.exec(file)?.[0] ?? [])),
    ];
    const without = folders.filter((folder) => testsOfFolders([`${folder}/any.ts`]).size === 0);
    expect(without).toEqual([]);
  });

  it('is shown by CONTRIBUTING.md', () => {
    const rows = TESTS_OF_FOLDERS.map(
      ([left, right]) =>
        `| ${left
          .split(' ')
          .map((name) => `\`${name}\``)
          .join(', ')} | ${right.split(' ').join(', ')} |`,
    );
    expect(read('CONTRIBUTING.md')).toContain(
      ['| Folder | Tests below `test/` |', '|---|---|', ...rows, ''].join('\n'),
    );
  });
});

describe('npm test -- --changed', () => {
  const project: Record<string, string> = {
    'src/domain/money/rounding.ts': '',
    'src/domain/money/rounding.test.ts': `import { round } from './rounding.ts';`,
    'src/usecases/invoices/sum.ts': `import { round } from '../../domain/money/rounding.ts';`,
    'src/usecases/invoices/sum.test.ts': `import { sum } from './sum.ts';`,
    'src/usecases/views/views.test.ts': '',
    'test/http/ledger.test.ts': `import { two } from '../support/two.ts';`,
    'test/http/invoices.test.ts': '',
    'test/http/views.test.ts': `import { round } from '../../src/domain/money/rounding.ts';`,
    'test/http/users.test.ts': '',
    'test/support/two.ts': `import { one } from './one.ts';`,
    'test/support/one.ts': '',
  };
  const chosen = (...changed: string[]) =>
    testsOfChange(changed, Object.keys(project), (file) => project[file] ?? '');

  it('runs the tests of a rule, of its users, and those that import it', () => {
    expect(chosen('src/domain/money/rounding.ts')).toEqual([
      'src/domain/money/rounding.test.ts',
      'src/usecases/invoices/sum.test.ts',
      'test/http/invoices.test.ts',
      'test/http/ledger.test.ts',
      'test/http/views.test.ts',
    ]);
  });

  it('runs the tests of a use case without those of what it uses', () => {
    expect(chosen('src/usecases/invoices/sum.ts')).toEqual([
      'src/usecases/invoices/sum.test.ts',
      'test/http/invoices.test.ts',
    ]);
  });

  it('runs a changed test, and the tests that use a changed part of the support', () => {
    expect(chosen('test/http/users.test.ts')).toEqual(['test/http/users.test.ts']);
    expect(chosen('test/support/one.ts')).toEqual(['test/http/ledger.test.ts']);
  });

  it('runs nothing for a file that no test knows', () => {
    expect(chosen('LICENSE')).toEqual([]);
  });
});
