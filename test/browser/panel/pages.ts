import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PANEL_FOLDER } from '../../../src/package-root.ts';
import { type Ground, signIn, signInByForm, type Visitor } from './ground.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every page with a text that must be visible before it is checked. */
const PAGES = [
  ['/', '.bars a'],
  ['/?days=90&measure=onTime', '.group-bars a'],
  ['/shipments', 'tr.row'],
  ['/ndr', '.queue-item'],
  ['/orders', 'tr.row'],
  ['/orders/new', '.offer, form'],
  ['/orders/new?way=file', '.drop'],
  ['/packing', '#scan'],
  ['/packing?part=handover', '.handover'],
  ['/returns', 'tr.row'],
  ['/returns/new', 'tr.row'],
  ['/rates?from=110020&to=560038', '.offer, tr.row'],
  ['/rates/cards', 'input'],
  ['/requests', 'tr.row, .empty'],
  ['/money', 'tr.row'],
  ['/money?part=cod', 'tr.row'],
  ['/money?part=remittances', 'tr.row'],
  ['/money?part=ledger', 'tr.row'],
  ['/money?part=weights', 'tr.row'],
  ['/money?part=invoices', 'tr.row, .empty'],
  ['/money?part=imports', '.drop'],
  ['/stores', '.drop'],
  ['/shops', '.connectable'],
  ['/shops/connect/woocommerce', 'form'],
  ['/settings', 'tr.row'],
  ['/settings/couriers', '.connectable'],
  ['/settings/couriers/delhivery', 'form'],
  ['/settings/webhooks', 'tr.row'],
  ['/settings/users', 'tr.row'],
  ['/settings/messages', 'tr.row'],
  ['/settings/keys', 'tr.row'],
  ['/settings/jobs', 'tr.row'],
  ['/settings/holidays', 'tr.row'],
  ['/settings/sessions', 'tr.row'],
  ['/settings/audit', 'tr.row'],
  ['/shipments?q=nothing+like+this', '.empty'],
] as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Everything that another theme could break: `tokens.css` changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** What opens over a page, by the name of its button or field. */
const OPENED = [
  ['/settings/users', 'Invite user'],
  ['/settings/holidays', 'New holiday'],
  ['/settings/messages', 'Edit texts: Shipped'],
  ['/shipments', 'Dates'],
  ['/orders/new', 'From warehouse'],
] as const;

/** Expects no serious finding of axe on a page, in either theme. */
export async function expectNoFindings(page: Page): Promise<void> {
  await page.evaluate(AXE);
  for (const [colorScheme, rules] of [
    ['light', {}],
    ['dark', { runOnly: COLOUR_RULES }],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
    const found = await page.evaluate<Violation[]>(
      `axe.run(document, ${options}).then(({ violations }) => violations)`,
    );
    expect(
      found.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ target }) => target.join(' '))]),
    ).toEqual([]);
  }
}

/**
 * Every page: no accessibility finding in either theme, best practices included, not wider than a phone, no request to another
 * host.
 */
export function testPages(ground: () => Ground): void {
  describe('every page', () => {
    let visitor: Visitor;
    const hosts = new Set<string>();
    beforeAll(async () => {
      visitor = await ground().visit();
      visitor.page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await signIn(visitor, ground());
    });
    afterAll(() => visitor.context.close());

    it.each(PAGES)('%s has no finding in either theme, and fits a phone', async (path, there) => {
      const { page } = visitor;
      await page.setViewportSize({ width: 1360, height: 850 });
      await page.goto(path);
      await page.locator(there).first().waitFor();
      await expectNoFindings(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBe(360);
    });

    it.each(OPENED)('%s has no finding while %s is open', async (path, name) => {
      const { page } = visitor;
      await page.setViewportSize({ width: 1360, height: 850 });
      await page.goto(path);
      await page
        .getByLabel(name, { exact: true })
        .or(page.getByText(name, { exact: true }))
        .first()
        .click();
      await page.locator('dialog[open], .popover, .menu:not([hidden])').first().waitFor();
      await expectNoFindings(page);
    });

    it('needs at most 220 kB for the first of them, compressed, but for letters', async () => {
      const fresh = await ground().visit();
      const asked = new Set<string>();
      fresh.page.on('request', (request) => asked.add(new URL(request.url()).pathname));
      await signInByForm(fresh, ground(), '/shipments');
      await fresh.page.locator('tr.row').first().waitFor();
      const texts = [...asked].filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
      const bytes = texts.map((path) => statSync(join(PANEL_FOLDER, `${path}.gz`)).size);
      expect(texts.length).toBeGreaterThan(2);
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(220_000);
      await fresh.context.close();
    });

    it('asked no other host for anything, and made the browser complain of nothing', () => {
      expect([...hosts]).toEqual([ground().address]);
      expect(visitor.complaints).toEqual([]);
    });
  });
}
