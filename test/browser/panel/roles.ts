import { describe, expect, it } from 'vitest';
import { type Ground, signIn } from './ground.ts';

const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** What is offered on a page, once something there is seen, with the least role that it is offered to. */
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
  { path: '/ndr', there: '.queue-item', actions: [['button', 'Try again', 'manager']] },
  { path: '/returns', there: 'tr.row', actions: [['link', 'New return', 'manager']] },
  {
    path: '/settings/holidays',
    there: 'tr.row',
    actions: [['button', 'Add the day', 'manager']],
  },
  { path: '/stores', there: '.drop', actions: [['button', 'Save', 'manager']] },
  {
    path: '/rates/cards?kind=carrier-settings',
    there: 'a[download]',
    actions: [['button', 'Add a row', 'manager']],
  },
  {
    path: '/settings',
    there: '.tabs',
    actions: [
      ['link', 'Webhooks', 'manager'],
      ['link', 'Courier accounts', 'manager'],
      ['link', 'Users', 'owner'],
      ['link', 'API keys', 'owner'],
    ],
  },
];

/** Each role is offered what the service would let it do: the service's own refusals have tests of their own. */
export function testRoles(ground: () => Ground): void {
  describe('a role', () => {
    it.each(ROLES)('%s is offered what it may do, and nothing else', async (role) => {
      const { test, account, visit } = ground();
      const made = await test.app.inject({
        method: 'POST',
        url: '/custom/api/v1/keys',
        headers: account.headers,
        payload: { name: role, scope: role },
      });
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
}
