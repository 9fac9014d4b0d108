import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TAMIL } from '../../src/domain/languages/ta.ts';
import { linkCodeOf } from '../../src/usecases/tracking/tracking-links.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';

let test: TestApp;
let browser: Browser;
let address: string;
let page: string;
let ugly: string;
let email: string;

beforeAll(async () => {
  [test, browser] = await Promise.all([startApp(), launchBrowser()]);
  const account = await test.account('Sunrise Traders');
  const warehouseId = await makeWarehouse(account);
  await account.post(
    '/forward-order-orchestration',
    orderBody(warehouseId, {
      order_id: 'A-VERY-LONG-ORDER-NUMBER-WITHOUT-A-SPACE-0123456789',
      order_items: [{ name: 'Masala chai, first flush, in a tin', units: 2, selling_price: 249.5 }],
    }),
  );
  const query = new URLSearchParams({
    order: 'A-VERY-LONG-ORDER-NUMBER-WITHOUT-A-SPACE-0123456789',
    phone: '3210',
  });
  const { headers } = await test.app.inject({ url: `/track?${query}` });
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
  const list = { url: `${API}/messages?shipment_id=${shipmentId}&channel=email`, headers: account.headers };
  const [message] = (await test.app.inject(list)).json().data;
  email = (await test.app.inject({ ...list, url: `${API}/messages/${message.id}/preview` })).body;
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser.close();
  await test.stop();
});

it('fits the narrowest phones, in English and Hindi and with letters of twice the size', async () => {
  const visitor = await browser.newPage({ viewport: { width: 320, height: 640 } });
  for (const language of ['en', 'hi']) {
    for (const letters of ['100%', '200%']) {
      await visitor.goto(`${address}${page}?lang=${language}`);
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

it('fits the narrowest phones whatever it says, and so does an email', async () => {
  const visitor = await browser.newPage({ viewport: { width: 320, height: 640 } });
  const widths = (shown: Page) =>
    shown.evaluate<number[]>(
      '(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)',
    );
  for (const letters of ['100%', '200%']) {
    await visitor.goto(`${address}${ugly}`);
    await visitor.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
    expect(await widths(visitor)).toEqual([320, 320]);
  }
  await visitor.close();
  // A page of its own: the other page's content policy would block its styles.
  const reader = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await reader.setContent(email);
  expect(await widths(reader)).toEqual([320, 320]);
  await reader.close();
});

it('breaks no word of a Tamil headline, on phones of every width', async () => {
  const visitor = await browser.newPage();
  await visitor.goto(`${address}${page}`);
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

it('can be read without a script running, and asks no other host for anything', async () => {
  const asked: string[] = [];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  visitor.on('request', (request) => asked.push(new URL(request.url()).origin));
  await visitor.goto(`${address}${page}`);
  expect(await visitor.getByText('Masala chai, first flush, in a tin').isVisible()).toBe(true);
  expect(new Set(asked)).toEqual(new Set([address]));
  await context.close();
});
