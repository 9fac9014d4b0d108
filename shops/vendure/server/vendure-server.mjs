// A Vendure shop for tests and for trying: `vendure-server.mjs` with the settings as JSON in SHOP, `ShopSettings`. It prints a line of
// JSON, `{url, apiKey}`, when it can be asked.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel } from '@vendure/core';
import { DakiyaPlugin } from 'vendure-plugin-dakiya';
import { fillShop } from './fill-shop.mjs';

/**
 * @typedef {object} ShopSettings
 * @property {number} port on 127.0.0.1; 0 for any that is free
 * @property {import('@vendure/core').VendureConfig['dbConnectionOptions']} database an empty one is filled
 * @property {object} plugin the options of the plugin
 * @property {true} [listens] for each line that it reads it prints `{settled}`, when the plugin has told all changes; it ends when
 * its input does
 */

/** @type {ShopSettings} */
const { port, database, plugin, listens } = JSON.parse(process.env.SHOP ?? '{}');
// Nobody is told that it runs.
process.env.VENDURE_DISABLE_TELEMETRY = 'true';
const owner = { identifier: 'owner', password: 'owner' };

const app = await bootstrap({
  apiOptions: { port, hostname: '127.0.0.1' },
  authOptions: { tokenMethod: 'bearer', requireVerification: false, superadminCredentials: owner },
  // What is filled in is sold at once.
  entityOptions: { channelCacheTtl: 1, zoneCacheTtl: 1, taxRateCacheTtl: 1 },
  dbConnectionOptions: { ...database, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DakiyaPlugin.init(plugin)],
  logger: new DefaultLogger({ level: LogLevel.Error }),
});
const url = `http://127.0.0.1:${app.getHttpServer().address().port}`;
const apiKey = await fillShop(url, owner);
process.stdout.write(`${JSON.stringify({ url, apiKey })}\n`);
if (listens) {
  createInterface({ input: process.stdin })
    .on('line', async () => {
      await app.get(DakiyaPlugin).settled();
      process.stdout.write('{"settled":true}\n');
    })
    .on('close', () => process.exit());
}
