import { describe, expect, it } from 'vitest';
import { type Ground, PASSWORD, signIn, signInAs, type Visitor } from './ground.ts';
import { expectNoFindings } from './pages.ts';

const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** Controls on a page, with an element to wait for, and the lowest role that sees them. */
const OFFERED: readonly {
  readonly path: string;
  readonly there: string;
  readonly actions: readonly (readonly [role: 'button' | 'link', name: string, least: Role])[];
}[] = [
  { path: '/', there: '.side-link', actions: [['link', 'Packing', 'packer']] },
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

/** Lists whose rows open beside them. */
const LISTS = /^\/(?:shipments|returns)(?:\?|$)/;

/** Each role sees only what the service allows it; the service's own refusals are tested elsewhere. */
export function testRoles(ground: () => Ground): void {
  describe('a role', () => {
    it.each(ROLES)('%s sees exactly the actions that it may do, and is refused nothing', async (role) => {
      const { account, visit } = ground();
      const made = await account.post('/keys', { name: role, scope: role });
      const apiKey = made.json().data.attributes.token;
      const visitor = await visit();
      const { page } = visitor;
      const refused = refusalsOf(visitor);
      await signIn(visitor, { ...ground(), account: { ...account, apiKey } }, '/');
      const seen: Record<string, boolean> = {};
      const wanted: Record<string, boolean> = {};
      for (const { path, there, actions } of OFFERED) {
        await goWithin(visitor, path);
        await page.locator(there).first().waitFor();
        const tick = page.locator('tr.row input[type=checkbox]').first();
        if ((await tick.count()) > 0) await tick.check();
        for (const [kind, name, least] of actions) {
          seen[`${path} ${name}`] = (await page.getByRole(kind, { name, exact: true }).count()) > 0;
          wanted[`${path} ${name}`] = ROLES.indexOf(role) >= ROLES.indexOf(least);
        }
      }
      expect(seen).toEqual(wanted);
      expect(refused).toEqual([]);
      await visitor.context.close();
    });
  });

  it('a closed page says which role is missing and who can change it', async () => {
    const visitor = await visitAs(ground(), 'viewer', 'stores');
    const { page } = visitor;
    for (const [path, why] of [
      ['/orders/new', 'It needs the role Packer. You are signed in as Viewer.'],
      ['/settings/users', /^This page covers the whole account/],
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
    // The table of calls in pages.ts covers all others. At the same time, because most of a walk is waiting.
    it.concurrent.for<[who: string, role: Role, of: 'stores' | 'warehouses']>([
      ['a packer of some stores', 'packer', 'stores'],
      ['a manager of some warehouses', 'manager', 'warehouses'],
    ])('%s leads to no page that is refused', async ([, role, of], { expect }) => {
      const visitor = await visitAs(ground(), role, of);
      const { page } = visitor;
      const refused = refusalsOf(visitor);
      const walked = new Set<string>();
      await page.goto('/');
      await page.locator('.side-link').first().waitFor();
      const open = ['/', ...(await hrefsOf(visitor, '.side-link'))];
      for (let path = open.shift(); path !== undefined; path = open.shift()) {
        if (walked.has(path)) continue;
        walked.add(path);
        await goWithin(visitor, path);
        await page.locator('main h1').first().waitFor();
        // The first row of a list opens its details.
        const row = page.locator('main tr.row').first();
        if (LISTS.test(path) && (await row.count()) > 0) {
          await row.click();
          await page.locator('.sheet').first().waitFor();
          await visitor.settled();
          await page.keyboard.press('Escape');
        }
        const further = await hrefsOf(visitor, 'main nav a, main .figure, main a.button');
        open.push(...further.filter((href) => !walked.has(href) && !/^\/(?:docs|custom)/.test(href)));
      }
      expect(refused).toEqual([]);
      expect(walked.size).toBeGreaterThan(9);
      expect(walked.has('/packing')).toBe(true);
      expect(walked.has('/settings/webhooks')).toBe(false);
      await visitor.context.close();
    });
  });
}

/** Opens another page of the panel as a link does, without loading the panel again, and waits until it has its data. */
async function goWithin({ page, settled }: Visitor, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await settled();
}

/** The requests that the service refuses to this visitor from now on, each with its page. */
function refusalsOf({ page }: Visitor): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`);
  });
  return refused;
}

async function hrefsOf({ page }: Visitor, selector: string): Promise<string[]> {
  const all = await page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return all.filter((href): href is string => href?.startsWith('/') === true);
}

/** Signs in as a person with a role who sees one store or one warehouse. */
async function visitAs(ground: Ground, role: Role, of: 'stores' | 'warehouses'): Promise<Visitor> {
  const { account, visit } = ground;
  const first = async (path: string) => (await account.get(path)).json().data[0].id;
  const only =
    of === 'stores'
      ? { store_ids: [await first('/client-stores')] }
      : { warehouse_ids: [await first('/warehouses')] };
  const username = `${role}-${of}@example.in`;
  const user = { name: role, email: username, password: PASSWORD, role, ...only };
  expect((await account.post('/users', user)).json().data).toBeDefined();
  const visitor = await visit();
  await signInAs(visitor, ground, { username, password: PASSWORD });
  return visitor;
}
