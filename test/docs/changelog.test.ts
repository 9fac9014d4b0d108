import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT, readVersion } from '../../src/package-root.ts';

const changelog = readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8');
const releases = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
const entries = [...changelog.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, entry = '']) => entry);
const MOST_WORDS = 15;

it('the changelog has the current version with its date below the unreleased changes', () => {
  const [first, newest = ''] = releases;
  expect(first).toBe('Unreleased');
  expect(newest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
  expect(newest.split(' ')[0]).toBe(readVersion());
});

it(`the changelog has entries of at most ${MOST_WORDS} words`, () => {
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter((entry) => entry.split(/\s+/).length > MOST_WORDS)).toEqual([]);
});
