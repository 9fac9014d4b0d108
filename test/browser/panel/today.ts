import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GranularStatus } from '../../../src/domain/tracking/statuses.ts';
import { bookOrder, CARRIER } from '../../support/carriers.ts';
import { makeWarehouse, scan } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Every number on *Today* links to a list of the same length; an empty account sees its first steps. */
export function testToday(ground: () => Ground): void {
  it('shows an account without parcels its first steps, and ticks those that are done', async () => {
    const { test, visit } = ground();
    const other = await test.account('Empty');
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, { ...ground(), account: other }, '/');
    await page.getByText('0 of 5 steps are done.').waitFor();
    await page.getByRole('link', { name: 'Add a warehouse' }).click();
    await page.waitForURL('**/settings/warehouses?*');
    await makeWarehouse(other);
    await page.goto('/');
    await page.getByText('1 of 5 steps are done.').waitFor();
    expect(await page.locator('[aria-current=step]').textContent()).toContain('Create a store');
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  describe('a number on Today', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      await haveEveryState(ground());
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/');
    });
    afterAll(() => visitor.context.close());

    it('links to a list of the same length', async () => {
      const { page } = visitor;
      const tiles = page.locator(
        'section[aria-labelledby=parcels] .figure, section[aria-labelledby=trouble] .figure',
      );
      const weights = page.locator('section[aria-labelledby=money] .sum[href*=weights]');
      await page.locator('section[aria-labelledby=trouble] .figure').first().waitFor();
      await weights.waitFor();
      await expect.poll(async () => (await tiles.or(weights).allTextContents()).join()).not.toContain('…');
      const found: { name: string; number: number; href: string }[] = [];
      for (const tile of await tiles.or(weights).all()) {
        const number = Number((await tile.locator('b').textContent())?.replaceAll(',', ''));
        const name = (await tile.locator('span').textContent()) ?? '';
        found.push({ name, number, href: (await tile.getAttribute('href')) ?? '' });
      }
      expect(found.length).toBeGreaterThan(10);
      const listed: Record<string, number> = {};
      for (const { name, href } of found) listed[name] = await listedAt(visitor, href);
      expect(listed).toEqual(Object.fromEntries(found.map(({ name, number }) => [name, number])));
      // An empty list would prove nothing.
      expect(found.filter(({ number }) => number === 0)).toEqual([]);
    });

    it('opens a list that shows the same number', async () => {
      const { page } = visitor;
      for (const name of [
        'To book',
        'To pack and hand over',
        'Out for delivery',
        'Returning to you',
        'No scan',
      ]) {
        await page.goto('/');
        const tile = page.locator('.figure', { hasText: name });
        await expect.poll(() => tile.locator('b').textContent()).toMatch(/^[\d,]+$/);
        const number = await tile.locator('b').textContent();
        await tile.click();
        await page.waitForURL('**/shipments?**');
        const shipments = number === '1' ? '1 shipment' : `${number} shipments`;
        await page.locator('.bar').getByText(shipments, { exact: true }).waitFor();
        const tab = `${name === 'To book' ? name : 'All'} ${number}`;
        await page.getByRole('button', { name: tab, exact: true }).waitFor();
      }
    });

    it('links to the shipments that a carrier owes', async () => {
      const { page } = visitor;
      await page.goto('/money');
      const link = page.locator('td a[href^="/shipments"]').first();
      const number = Number((await link.textContent())?.replaceAll(',', ''));
      expect(await listedAt(visitor, (await link.getAttribute('href')) ?? '')).toBe(number);
    });

    it('is also the number in the menu', async () => {
      const { page } = visitor;
      await page.goto('/ndr');
      await page.locator('.queue-item').first().waitFor();
      const badge = Number(await page.locator('.side-link[href="/ndr"] .count').textContent());
      expect(await listedAt(visitor, '/ndr')).toBe(badge);
    });
  });
}

/**
 * The length of the list at an address of the panel: of shipments from the service's answer, else from its
 * rows.
 */
async function listedAt({ page }: Visitor, href: string): Promise<number> {
  const answered = page.waitForResponse(
    (response) =>
      /\/v1\/(?:shipments|requests|weight-differences|messages)(?:\?|$)/.test(response.url()) &&
      response.ok(),
  );
  const isOfRows = /settings\/(?:webhooks|couriers)/.test(href);
  await page.goto(href);
  if (isOfRows) {
    answered.catch(() => undefined);
    await page.getByText('Only items that need attention are shown.').waitFor();
    await page.locator('article.card, tr.row').first().waitFor();
    return page.locator('article.card, tr.row').count();
  }
  return (await (await answered).json()).meta.total;
}

/** Adds parcels to the demo account: one in each state that it lacks, and one with each problem. */
async function haveEveryState({ test, account }: Ground): Promise<void> {
  const warehouseId = await makeWarehouse(account);
  const failed: GranularStatus[] = ['picked_up', 'out_for_delivery', 'ndr_raised'];
  for (const course of [
    [],
    ['pickup_scheduled'],
    ['not_picked'],
    ['picked_up', 'in_transit'],
    ['picked_up', 'out_for_delivery'],
    [...failed, 'need_attention'],
    [...failed, 'reattempt_delivery'],
    [...failed, 'rto_initiated'],
    [...failed, 'rto_in_transit'],
    [...failed, 'rto_out_for_delivery'],
    [...failed, 'rto_need_attention'],
    [...failed, 'rto_delivered'],
  ] as const) {
    const { shipmentId } = await bookOrder(account, warehouseId, CARRIER);
    await scan(test, account, shipmentId, course);
  }
  const ofAccount = [account.accountId];
  await test.sql(
    `update messages set status = 'failed' where account_id = $1 and message_id = (
       select message_id from messages where account_id = $1 order by message_id desc limit 1)`,
    ofAccount,
  );
  await test.sql('update webhook_endpoints set failing_since = now() where account_id = $1', ofAccount);
}
