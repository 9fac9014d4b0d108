import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** A script that types into the focused field key by key, without pauses, however slow the machine is. */
function typedAtOnce(text: string): string {
  return `{
    const field = document.activeElement;
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (let end = 1; end <= ${text.length}; end += 1) {
      set.call(field, ${JSON.stringify(text)}.slice(0, end));
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }`;
}

/** The list of shipments: its state is in the address, and actions apply to the selection. */
export function testShipments(ground: () => Ground): void {
  describe('the list of shipments', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground());
      await visitor.page.locator('tr.row').first().waitFor();
    });
    afterAll(() => visitor.context.close());

    const answer = async (path: string, payload: object = {}) =>
      (await ground().account.post(path, payload)).json();

    it('fills the screen with rows, at the top and after a jump', async () => {
      const { page } = visitor;
      const reachesDown = `(() => {
        const grid = document.querySelector('.grid').getBoundingClientRect();
        const rows = [...document.querySelectorAll('tr.row')].map((row) => row.getBoundingClientRect());
        return rows[0].top < grid.top + 40 && rows.at(-1).bottom >= grid.bottom;
      })()`;
      expect(await page.evaluate(reachesDown)).toBe(true);
      await page.evaluate("document.querySelector('.grid').scrollTo(0, 1800)");
      await expect.poll(() => page.evaluate(reachesDown)).toBe(true);
      await page.evaluate("document.querySelector('.grid').scrollTo(0, 0)");
      await page.locator('tr[aria-rowindex="2"]').waitFor();
    });

    it('has tabs with exact counts, and tells screen readers the number of all rows', async () => {
      const { page } = visitor;
      const counts = (await answer('/shipments/counts')).data;
      await page.getByRole('button', { name: `All ${counts.all}` }).waitFor();
      await page.getByRole('button', { name: `Delivered ${counts.delivered}` }).click();
      await page.getByText(`${counts.delivered} shipments`).waitFor();
      await expect
        .poll(() => page.getByRole('table').getAttribute('aria-rowcount'))
        .toBe(`${counts.delivered + 1}`);
      expect(await page.locator('tr.row').count()).toBeLessThan(counts.delivered);
      await page.goBack();
      await page.getByText(`${counts.all} shipments`).waitFor();
    });

    it('keeps its filters in the address', async () => {
      const { page } = visitor;
      await page.getByRole('button', { name: 'Payment' }).click();
      // Its accessible name does not change when the counts arrive.
      await page.locator('.popover .count').first().waitFor();
      await page.getByLabel('COD', { exact: true }).check();
      await page.keyboard.press('Escape');
      await page.waitForURL('**/shipments?cod=yes');
      const { meta } = await answer('/shipments', { is_cod: true, per_page: 1 });
      await page.getByText(`${meta.total} shipments`).waitFor();
      await page.reload();
      await page.getByText(`${meta.total} shipments`).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL('**/shipments');
    });

    it('applies typed filters also when they are closed with Escape', async () => {
      const { page } = visitor;
      const { meta } = await answer('/shipments', { cod_amount_min: 2000, per_page: 1 });
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('COD amount from').fill('2000');
      await page.keyboard.press('Escape');
      await page.waitForURL('**/shipments?amount_from=2000');
      await page.getByText(`${meta.total} shipments`).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL('**/shipments');
    });

    it('searches after a pause in typing, not at each key', async () => {
      const { page } = visitor;
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/shipments')) asked.push(request.postData() ?? '');
      });
      await page.keyboard.press('/');
      await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT');
      await page.evaluate(typedAtOnce('DEMO-1300'));
      await page.getByText('1 shipment', { exact: true }).waitFor();
      expect(asked.filter((body) => body.includes('DEMO') && !body.includes('DEMO-1300'))).toEqual([]);
      await page.getByLabel('Search this list').fill('');
      await page.waitForURL('**/shipments');
    });

    it('is searched from every page: Enter opens a single match and lists several', async () => {
      const { page } = visitor;
      const beside = await visitor.context.newPage();
      await beside.goto('/stores');
      await beside.locator('#page').waitFor();
      const field = beside.getByRole('combobox', { name: 'Tracking number, order, phone, name' });
      await beside.keyboard.press('Control+k');
      await beside.keyboard.type('DEMO-130');
      const options = beside.getByRole('listbox').getByRole('option');
      await expect.poll(() => options.first().textContent()).toContain('DEMO-130');
      await beside.keyboard.press('Enter');
      await beside.waitForURL('**/shipments?q=DEMO-130');
      await beside.locator('tr.row').nth(1).waitFor();

      // As a scanner types it: Enter comes before the answer.
      await field.fill('DEMO-1300');
      await field.press('Enter');
      await beside.getByRole('complementary', { name: 'Shipment details' }).waitFor();
      // Keys of the list work at once.
      await beside.keyboard.press('Escape');
      await beside.getByRole('complementary', { name: 'Shipment details' }).waitFor({ state: 'detached' });
      await beside.goto('/rates');
      await beside.locator('#page').waitFor();
      await beside.keyboard.press('/');
      await options.filter({ hasText: 'DEMO-1300' }).click();
      await beside.getByRole('complementary', { name: 'Shipment details' }).waitFor();
      for (const name of ['new order', 'नया ऑर्डर']) {
        await field.fill(name);
        await beside.getByText('Enter opens New order').waitFor();
        await field.press('Enter');
        await beside.waitForURL('**/orders/new');
        await beside.goto('/stores');
      }
      await field.click();
      await options.filter({ hasText: 'DEMO-1300' }).waitFor();
      expect(await options.filter({ hasText: 'नया ऑर्डर' }).count()).toBe(0);
      await field.fill('mon');
      await options.filter({ hasText: 'Money' }).click();
      await beside.waitForURL('**/money');
      await field.fill('holid');
      await options.filter({ hasText: 'Holidays' }).click();
      await beside.waitForURL('**/settings/holidays');
      // As the list calls it, and not by its tab alone.
      const filter = { granular_status: ['ready_for_pickup'], per_page: 1 };
      const [booked] = (await ground().account.post('/shipments', filter)).json().data;
      await field.fill(booked.attributes.order.display_id);
      await options.filter({ hasText: 'Ready for pickup' }).first().waitFor();
      await beside.close();
      await page.bringToFront();
    });

    it('is walked with keys, which also open and close a shipment', async () => {
      const { page } = visitor;
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('complementary', { name: 'Shipment details' });
      await sheet.getByRole('heading', { name: 'History' }).waitFor();
      const first = await sheet.getByRole('heading', { level: 2 }).textContent();
      await page.keyboard.press('j');
      await expect.poll(() => sheet.getByRole('heading', { level: 2 }).textContent()).not.toBe(first);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    });

    it('prints packing slips, and labels for a thermal printer', async () => {
      const { page } = visitor;
      const print = async (paper: string) => {
        await page.getByRole('button', { name: 'Print' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: paper }).click(),
        ]);
        await page.getByText(`Saved ${file.suggestedFilename()}`).first().waitFor();
        return file.suggestedFilename();
      };
      await page.getByLabel('Search this list').fill('DEMO-1300');
      await page.getByText('1 shipment', { exact: true }).waitFor();
      await page.locator('tr.row input').first().check();
      expect(await print('Packing slips')).toBe('packing-slips.pdf');
      expect(await print('Labels for a thermal printer')).toBe('labels.zpl');
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByLabel('Search this list').fill('');
      await page.waitForURL('**/shipments');
    });

    it('is sorted by the heads of columns, and the address keeps the order', async () => {
      const { page } = visitor;
      const first = async () => (await page.locator('tr[aria-rowindex="2"] .row-link').textContent()) ?? '';
      const sorted = async (sort: object) => {
        const { data } = await answer('/shipments', { ...sort, per_page: 1 });
        return data[0].attributes.tracking_number ?? '–';
      };
      const head = page.getByRole('columnheader', { name: 'Created' });
      expect(await head.getAttribute('aria-sort')).toBe('descending');
      await head.getByRole('button').click();
      await page.waitForURL('**/shipments?sort=asc');
      await expect.poll(first).toBe(await sorted({ sort_order: 'asc' }));
      const scans = page.getByRole('columnheader', { name: 'Last scan' });
      await scans.getByRole('button').click();
      await page.waitForURL('**/shipments?by=last_scan_at');
      expect([await head.getAttribute('aria-sort'), await scans.getAttribute('aria-sort')]).toEqual([
        null,
        'descending',
      ]);
      await expect.poll(first).toBe(await sorted({ sort_by: 'last_scan_at' }));
      await page.reload();
      await expect.poll(first).toBe(await sorted({ sort_by: 'last_scan_at' }));
      await page.goto('/shipments');
      await page.locator('tr.row').first().waitFor();
    });

    it('shows quick actions at the row of the pointer or the focus', async () => {
      const { page } = visitor;
      await page.goto('/shipments?status=in_transit');
      const row = page.locator('tr.row').first();
      const number = (await row.locator('.row-link').textContent()) ?? '';
      const copy = page.getByRole('button', { name: `Copy ${number}` });
      expect(await copy.count()).toBe(0);
      await row.hover();
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await copy.click();
      await page.getByText(`Copied ${number}`).first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: /^Label of / }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/-label\.pdf$/);
      const next = page.locator('tr.row').nth(1);
      await next.locator('.row-link').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const focused = await page.evaluate("document.activeElement?.getAttribute('aria-label')");
      expect(focused).toMatch(/^Track /);
      await page.goto('/shipments');
      await page.locator('tr.row').first().waitFor();
    });

    it('has cards on a phone that show the parcel or the buyer, and the next step', async () => {
      const { page } = visitor;
      await page.setViewportSize({ width: 390, height: 844 });
      const { data } = await answer('/shipments', { granular_status: ['ndr_raised'], per_page: 1 });
      const { shipping_address: to, tracking_number, is_cod, cod_amount, total_price } = data[0].attributes;
      const card = page.locator('tr.row').first();
      await page.goto('/orders?granular=ndr_raised');
      await card.getByText(to.name).waitFor();
      const amount = new Intl.NumberFormat('en-IN').format(is_cod ? cod_amount : total_price);
      expect(await card.textContent()).toContain(amount);
      await page.goto('/shipments?granular=ndr_raised');
      await card.getByText(tracking_number).waitFor();
      const text = (await card.textContent()) ?? '';
      expect(text).toContain('Delivery failed (NDR)');
      expect(text).toContain('Answer the courier');
      expect(await page.getByRole('columnheader').count()).toBe(0);
      await card.click();
      const sheet = page.getByRole('complementary', { name: 'Shipment details' });
      await sheet.getByText('The delivery failed. Request a reattempt, or return the parcel.').waitFor();
      await sheet.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('combobox', { name: 'Sort' }).click();
      await page.getByRole('option', { name: 'Last scan, oldest first' }).click();
      await page.waitForURL(/by=last_scan_at&sort=asc|sort=asc&by=last_scan_at/);
      await page.setViewportSize({ width: 1360, height: 850 });
      await page.goto('/shipments');
      await page.locator('tr.row').first().waitFor();
    });

    it('keeps a note of a shipment', async () => {
      const { page } = visitor;
      await page.locator('tr.row').first().click();
      await page.getByLabel('Add a note').fill('Ring the bell twice');
      await page.locator('form', { hasText: 'Add a note' }).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('complementary').getByText('Ring the bell twice').waitFor();
      await page.keyboard.press('Escape');
    });

    it('shows only whole columns beside an open shipment', async () => {
      const { page } = visitor;
      const heads = page.locator('.beside .grid th');
      const before = await heads.count();
      await page.locator('tr.row').first().click();
      await page.getByRole('complementary', { name: 'Shipment details' }).waitFor();
      await expect.poll(() => heads.count()).toBeLessThan(before);
      const hidden =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.grid'))";
      await expect.poll(() => page.evaluate(hidden)).toBe(0);
      await page.keyboard.press('Escape');
      await expect.poll(() => heads.count()).toBe(before);
    });

    it('runs a job on all matches and reports the results', async () => {
      const { page } = visitor;
      await page.getByRole('button', { name: /^NDR \d/ }).click();
      const { meta } = await answer('/shipments', { status: 'ndr_raised', per_page: 1 });
      await page.getByText(`${meta.total} shipments`).waitFor();
      await page.getByLabel('Select all that match').check();
      await page.getByText(`All ${meta.total} that match are selected`).waitFor();
      await page.getByRole('button', { name: 'Tags' }).click();
      await page.getByLabel('Add tags').fill('call first');
      await page.getByRole('dialog').getByRole('button', { name: 'Tags' }).click();
      await page.getByText('All done').waitFor();
      await page.getByRole('link', { name: 'Download results' }).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      expect((await answer('/shipments', { tags: ['call first'] })).meta.total).toBe(meta.total);
    });

    it('clears the selection when the filter changes, and says so', async () => {
      const { page } = visitor;
      await page.locator('tr.row input').first().check();
      await page.getByText('1 selected').waitFor();
      await page.getByRole('button', { name: /^All / }).click();
      await page.getByText('The filter changed. Selection cleared.').waitFor();
      expect(await page.getByText('1 selected').count()).toBe(0);
    });

    it('causes no error in the browser', () => {
      expect(visitor.complaints).toEqual([]);
    });
  });
}
