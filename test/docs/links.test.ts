import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';

/** All Markdown of the repository, by its path. */
const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: PACKAGE_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(PACKAGE_ROOT, page)));

/** Targets of links and pictures that are in the repository. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/ src="([^"]+)"/g)];
  return found.map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchor of a heading on a rendered page. */
function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return shown
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function hasAnchor(file: string, anchor: string): boolean {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)];
  return headings.some(([, heading = '']) => anchorOf(heading) === anchor);
}

it.each(PAGES)('every link of %s has a target', (page) => {
  const from = join(PACKAGE_ROOT, page);
  const broken = linksOf(readFileSync(from, 'utf8')).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? from : resolve(dirname(from), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !(statSync(target).isFile() && hasAnchor(target, anchor));
  });
  expect(broken).toEqual([]);
});

it('every page of docs is in a folder whose index names it', () => {
  const missing = PAGES.filter(
    (page) => /^docs\/[^/]+\/[^/]+\.md$/.test(page) && !page.endsWith('README.md'),
  ).filter((page) => {
    const index = join(PACKAGE_ROOT, dirname(page), 'README.md');
    return !readFileSync(index, 'utf8').includes(`(${page.split('/').at(-1)})`);
  });
  expect(missing).toEqual([]);
  expect(PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page))).toEqual(['docs/README.md']);
});
