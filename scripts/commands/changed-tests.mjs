import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inTree, ROOT } from './place.mjs';
import { TESTS_OF_FOLDERS } from './tests-of-folders.mjs';
import { Trouble } from './trouble.mjs';

/** Biome writes each import in one way, so a pattern finds them all. */
const IMPORTED = /(?:from |import\(|^import )['"](\.[^'"]+)['"]/gm;

/**
 * Takes `--changed [ref]` out of the arguments of `npm test` and puts the tests in that the change can break.
 *
 * @param {readonly string[]} args
 * @returns {readonly string[] | null} null if the change can break no test
 */
export function withChangedTests(args) {
  const at = args.indexOf('--changed');
  if (at < 0) return args;
  const next = args[at + 1];
  const ref = next === undefined || next.startsWith('-') ? 'HEAD' : next;
  const others = args.filter((_, index) => index !== at && !(index === at + 1 && ref === next));
  const changed = changedFiles(ref);
  const files = git('ls-files', '--cached', '--others', '--exclude-standard');
  const tests = testsOfChange(changed, files, (file) => {
    try {
      return readFileSync(inTree(file), 'utf8');
    } catch {
      return '';
    }
  });
  process.stderr.write(
    `${changed.length} changed files since ${ref}, ${tests.length} test files that they can break\n`,
  );
  return tests.length === 0 ? null : [...others, ...tests];
}

/** @param {string} ref */
function changedFiles(ref) {
  return [
    ...new Set([
      ...git('diff', '--name-only', '--no-renames', ref, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** @param {...string} args */
function git(...args) {
  try {
    const output = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return output.split('\n').filter(Boolean);
  } catch (error) {
    const said = String(/** @type {{ stderr?: unknown }} */ (error).stderr ?? error).trim();
    throw new Trouble(`--changed needs a clone and a commit that git knows: ${said}`);
  }
}

/**
 * The test files that a change can break: the changed ones; unit tests that import a changed file, however far away; other
 * tests that import one directly or through `test/`; and what the table says of its folder.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} files all of the project
 * @param {(file: string) => string} read
 * @returns {string[]}
 */
export function testsOfChange(changed, files, read) {
  const importers = importersOf(files, read);
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const found = new Set(changed.filter((file) => tests.includes(file)));
  for (const file of changed) {
    for (const test of reachedFrom(file, importers)) {
      if (test.endsWith('.test.ts')) found.add(test);
    }
    for (const name of testsOfFolders([file, ...usersOfRule(file, importers)])) {
      for (const test of tests) {
        if (name.endsWith('/') ? test.startsWith(`test/${name}`) : test === `test/${name}.test.ts`)
          found.add(test);
      }
    }
  }
  return [...found].sort();
}

/**
 * A rule of `src/domain` is tried by the tests of the folders that use it.
 *
 * @param {string} file
 * @param {Map<string, string[]>} importers
 */
function usersOfRule(file, importers) {
  return file.startsWith('src/domain/') ? (importers.get(file) ?? []) : [];
}

/**
 * The names on the right of the table for these files.
 *
 * @param {readonly string[]} files
 * @returns {Set<string>}
 */
export function testsOfFolders(files) {
  const rows = TESTS_OF_FOLDERS.filter(([folders]) =>
    folders.split(' ').some((name) => files.some((file) => isBelow(file, name))),
  );
  return new Set(rows.flatMap(([, tests]) => tests.split(' ')));
}

/**
 * @param {string} file
 * @param {string} name as on the left of the table
 */
function isBelow(file, name) {
  if (file === name || file.startsWith(`${name}/`)) return true;
  return /^src\/(?:http\/routes|\w+)\/([^/.]+)/.exec(file)?.[1] === name;
}

/**
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 * @returns {Map<string, string[]>} who imports each file
 */
function importersOf(files, read) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files) {
    if (!/\.(?:tsx?|mjs)$/.test(file)) continue;
    for (const [, name = ''] of read(file).matchAll(IMPORTED)) {
      const imported = posix.join(posix.dirname(file), name);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/**
 * From a source, the way goes on through sources to unit tests; into `test/` it leads one step only, and through
 * the shared parts of `test/` further if it began there: nearly every test imports the whole service.
 *
 * @param {string} start
 * @param {Map<string, string[]>} importers
 * @returns {Set<string>}
 */
function reachedFrom(start, importers) {
  const isOfTests = start.startsWith('test/');
  const reached = new Set([start]);
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (!importer.startsWith('test/') || file === start || isOfTests) reached.add(importer);
    }
  }
  return reached;
}
