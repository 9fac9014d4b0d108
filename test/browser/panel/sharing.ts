import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Things shared by several people: views, rates, holidays, the brand of a store. */
export function testSharing(ground: () => Ground): void {
  describe('what several people share', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground());
    });
    afterAll(() => visitor.context.close());

    const isShared = async (name: string): Promise<boolean> => {
      const { account } = ground();
      const answer = await account.get('/views');
      return answer.json().data.find((one: { name: string }) => one.name === name)?.is_shared;
    };

    it.each(['shipments', 'returns'])('shares a saved view of %s, and stops sharing it', async (list) => {
      const { page } = visitor;
      const name = `Mine of ${list}`;
      await page.goto(`/${list}?status=in_transit`);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByLabel('Name of this view').fill(name);
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('button', { name: `Share ${name}` }).click();
      await page.getByRole('button', { name: `Stop sharing ${name}` }).waitFor();
      expect(await isShared(name)).toBe(true);
      await page.getByRole('button', { name: `Stop sharing ${name}` }).click();
      await page.getByRole('button', { name: `Share ${name}` }).waitFor();
      expect(await isShared(name)).toBe(false);
      await page.goto(`/${list}`);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await page.waitForURL(/status=in_transit/);
    });

    it('loads rates that somebody else has published before own changes go on', async () => {
      const { account } = ground();
      const { page } = visitor;
      const publish = (markup: string) =>
        account.post(
          '/rate-cards/publish?kind=carrier-settings',
          `carrier_id,offered,markup_percent\nh7vd3r8c,yes,${markup}\n`,
          { 'content-type': 'text/csv' },
        );
      await publish('1');
      await page.goto('/rates/cards?kind=carrier-settings');
      await page.getByLabel('Markup (%), row 1').fill('2');
      await publish('3');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('button', { name: 'Load current rates' }).click();
      const cell = page.getByLabel('Markup (%), row 1');
      await expect.poll(() => cell.inputValue()).toBe('3');
    });

    it('takes the colour of a store from its new logo unless a colour was chosen', async () => {
      const { page } = visitor;
      const logo = async (background: string) => ({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      });
      const colour = async (): Promise<string> => {
        const { account } = ground();
        const stores = await account.get('/client-stores');
        const isOurs = (one: { store_name: string }) => one.store_name === 'colour-shop';
        return stores.json().data.find(isOurs).brand_color;
      };
      const field = page.locator('input[name=brand_color]');
      /** Saves, and waits until the form shows the saved values. */
      const saved = async () => {
        const [answer] = await Promise.all([
          page.waitForResponse((one) => one.request().method() === 'PUT'),
          page.getByRole('button', { name: 'Save', exact: true }).click(),
        ]);
        expect(answer.status()).toBe(200);
        // The bar of what is unsaved goes once the form has forgotten it: a change before that would be forgotten too.
        await page.locator('.foot-bar').waitFor({ state: 'detached' });
        const kept = await colour();
        await expect.poll(() => field.inputValue()).toBe(kept);
        return kept;
      };
      await page.goto('/stores?store=new');
      await page.getByLabel('Short name').fill('colour-shop');
      await page.locator('input[type=file]').setInputFiles(await logo('#B3261E'));
      await page.getByRole('button', { name: 'Create store' }).click();
      await page.waitForURL((url) => url.searchParams.get('store') !== 'new');
      await expect.poll(() => page.getByLabel('Short name').inputValue()).toBe('colour-shop');
      const first = await colour();
      expect(first).toMatch(/^#/);
      await page.locator('input[type=file]').setInputFiles(await logo('#1D5FD1'));
      const second = await saved();
      expect(second).not.toBe(first);
      await page.getByLabel('Name for customers').fill('Colour Shop');
      expect(await saved()).toBe(second);
      await field.fill('#123456');
      expect(await saved()).toBe('#123456');
      await page.locator('input[type=file]').setInputFiles(await logo('#187A34'));
      expect(await saved()).toBe('#123456');
    });

    it('adds a holiday to the calendar, and goes back to the default calendar', async () => {
      const { page } = visitor;
      await page.goto('/settings/holidays');
      await page.getByRole('button', { name: 'New holiday' }).click();
      const day = page.getByLabel('Day', { exact: true });
      await day.fill('31 Feb');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^Type a date like/).waitFor();
      await day.fill('24/12/2026');
      await page.getByRole('button', { name: 'Open the calendar' }).click();
      await page.getByRole('table', { name: 'December 2026' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      expect(await day.inputValue()).toBe('25 Dec 2026');
      await page.getByLabel('Name', { exact: true }).fill('Christmas');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('You’re using your own calendar.').waitFor();
      await page.getByRole('cell', { name: 'Christmas', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Use the default calendar' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use the default calendar' }).click();
      await page.getByText('You’re using the default calendar').waitFor();
    });

    it('lets another website show the tracking page', async () => {
      const { page } = visitor;
      await page.goto('/settings/tracking-page');
      const add = async (website: string) => {
        await page.getByLabel('Website', { exact: true }).fill(website);
        await page.getByRole('button', { name: 'Save' }).click();
      };
      await page.getByRole('button', { name: 'New website' }).first().click();
      await add('chai.example/blog');
      await page.getByText(/must be a host that serves https/).waitFor();
      await add('Blog.Chai.example');
      await page.getByRole('cell', { name: 'blog.chai.example', exact: true }).waitFor();
      await page.getByRole('button', { name: 'New website' }).first().click();
      await add('other.chai.example');
      await page.getByRole('cell', { name: 'other.chai.example', exact: true }).waitFor();
      await page.reload();
      await expect.poll(() => page.locator('tr.row').count()).toBe(2);
    });
  });
}
