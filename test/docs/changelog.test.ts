import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT, readVersion } from '../../src/package-root.ts';

const releases = [...readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## (.*)$/gm)].map(
  ([, heading = '']) => heading,
);

it('the changelog tells of the version, with the day of its release, below what is not released', () => {
  const [first, newest = ''] = releases;
  expect(first).toBe('Unreleased');
  expect(newest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
  expect(newest.split(' ')[0]).toBe(readVersion());
});
