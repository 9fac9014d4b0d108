import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installShopServer } from '../../../scripts/commands/shop-server.mjs';
import { buildMedusaPlugin } from '../plugin/build.mjs';
import { fillShop } from './fill-shop.mjs';

/**
 * A running Medusa with our plugin and something to sell.
 *
 * @typedef {import('./fill-shop.mjs').FilledShop & { url: string, stop: () => Promise<void> }} MedusaShop
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PERSON = { email: 'merchant@example.com', password: 'only-for-trials' };
const READY_WITHIN_MS = 600_000;

/**
 * Installs and starts Medusa. Rejects with what it printed if it does not start.
 *
 * @param {object} options
 * @param {string} options.databaseUrl of an empty database
 * @param {number} options.port
 * @param {{ url: string, checkoutKey: string }} [options.dakiya] for prices of Dakiya
 * @returns {Promise<MedusaShop>}
 */
export async function startMedusaShop({ databaseUrl, port, dakiya }) {
  const server = await installShopServer('medusa');
  buildMedusaPlugin(join(server, 'node_modules', 'medusa-fulfillment-dakiya'));
  const folder = join(server, 'shop');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(HERE, 'medusa-config.js'), join(folder, 'medusa-config.js'));
  copyFileSync(join(HERE, 'package.json'), join(folder, 'package.json'));
  const command = join(server, 'node_modules', '@medusajs', 'cli', 'cli.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: '',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: databaseUrl,
    ...(dakiya && { DAKIYA_URL: dakiya.url, DAKIYA_CHECKOUT_KEY: dakiya.checkoutKey }),
  };
  const options = { cwd: folder, env };
  const medusa = promisify(execFile);
  await medusa(process.execPath, [command, 'db:migrate'], options);
  await medusa(process.execPath, [command, 'user', '-e', PERSON.email, '-p', PERSON.password], options);
  const child = spawn(process.execPath, [command, 'start', '--port', String(port)], options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      printed = (printed + data).slice(-10_000);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  try {
    await untilReady(url, child);
    return { ...(await fillShop(url, PERSON, dakiya !== undefined)), url, stop };
  } catch (error) {
    await stop();
    throw new Error(`Medusa did not start: ${error instanceof Error ? error.message : error}\n${printed}`);
  }
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
async function untilReady(url, child) {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error('it did not answer');
}
