import { join } from 'node:path';
import { inTree } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { withProgress } from './progress.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { makeShopServer } from './shop-server.mjs';
import { Trouble } from './trouble.mjs';

/**
 * The shops for trying: each runs until it is stopped, and prints a line of JSON, `{url, apiKey}`, when it can be asked.
 *
 * @type {Readonly<Record<string, { run: () => Promise<{ code: number | null }>, url: string, order: (words: readonly string[]) => Promise<{ code: number | null }> }>>}
 */
const SHOPS = {
  vendure: {
    run: runVendure,
    url: 'http://127.0.0.1:3100',
    order: (words) => runServer('vendure', 'order.mjs', ['http://127.0.0.1:3100', ...words]),
  },
  medusa: {
    run: () => runServer('medusa', 'try.mjs', ['9000']),
    url: 'http://127.0.0.1:9000',
    order: () => runServer('medusa', 'try.mjs', ['9000', 'order']),
  },
};
const USAGE = `npm run shop -- ${Object.keys(SHOPS).join('|')} [order], or npm run shop -- vendure order [cod|prepaid]`;

/**
 * Runs a real shop for trying until it is stopped, or orders something in it. Sets the exit code.
 *
 * @param {readonly string[]} words
 */
export async function tryShop([name = '', action, ...words]) {
  try {
    const shop = SHOPS[name];
    if (shop === undefined || (action !== undefined && action !== 'order')) throw new Trouble(USAGE);
    await stoppable(async () => {
      if (action === undefined) await makeReady({ dev: true, built: false });
      else if (!(await answers(shop.url))) {
        throw new Trouble(`Nothing answers at ${shop.url}: start the shop with npm run shop -- ${name}.`);
      }
      const { code } = await (action === 'order' ? shop.order(words) : shop.run());
      process.exitCode = code ?? 1;
    });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** @param {string} url */
function answers(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} shop
 * @param {string} program of its `server`
 * @param {readonly string[]} words
 */
function runServer(shop, program, words) {
  return runNode(inTree('shops', shop, 'server', program), [...words], { shown: true });
}

async function runVendure() {
  const folder = await withProgress('Installing Vendure', () => makeShopServer('vendure'));
  const { DAKIYA_URL: dakiya = 'http://127.0.0.1:8080', DAKIYA_CHECKOUT_KEY: checkoutKey } = process.env;
  const settings = {
    port: 3100,
    // It needs no database server: everything is in this file.
    database: { type: 'sqljs', location: join(folder, 'shop.sqlite'), autoSave: true },
    plugin: { apiUrl: `${dakiya}/custom/api/v1`, ...(checkoutKey !== undefined && { checkoutKey }) },
  };
  const env = { ...process.env, SHOP: JSON.stringify(settings) };
  return runNode(join(folder, 'vendure-server.mjs'), [], { shown: true, env });
}
