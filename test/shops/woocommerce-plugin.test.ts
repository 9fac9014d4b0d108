import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipWooCommercePlugin } from '../../scripts/commands/woocommerce-plugin.mjs';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openApp } from '../support/app.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

const PLUGIN = join(PACKAGE_ROOT, 'shops/woocommerce/plugin');
const hasPhp = spawnSync('php', ['--version']).status === 0;
if (!hasPhp)
  console.log('php is not installed: the WooCommerce plugin is not tested (apt-get install php-cli)');

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });

/** Runs PHP beside the service of this process, which answers meanwhile. @returns its output and exit code */
async function php(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const run = spawn('php', args, { cwd: PLUGIN, env: { ...process.env, ...env } });
  const [out, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  return { out: `${out}${errors}`, code: run.exitCode };
}

describe.skipIf(!hasPhp)('the WooCommerce plugin', () => {
  it('is valid PHP', async () => {
    const files = readdirSync(PLUGIN, { recursive: true }).filter((file) => String(file).endsWith('.php'));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect(await php(['-l', String(file)])).toMatchObject({ code: 0 });
  });

  it('passes its own tests, and shows the rates of the service', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const account = await test.account();
    // So that a quote at checkout, which has only two seconds, need not read it.
    await test.rateBooks.bookOf(account.accountId);
    const rules = { checkout: { offer: 'cheapest_and_fastest', handling_days: 2 } };
    const shop = (await connectTestShop(account, await openTestShop(), rules)).json().data;
    const { key } = (await account.post(`/shops/${shop.id}/checkout-key`, {})).json().data;
    const { out, code } = await php(['tests/run.php'], { DAKIYA_URL: url, DAKIYA_KEY: key });
    expect({ out, code }).toEqual({ out: expect.stringMatching(/\n\d+ passed, 0 failed\n$/), code: 0 });
    expect(out).toContain('shows the rates of a real service');
  });

  it('has a template of all texts for translators', async () => {
    const { out } = await php(['tests/pot.php']);
    await expect(out).toMatchFileSnapshot(join(PLUGIN, 'languages/dakiya.pot'));
  });
});

describe('the zip of the WooCommerce plugin', () => {
  it('has the files of the plugin without tests, and the same bytes each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dakiya-plugin-'));
    try {
      const [one, other] = ['one.zip', 'other.zip'].map((name) => join(folder, name)) as [string, string];
      await zipWooCommercePlugin(one);
      await zipWooCommercePlugin(other);
      const bytes = readFileSync(one);
      expect(readFileSync(other).equals(bytes)).toBe(true);
      const names = Object.keys(unzipSync(bytes));
      expect(names).toEqual(
        expect.arrayContaining(['dakiya/dakiya.php', 'dakiya/uninstall.php', 'dakiya/LICENSE']),
      );
      expect(names.filter((name) => !name.startsWith('dakiya/') || name.includes('tests'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
