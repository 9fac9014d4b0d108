import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TAMIL } from '../../../src/domain/languages/ta.ts';
import { linkCodeOf } from '../../../src/usecases/tracking/tracking-links.ts';
import { makeWarehouse, orderBody } from '../../support/orders.ts';
import type { Ground } from './ground.ts';

/** The tracking page of customers, and an email to them. */
export function testTrackingPage(ground: () => Ground): void {
  describe('the tracking page', () => {
    let page: string;
    let ugly: string;
    let email: string;
    beforeAll(async () => {
      const { test } = ground();
      const account = await test.account('Sunrise Traders');
      const warehouseId = await makeWarehouse(account);
      const order = 'A-VERY-LONG-ORDER-NUMBER-WITHOUT-A-SPACE-0123456789';
      await account.post('/forward-order-orchestration', orderBody(warehouseId, { order_id: order }));
      const { headers } = await test.app.inject({ url: `/track?order=${order}&phone=3210` });
      page = String(headers.location);
      const name = `${'A'.repeat(100)}👩‍👩‍👧‍👦 مرحبا <b>`;
      const made = await account.post(
        '/forward-order-orchestration',
        orderBody(warehouseId, {
          order_id: '9'.repeat(100),
          billing_customer_name: name,
          billing_city: 'C'.repeat(100),
          order_items: Array.from({ length: 50 }, () => ({
            name,
            sku: 'S'.repeat(100),
            units: 1_000_000,
            selling_price: 0,
          })),
        }),
      );
      const { shipment_id: shipmentId } = made.json().payload;
      ugly = `/t/${await linkCodeOf(test.service, { accountId: account.accountId, shipmentId })}`;
      const sent = await account.get(`/messages?shipment_id=${shipmentId}&channel=email`);
      email = (await account.get(`/messages/${sent.json().data[0].id}/preview`)).body;
    });

    it('fits the narrowest phones in English and Hindi, with letters of normal and double size', async () => {
      const visitor = await ground().browser.newPage({ viewport: { width: 320, height: 640 } });
      for (const language of ['en', 'hi']) {
        for (const letters of ['100%', '200%']) {
          await visitor.goto(`${ground().address}${page}?lang=${language}`);
          await visitor.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
          const { scrollWidth, clientWidth } = await visitor.evaluate<{
            scrollWidth: number;
            clientWidth: number;
          }>('(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)');
          expect([language, letters, scrollWidth]).toEqual([language, letters, clientWidth]);
        }
      }
      await visitor.close();
    });

    it('fits the narrowest phones with the longest names, and so does an email', async () => {
      const visitor = await ground().browser.newPage({ viewport: { width: 320, height: 640 } });
      const widths = (shown: Page) =>
        shown.evaluate<number[]>(
          '(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)',
        );
      for (const letters of ['100%', '200%']) {
        await visitor.goto(`${ground().address}${ugly}`);
        await visitor.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
        expect(await widths(visitor)).toEqual([320, 320]);
      }
      await visitor.close();
      // A page of its own: the other page's content policy would block its styles.
      const reader = await ground().browser.newPage({ viewport: { width: 320, height: 640 } });
      await reader.setContent(email);
      expect(await widths(reader)).toEqual([320, 320]);
      await reader.close();
    });

    it('breaks no word of a Tamil headline on phones of any width', async () => {
      const visitor = await ground().browser.newPage();
      await visitor.goto(`${ground().address}${page}`);
      await visitor.evaluate(`document.documentElement.lang = '${TAMIL.tag}'`);
      const headlines = [...new Set(Object.values(TAMIL.statuses).map(({ headline }) => headline))];
      for (const width of [320, 360, 390, 430]) {
        await visitor.setViewportSize({ width, height: 640 });
        const broken = await visitor.evaluate<string[]>(`${JSON.stringify(headlines)}.flatMap((headline) => {
          const text = document.createTextNode(headline);
          document.querySelector('h1').replaceChildren(text);
          return [...headline.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
          });
        })`);
        expect([width, broken]).toEqual([width, []]);
      }
      await visitor.close();
    });
  });
}
