import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { build, preview } from 'vite';
import { it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { launchBrowser } from '../support/browser.ts';

/** `npm run pictures -- panel` writes docs/images/panel/components and an overview of them. This is no test. */
const FOLDER = join(PACKAGE_ROOT, 'docs/images/panel/components');
const SHEET = join(PACKAGE_ROOT, 'docs/reference/panel-components.md');
const THEMES = ['light', 'dark'] as const;

it('renders the components of the panel in both themes', async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const panel = join(PACKAGE_ROOT, 'panel');
  const pageOfParts = join(panel, 'parts.html');
  const outDir = join(PACKAGE_ROOT, '.cache/panel-parts');
  const options = { configFile: join(panel, 'vite.config.mjs'), root: panel, logLevel: 'warn' } as const;
  await build({ ...options, build: { outDir, emptyOutDir: true, rolldownOptions: { input: pageOfParts } } });
  const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await launchBrowser();
  const address = `${server.resolvedUrls?.local[0]}parts.html`;
  const sheet: string[] = [];
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({
      viewport: { width: 780, height: 900 },
      deviceScaleFactor: 1.5,
      locale: 'en-IN',
      colorScheme,
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    await page.locator('section.group').first().waitFor();
    const groups = await page.locator('section.group').all();
    for (const group of groups) {
      const { title, about, name } = await namesOf(group);
      const png = await pictureOf(page, group);
      await sharp(png)
        .webp({ quality: 60 })
        .toFile(join(FOLDER, `${name}-${colorScheme}.webp`));
      if (colorScheme === 'dark') sheet.push(sectionOf(title, about, name));
    }
    await page.close();
  }
  await browser.close();
  await server.close();
  writeFileSync(SHEET, [HEAD, ...sheet].join('\n'));
});

const HEAD = `# Components of the panel

Every part that the pages of the panel share, from \`panel/src/parts\`, light and dark. See them move with \`npx vite panel\`, at \`/parts.html\`.
\`npm run pictures -- panel\` renders the pictures from that page, and a test fails if a part is missing there.
`;

async function namesOf(group: Locator): Promise<{ title: string; about: string; name: string }> {
  const title = (await group.getAttribute('aria-label')) ?? '';
  const about = await group.locator('p').first().innerText();
  return { title, about, name: title.toLowerCase().replaceAll(' ', '-') };
}

/** Opens what the group shows open. */
async function pictureOf(page: Page, group: Locator): Promise<Buffer> {
  const opener = group.locator('[data-open] button, button[data-open]').first();
  if ((await opener.count()) > 0) {
    await group.scrollIntoViewIfNeeded();
    if ((await opener.getAttribute('data-open')) === 'hover') await opener.hover();
    else await opener.click();
    // biome-ignore lint/plugin: tips open after a moment, and what floats finds its place
    await page.waitForTimeout(600);
  }
  const pictured = await group.getAttribute('data-pictured');
  const png = await (pictured === null ? group : page.locator(pictured)).first().screenshot();
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  return png;
}

function sectionOf(title: string, about: string, name: string): string {
  const pictures = THEMES.map(
    (theme) =>
      `<img src="../images/panel/components/${name}-${theme}.webp" width="390" alt="${title}, ${theme}">`,
  );
  return `## ${title}\n\n${about}\n\n${pictures.join('\n')}\n`;
}
