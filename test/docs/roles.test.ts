import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../src/domain/role.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openApp } from '../support/app.ts';

interface Path {
  readonly [method: string]: {
    readonly summary: string;
    readonly 'x-roles'?: readonly string[];
    readonly 'x-restricted'?: string;
  };
}
const test = await openApp();

const BETWEEN = /(?<=<!-- roles -->\n)[\s\S]*(?=<!-- \/roles -->)/;

describe('docs/reference/roles.md', () => {
  it('has the roles of every call', async () => {
    const { paths } = (await test.app.inject({ url: '/openapi.json' })).json() as {
      paths: Record<string, Path>;
    };
    const rows = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-roles': roles, 'x-restricted': restricted }]) => ({
          call: `${method.toUpperCase()} ${path.replace('/custom/api/v1', '')}`,
          roles,
          restricted: { filtered: 'yes', by_warehouse: 'by warehouse' }[restricted ?? ''] ?? '',
        })),
      )
      .flatMap(({ call, roles, restricted }) =>
        roles === undefined
          ? []
          : [
              `| \`${call}\` | ${ROLES.map((role) => (roles.includes(role) ? 'yes' : '')).join(' | ')} | ${restricted} |\n`,
            ],
      );
    const head = `\n| Call | ${ROLES.join(' | ')} | when restricted |\n|---|${ROLES.map(() => '---').join('|')}|---|\n`;
    const page = join(PACKAGE_ROOT, 'docs/reference/roles.md');
    const table = `${head}${rows.join('')}\n`;
    await expect((await readFile(page, 'utf8')).replace(BETWEEN, () => table)).toMatchFileSnapshot(page);
  });
});
