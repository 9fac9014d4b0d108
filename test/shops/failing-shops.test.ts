import { beforeAll, describe, expect, it } from 'vitest';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { connectTestShop, openTestShop, type TestShop } from '../support/shops.ts';

let publicUrl = '';
const test = await openApp({
  now: new Date(),
  shipping: {
    outgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') }),
    messaging: { transports: {}, publicUrl: () => publicUrl },
  },
});
beforeAll(async () => {
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
});

interface Merchant {
  readonly account: TestAccount;
  readonly shop: TestShop;
  readonly shopId: string;
}

/** A merchant whose shop sends webhooks. */
async function merchant(): Promise<Merchant> {
  const account = await test.account();
  const shop = await openTestShop();
  const shopId = (await connectTestShop(account, shop)).json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  await pollShops(test.service);
  return { account, shop, shopId };
}

const ordersOf = async ({ account }: Merchant) => (await account.get('/shop-orders')).json().data;

async function order({ shop }: Merchant, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) shop.courier.place();
  await shop.courier.webhooks.settled();
}

describe('a shop that hangs', () => {
  it('costs the others nothing, however many orders it has', async () => {
    const hung = await merchant();
    const other = await merchant();
    hung.shop.faults.add({ kind: 'lose_request' });
    await order(hung, 25);
    await order(other, 1);
    const round = settleShopOrders(test.service);
    await expect.poll(() => ordersOf(other), { timeout: 10_000 }).toMatchObject([{ state: 'made' }]);
    // A bell that rings during the round is heard too.
    await order(other, 1);
    await expect.poll(() => ordersOf(other), { timeout: 10_000 }).toHaveLength(2);
    expect([await ordersOf(hung), hung.shop.calls.orders]).toEqual([[], expect.any(Number)]);
    await hung.shop.stop();
    await round;
  });
});
