import { expect, test } from 'vitest';
import { namedFiles, namesUnitFilesOnly } from '../../scripts/commands/unit-files.mjs';

test.each([
  [['src/domain/weight.test.ts'], true],
  [['./src/domain/weight.test.ts', 'panel/src/api/rows.test.ts'], true],
  [['simulators/demo/bulk/copy-pieces.test.ts'], true],
  [['--project', 'unit', 'src/domain/weight.test.ts', '-t', 'test/http'], true],
  [['run', '--reporter=default', 'src/domain/weight.test.ts'], true],
  [['src/domain/weight.test.ts', 'test/http/orders.test.ts'], false],
  [['src/domain'], false],
  [['--project', 'unit'], false],
  [['run'], false],
  [[], false],
])('tells that %j names only unit tests: %s', (args, expected) => {
  expect(namesUnitFilesOnly(args)).toBe(expected);
});

test.each([
  [['run', '--reporter=default', '--project', 'unit', '-t', 'an order'], []],
  [
    ['run', 'src/domain', '--project=unit', 'test/http/orders.test.ts'],
    ['src/domain', 'test/http/orders.test.ts'],
  ],
])('finds in %j the files %j', (args, expected) => {
  expect(namedFiles(args)).toEqual(expected);
});
