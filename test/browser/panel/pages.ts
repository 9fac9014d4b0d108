import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PANEL_FOLDER } from '../../../src/package-root.ts';
import { type Ground, signIn, signInByForm, type Visitor } from './ground.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every page, with an element that must be visible before the page is checked. */
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
  ['/settings/tracking-page', '.empty'],
  ['/settings/sessions', 'tr.row'],
  ['/settings/audit', 'tr.row'],
  ['/shipments?q=nothing+like+this', '.empty'],
] as const;

/** Pages that not everybody may open: the least role, and how they meet people who see some stores or warehouses. */
const CLOSED = [
  ['/packing?part=handover', 'packer', 'by_warehouse'],
  ['/packing', 'packer', 'filtered'],
  ['/orders/new', 'packer', 'filtered'],
  ['/returns/new', 'manager', 'filtered'],
  ['/rates/cards', 'viewer', 'refused'],
  ['/settings/tracking-page', 'viewer', 'refused'],
  ['/shops/connect', 'manager', 'refused'],
  ['/shops', 'viewer', 'refused'],
  ['/money?part=remittances', 'viewer', 'refused'],
  ['/money?part=imports', 'manager', 'refused'],
  ['/settings/couriers', 'manager', 'refused'],
  ['/settings/webhooks', 'manager', 'refused'],
  ['/settings/messages', 'manager', 'refused'],
  ['/settings/audit', 'manager', 'refused'],
  ['/settings/users', 'owner', 'refused'],
  ['/settings/keys', 'owner', 'refused'],
] as const;
const MEETINGS = ['filtered', 'by_warehouse', 'refused'];

/**
 * The calls of an owner's pages that some readers of the page may not make, so that the panel must not make them for
 * these readers. Another call here needs a condition in the panel (`useMayActAs`).
 */
const NOT_FOR_ALL_READERS: Readonly<Record<string, readonly string[]>> = {
  '/': ['GET /remittances'],
  '/?days=90&measure=onTime': ['GET /remittances'],
  '/orders/new': ['GET /couriers', 'GET /shop-orders'],
  '/packing': ['GET /waiting-parcels'],
  '/rates?from=110020&to=560038': ['GET /couriers'],
  '/money': ['GET /remittances'],
  '/money?part=cod': ['GET /couriers'],
  '/money?part=ledger': ['GET /couriers'],
  '/money?part=weights': ['GET /couriers'],
  '/money?part=invoices': ['GET /couriers'],
};
/** The same for the frame of every page. */
const OF_FRAME = 'GET /sample-data';

interface Stated {
  readonly 'x-roles'?: readonly string[];
  readonly 'x-restricted'?: string;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** The rules that another theme could break: `tokens.css` changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** What opens over a page, by the name of the button or field that opens it. */
const OPENED = [
  ['/settings/users', 'Invite user'],
  ['/settings/holidays', 'New holiday'],
  ['/settings/messages', 'Edit texts: Shipped'],
  ['/shipments', 'Dates'],
  ['/orders/new', 'From warehouse'],
] as const;

/** Expects no finding of axe on a page: by all rules in the light theme, by those of colours in the dark one. */
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

/** Every page is accessible in both themes, fits a phone, and sends no request to another host. */
export function testPages(ground: () => Ground): void {
  describe('every page', () => {
    let visitor: Visitor;
    const hosts = new Set<string>();
    /** The calls of each page that was checked, as `GET /custom/api/v1/stores`. */
    const calls = new Map<string, Set<string>>();
    let current = new Set<string>();
    beforeAll(async () => {
      visitor = await ground().visit();
      visitor.page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        hosts.add(origin);
        current.add(`${request.method()} ${pathname}`);
      });
      await signIn(visitor, ground());
    });
    afterAll(() => visitor.context.close());

    it.each(PAGES)('%s is accessible in both themes and fits a phone', async (path, there) => {
      const { page } = visitor;
      await page.setViewportSize({ width: 1360, height: 850 });
      current = new Set();
      calls.set(path, current);
      await page.goto(path);
      await page.locator(there).first().waitFor();
      await expectNoFindings(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBe(360);
    });

    it.each(OPENED)('%s is accessible while %s is open', async (path, name) => {
      const { page } = visitor;
      current = new Set();
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

    it('needs at most 220 kB of compressed scripts and styles at first', async () => {
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

    it('makes only calls that its readers may make, or leaves them out for some', async () => {
      const document = (await ground().test.app.inject({ url: '/openapi.json' })).json();
      const stated = Object.entries<Record<string, Stated>>(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          name: `${method.toUpperCase()} ${path.replace('/custom/api/v1', '')}`,
          pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'),
          ...{ roles: operation['x-roles'], restricted: operation['x-restricted'] ?? '' },
        })),
      );
      for (const [page, made] of calls) {
        const closed = CLOSED.find(([prefix]) => page.startsWith(prefix));
        const [, least, meets] = closed ?? [page, 'viewer', 'filtered'];
        const refused = stated.filter(
          ({ pattern, roles, restricted }) =>
            roles !== undefined &&
            [...made].some((call) => pattern.test(call)) &&
            !(roles.includes(least) && MEETINGS.indexOf(restricted) <= MEETINGS.indexOf(meets)),
        );
        const names = refused.map(({ name }) => name).filter((name) => name !== OF_FRAME);
        expect([page, names]).toEqual([page, NOT_FOR_ALL_READERS[page] ?? []]);
      }
    });

    it('sends no request to another host, and causes no error in the browser', () => {
      expect([...hosts]).toEqual([ground().address]);
      expect(visitor.complaints).toEqual([]);
    });
  });
}
