import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openApp } from '../support/app.ts';

const test = await openApp();

it('docs/reference/api.md lists which calls exist and which do not exist yet', async () => {
  const { paths } = (await test.app.inject({ url: '/openapi.json' })).json();
  const here = (method: string, path: string) =>
    paths[`/custom/api/v1${path}`]?.[method.toLowerCase()] === undefined ? 'not yet' : 'yes';
  const page = readFileSync(join(PACKAGE_ROOT, 'docs/reference/api.md'), 'utf8');
  const said = [...page.matchAll(/^\| `([A-Z]+) (\/\S+)` \| .* \| (yes|not yet) \|$/gm)].map(
    ([, ...row]) => row,
  );
  expect(said).toHaveLength(28);
  expect(said).toEqual(said.map(([method = '', path = '']) => [method, path, here(method, path)]));
});
