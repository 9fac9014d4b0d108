import type { Page } from 'playwright-core';
import { describe, type ExpectStatic, expect, it } from 'vitest';
import { signInBy } from '../../support/people.ts';
import { type Ground, PASSWORD, signIn, type Visitor } from './ground.ts';
import { expectNoFindings } from './pages.ts';

const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** Controls on a page, with a text to wait for, and the lowest role that sees them. */
const OFFERED: readonly {
  readonly path: string;
  readonly there: string;
  readonly actions: readonly (readonly [role: 'button' | 'link', name: string, least: Role])[];
}[] = [
  {
    path: '/shipments?status=ready_for_pickup',
    there: 'tr.row',
    actions: [
      ['link', 'New order', 'packer'],
      ['button', 'Labels', 'packer'],
      ['button', 'Book', 'packer'],
      ['button', 'Manifest', 'packer'],
      ['button', 'Tags', 'packer'],
      ['button', 'Reattempt', 'manager'],
      ['button', 'Return to origin', 'manager'],
      ['button', 'Cancel', 'manager'],
    ],
  },
  { path: '/ndr', there: '.queue-item', actions: [['button', 'Reattempt', 'manager']] },
  { path: '/returns', there: 'tr.row', actions: [['link', 'New return', 'manager']] },
  {
    path: '/settings/holidays',
    there: 'tr.row',
    actions: [['button', 'New holiday', 'manager']],
  },
  { path: '/stores', there: '.drop', actions: [['button', 'New store', 'manager']] },
  {
    path: '/rates/cards?kind=carrier-settings',
    there: 'a[download]',
    actions: [['button', 'Add a row', 'manager']],
  },
  {
    path: '/settings',
    there: '.settings-nav nav a',
    actions: [
      ['link', 'Webhooks', 'manager'],
      ['link', 'Courier accounts', 'manager'],
      ['link', 'Users', 'owner'],
      ['link', 'API keys', 'owner'],
    ],
  },
];

/** A page that asks for nothing for so long has shown all that it shows. */
const QUIET_MS = 200;
/** Lists whose rows open beside them. */
const LISTS = /^\/(?:shipments|returns)(?:\?|$)/;

/** Each role sees what the service allows it; the service's own refusals are tested elsewhere. */
export function testRoles(ground: () => Ground): void {
  describe('a role', () => {
    it.each(ROLES)('%s is offered what it may do, and nothing else', async (role) => {
      const { account, visit } = ground();
      const made = await account.post('/keys', { name: role, scope: role });
      const apiKey = made.json().data.attributes.token;
      const visitor = await visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account: { ...account, apiKey } }, '/shipments');
      const seen: Record<string, boolean> = {};
      const wanted: Record<string, boolean> = {};
      for (const { path, there, actions } of OFFERED) {
        await page.goto(path);
        await page.locator(there).first().waitFor();
        const tick = page.locator('tr.row input[type=checkbox]').first();
        if ((await tick.count()) > 0) await tick.check();
        for (const [kind, name, least] of actions) {
          seen[`${path} ${name}`] = (await page.getByRole(kind, { name, exact: true }).count()) > 0;
          wanted[`${path} ${name}`] = ROLES.indexOf(role) >= ROLES.indexOf(least);
        }
      }
      expect(seen).toEqual(wanted);
      await visitor.context.close();
    });
  });

  it('is told, at a page that it may not open, what is missing and who can change it', async () => {
    const visitor = await visitAs(ground(), 'viewer', 'stores');
    const { page } = visitor;
    for (const [path, why] of [
      ['/orders/new', 'It needs the role Packer. You are signed in as Viewer.'],
      ['/settings/users', /^It is about the whole account, and you see a part of it/],
    ] as const) {
      await page.goto(path);
      await page.getByText(why).waitFor();
      await page.getByText(/^An owner of .* can change what you may do/).waitFor();
      await expectNoFindings(page);
    }
    await page.getByRole('link', { name: 'Go to Today' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await visitor.context.close();
  });

  describe('the menu of', () => {
    // At the same time, because most of each walk is waiting.
    it.concurrent.for<[who: string, role: Role, of: 'all' | 'stores' | 'warehouses']>([
      ['a viewer', 'viewer', 'all'],
      ['a packer', 'packer', 'all'],
      ['a manager', 'manager', 'all'],
      ['an owner', 'owner', 'all'],
      ['a manager of some stores', 'manager', 'stores'],
      ['a manager of some warehouses', 'manager', 'warehouses'],
      ['a packer of some stores', 'packer', 'stores'],
      ['a packer of some warehouses', 'packer', 'warehouses'],
    ])('%s ends nowhere in a refusal', async ([, role, of], { expect }) => {
      const visitor = await visitAs(ground(), role, of);
      const { page } = visitor;
      const refused: string[] = [];
      const quiet = quietOf(page, expect);
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`);
      });
      const walked = new Set<string>();
      await page.goto('/');
      await page.locator('.side-link').first().waitFor();
      const open = ['/', ...(await hrefsOf(visitor, '.side-link'))];
      for (let path = open.shift(); path !== undefined; path = open.shift()) {
        if (walked.has(path)) continue;
        walked.add(path);
        await goWithin(page, path);
        await quiet();
        await page.locator('main h1').first().waitFor();
        // The first entry of a list opens what is known of it.
        const row = page.locator('main tr.row').first();
        if (LISTS.test(path) && (await row.count()) > 0) {
          await row.click();
          await page.locator('.sheet').first().waitFor();
          await quiet();
          await page.keyboard.press('Escape');
        }
        const further = await hrefsOf(visitor, 'main nav a, main .figure, main a.button');
        open.push(...further.filter((href) => !walked.has(href) && !/^\/(?:docs|custom)/.test(href)));
      }
      expect(refused).toEqual([]);
      expect(walked.size).toBeGreaterThan(9);
      expect(walked.has('/packing')).toBe(role !== 'viewer');
      expect(walked.has('/settings/webhooks')).toBe(of === 'all' && ['manager', 'owner'].includes(role));
      await visitor.context.close();
    });
  });
}

/** Opens another page of the panel as a link does, without loading the panel again. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** Waits until the page has asked the service for nothing for a moment. */
function quietOf(page: Page, expect: ExpectStatic): () => Promise<void> {
  let open = 0;
  let last = 0;
  const note = (by: number) => () => {
    open += by;
    last = Date.now();
  };
  page.on('request', note(1));
  page.on('requestfinished', note(-1));
  page.on('requestfailed', note(-1));
  return async () => {
    last = Date.now();
    await expect.poll(() => open === 0 && Date.now() - last > QUIET_MS, { interval: 20 }).toBe(true);
  };
}

async function hrefsOf({ page }: Visitor, selector: string): Promise<string[]> {
  const all = await page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return all.filter((href): href is string => href?.startsWith('/') === true);
}

/** A person with a role, who sees everything, or one store or one warehouse. */
async function visitAs(ground: Ground, role: Role, of: 'all' | 'stores' | 'warehouses'): Promise<Visitor> {
  const { test, account, visit } = ground;
  const headers = account.headers;
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) =>
    (
      await test.app.inject({ method, url: `/custom/api/v1${path}`, headers, ...(payload && { payload }) })
    ).json();
  const only = {
    all: {},
    stores: { store_ids: [(await ask('GET', '/client-stores')).data[0]?.id] },
    warehouses: { warehouse_ids: [(await ask('GET', '/warehouses')).data[0]?.id] },
  }[of];
  const username = `${role}-${of}@example.in`;
  const made = await ask('POST', '/users', {
    name: role,
    email: username,
    password: PASSWORD,
    role,
    ...only,
  });
  expect(made.data).toBeDefined();
  const { cookie } = await signInBy(test, { username, password: PASSWORD });
  const [name = '', value = ''] = cookie.split('=');
  const visitor = await visit();
  await visitor.context.addCookies([{ name, value, url: ground.address }]);
  return visitor;
}
