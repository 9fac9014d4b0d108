// A Medusa shop to try the connection with: `node try.mjs <port>` runs one in the empty database DATABASE_URL, until it is stopped;
// `node try.mjs <port> order` orders something there, and `show` tells what became of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { inTree } from '../../../scripts/commands/place.mjs';
import { askMedusa, orderSomething } from './fill-shop.mjs';
import { startMedusaShop } from './medusa-shop.mjs';

const [port = '9000', action] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl, DAKIYA_URL: url, DAKIYA_CHECKOUT_KEY: checkoutKey } = process.env;
const kept = inTree('.cache', `medusa-shop-${port}.json`);
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

if (action === undefined) {
  if (databaseUrl === undefined) throw new Error('DATABASE_URL must name an empty database');
  const dakiya = url !== undefined && checkoutKey !== undefined ? { url, checkoutKey } : undefined;
  const shop = await startMedusaShop({ databaseUrl, port: Number(port), ...(dakiya && { dakiya }) });
  writeFileSync(kept, JSON.stringify(shop), { mode: 0o600 });
  say(`Medusa runs at ${shop.url}\nMEDUSA_KEY=${shop.secretKey}`);
} else {
  const shop = JSON.parse(readFileSync(kept, 'utf8'));
  if (action === 'order') {
    const { id, display_id: number } = await orderSomething(shop, {
      shippingOption: shop.shippingOptions.dakiya,
    });
    say(`Order ${number}: ${id}`);
  }
  if (action === 'show') {
    const authorization = `Basic ${Buffer.from(`${shop.secretKey}:`).toString('base64')}`;
    const fields = encodeURIComponent('id,display_id,*fulfillments,*fulfillments.labels');
    const path = `/admin/orders?order=-created_at&limit=1&fields=${fields}`;
    const { orders } = await askMedusa(shop.url, 'GET', path, undefined, { authorization });
    for (const { display_id: number, fulfillments } of orders) {
      say(`Order ${number}, in fulfillments: ${fulfillments.length}`);
      for (const { labels, metadata, shipped_at: shippedAt } of fulfillments) {
        say(`  ${labels[0]?.tracking_number ?? metadata?.dakiya?.tracking_number} shipped: ${shippedAt}`);
      }
    }
  }
}
