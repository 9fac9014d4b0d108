import { expect, it, onTestFinished } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { LostAnswerError } from '../../src/partners/partner.ts';
import type { ShopOrderPage } from '../../src/shops/shop-adapter.ts';
import { WOOCOMMERCE } from '../../src/shops/woocommerce/woocommerce.ts';
import { connectPartner } from '../support/partner-connection.ts';
import { openTestShop } from '../support/shops.ts';

const soon = () => AbortSignal.timeout(60_000);

async function openShop() {
  const shop = await openTestShop();
  const connection = connectPartner(WOOCOMMERCE, { ...WooCommerceStandIn.settings, base_url: shop.url });
  onTestFinished(() => connection.close());
  const adapter = WOOCOMMERCE.open({ ...connection, shopId: connection.connectionId });
  const since = { time: new Date(shop.clock.now().getTime() - 60_000), cursor: null };
  return { shop, adapter, changed: () => adapter.changedOrders(since, soon()) };
}

it.each(['products', 'settings'])(
  'reads no order while the shop refuses its %s, so that no weight is lost',
  async (call) => {
    const { shop, adapter, changed } = await openShop();
    const id = shop.courier.place();
    shop.faults.add({ kind: 'refuse', call });
    await expect(adapter.order(String(id), soon())).rejects.toBeInstanceOf(LostAnswerError);
    await expect(changed()).rejects.toBeInstanceOf(LostAnswerError);
    shop.faults.clear();
    expect((await adapter.order(String(id), soon()))?.parcels[0]?.items).toMatchObject([{ gramsEach: 270 }]);
  },
);

it('reads an order whose product was deleted', async () => {
  const { shop, changed } = await openShop();
  shop.courier.place();
  shop.courier.products.clear();
  const { orders } = await changed();
  expect(orders[0]?.parcels[0]?.items).toMatchObject([{ gramsEach: null, size: null }]);
});

it('asks for refunds and fulfilments only of orders that are shipped', async () => {
  const { shop, changed } = await openShop();
  const refunds = [{ id: 1, reason: '', total: '-10.00' }];
  for (const status of ['processing', 'cancelled', 'on-hold', 'refunded'])
    shop.courier.change(shop.courier.place(), { status, refunds });
  expect((await changed()).orders.map(({ state }) => state).sort()).toEqual([
    'cancelled',
    'cancelled',
    'open',
    'waiting',
  ]);
  expect([shop.calls.refunds, shop.calls.products]).toEqual([1, 1]);
});

it('reads the last second again when more than a page of orders have its time', async () => {
  const { shop, adapter } = await openShop();
  const second = new Date(Math.floor(shop.clock.now().getTime() / 1_000) * 1_000);
  const gmt = (later: number) => new Date(second.getTime() + later).toISOString().slice(0, 19);
  const place = (later: number) => {
    const id = shop.courier.place({ status: 'cancelled' });
    Object.assign(shop.courier.order(id) ?? {}, { date_modified_gmt: gmt(later) });
    return String(id);
  };
  const all = Array.from({ length: 120 }, () => place(0));
  const poll = async (time: Date, meanwhile: (pages: number) => void) => {
    const read: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: ShopOrderPage = await adapter.changedOrders({ time, cursor }, soon());
      read.push(...page.orders.map(({ orderKey }) => orderKey));
      cursor = page.cursor;
      pages += 1;
      meanwhile(pages);
    } while (cursor !== null && pages < 20);
    return read;
  };
  const read = await poll(second, (pages) => {
    // Two more orders come after the pages of the second were counted.
    if (pages === 2) all.push(place(0), place(1_000));
  });
  expect(all.filter((id) => !read.includes(id))).toEqual([]);
});

it('reads names without HTML, and 0.4 g as 1 g', async () => {
  const { shop, adapter } = await openShop();
  const id = shop.courier.place({
    billing: { first_name: 'Ravi &amp; Sons', state: 'CT' },
    lines: [{ productId: 12, units: 2 }],
  });
  expect(await adapter.order(String(id), soon())).toMatchObject({
    buyer: { firstName: 'Ravi & Sons', state: 'CT' },
    parcels: [{ items: [{ name: 'Ginger & Honey', units: 2, gramsEach: 1 }] }],
  });
});
