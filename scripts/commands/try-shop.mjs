import { join } from 'node:path';
import { inTree } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { withProgress } from './progress.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { makeShopServer } from './shop-server.mjs';
import { Trouble } from './trouble.mjs';

const PORT = 3100;
const USAGE = 'npm run shop -- vendure, or npm run shop -- vendure order [cod|prepaid]';

/**
 * Runs a real shop for trying until it is stopped, or orders something in it. Sets the exit code.
 *
 * @param {readonly string[]} words
 */
export async function tryShop([shop, action, ...words]) {
  try {
    if (shop !== 'vendure' || (action !== undefined && action !== 'order')) throw new Trouble(USAGE);
    await stoppable(async () => {
      const { code } = await (action === 'order' ? order(words) : run());
      process.exitCode = code;
    });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** @param {readonly string[]} words */
function order(words) {
  const program = inTree('shops', 'vendure', 'server', 'order.mjs');
  return runNode(program, [`http://127.0.0.1:${PORT}`, ...words], { shown: true });
}

async function run() {
  await makeReady({ dev: true, built: false });
  const folder = await withProgress('Installing Vendure', () => makeShopServer('vendure'));
  const settings = {
    port: PORT,
    // It needs no database server: everything is in this file.
    database: { type: 'sqljs', location: join(folder, 'shop.sqlite'), autoSave: true },
    plugin: {
      apiUrl: process.env.DAKIYA_URL ?? 'http://127.0.0.1:8080/custom/api/v1',
      ...(process.env.CHECKOUT_KEY !== undefined && { checkoutKey: process.env.CHECKOUT_KEY }),
    },
  };
  const env = { ...process.env, SHOP: JSON.stringify(settings) };
  return runNode(join(folder, 'vendure-server.mjs'), [], { shown: true, env });
}
