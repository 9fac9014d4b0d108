import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlueDartStandIn } from '../../simulators/couriers/blue-dart/blue-dart-stand-in.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { SEALING_KEY, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { courierLoopback } from '../support/connected-courier.ts';
import { makeWarehouse } from '../support/orders.ts';
import { startProgram } from '../support/service-process.ts';
import { connectTestShop } from '../support/shops.ts';
import { until } from '../support/until.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

let test: TestApp;
let account: TestAccount;
let courier: RunningStandIn<BlueDartStandIn>;
let shop: RunningStandIn<WooCommerceStandIn>;
let courierAccountId: string;
let shopId: string;
let environment: NodeJS.ProcessEnv;
let folder: string;

beforeAll(async () => {
  test = await startApp({ shipping: { courierOutgoing: courierLoopback(), outgoing: loopbackAllowed() } });
  courier = await startStandIn((dependencies) => new BlueDartStandIn(dependencies));
  shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
  account = await test.account();
  const settings = { ...BlueDartStandIn.settings, base_url: courier.url };
  courierAccountId = (await account.post('/courier-accounts', { courier: 'blue_dart', settings })).json().data
    .id;
  await makeWarehouse(account, { contact_person: 'Zebulon Quagmire' });
  const usual = await makeWarehouse(account, { name: 'Second', code: 'TWO' });
  shopId = (await connectTestShop(account, shop, { warehouse_id: usual, booking: 'none' })).json().data.id;
  environment = {
    ...(await test.operator()),
    ...{
      SECRETS_KEY: SEALING_KEY.toString('base64'),
      COURIER_ALLOW: '127.0.0.0/8',
      WEBHOOK_ALLOW: '127.0.0.0/8',
    },
  };
});
beforeEach(async () => {
  courier.faults.clear();
  folder = await mkdtemp(join(tmpdir(), 'dakiya-trials-'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await courier.stop();
  await shop.stop();
  await test.stop();
});

const run = (...words: string[]) => runCommand(environment, words, folder);
const asked = () => Object.values({ ...courier.calls }).concat(Object.values({ ...shop.calls }));

describe('dakiya courier test', () => {
  const words = () => ['courier', 'test', courierAccountId, '--warehouse', 'TWO'];

  it('asks nothing of the courier without --yes, and says what it would do', async () => {
    const before = asked();
    const told = await run(...words());
    expect(told).toMatchObject({ code: 1, stdout: '' });
    expect(told.stderr).toMatch(
      /^This books a parcel of 100 g .*the courier may charge .*Add --yes to do it\n$/,
    );
    expect([asked(), await readdir(folder)]).toEqual([before, []]);
  });

  it('prints a line for each step, and writes a report for each run', async () => {
    const done = await run(...words(), '--yes');
    expect(done.stdout).toMatch(/^check +passed\nserves +not offered\nquote +not offered\nbook +passed\n/);
    expect(done.stdout).toMatch(/\nEverything passed\nThe report is in .*\n$/);
    expect(done.code).toBe(0);
    expect((await run(...words(), '--yes', '--json')).code).toBe(0);
    const files = (await readdir(folder)).sort();
    expect(files).toEqual([
      expect.stringMatching(/^dakiya-courier-test-blue_dart-\d{4}-\d\d-\d\d-2\.json$/),
      expect.stringMatching(/^dakiya-courier-test-blue_dart-\d{4}-\d\d-\d\d\.json$/),
    ]);
    const text = await readFile(join(folder, files[1] ?? ''), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      kind: 'courier',
      partner: 'blue_dart',
      host: 'other',
      passed: true,
    });
    expect(text).not.toMatch(/Zebulon|Quagmire|made-up|DEL00000/);
    expect(courier.courier.parcels().filter(({ isExpected }) => isExpected)).toEqual([]);
  });

  it('ends with code 1 if a step fails, and says what is left over', async () => {
    courier.faults.add({ kind: 'status', status: 401 });
    const refused = await run(...words(), '--yes', '--report', 'here.json');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^check +failed: .*\n(.*\n)*Something failed; nothing is left over\n/);
    expect(await readdir(folder)).toEqual(['here.json']);
    const nowhere = await run(...words(), '--yes', '--report', 'no/such/folder.json');
    expect(nowhere.stderr).toMatch(/^The report cannot be written to .*: ENOENT\n$/);
  });

  it('reads its words before anything else', async () => {
    for (const [option, value, sentence] of [
      ['--to', '12', '--to must be a pincode of six digits'],
      ['--to-name', 'Asha', 'A recipient needs all of --to, '],
      ['--account', 'x', 'x is not the id of an account'],
    ] as const) {
      const told = await run(...words(), '--yes', option, value);
      expect([told.code, told.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    }
    const several = await run('courier', 'test', courierAccountId, '--yes');
    expect(several.stderr).toMatch(/^The account has several such warehouses: name one /);
    const nobody = await run('courier', 'test', account.accountId, '--yes');
    expect(nobody.stderr).toBe('Courier account not found\n');
  });

  it("sends from a warehouse of the named account with the operator's courier account", async () => {
    const settings = { ...BlueDartStandIn.settings, base_url: courier.url };
    const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const { id } = JSON.parse((await run('courier', 'add', 'blue_dart', ...given, '--json')).stdout);
    const words = ['courier', 'test', id, '--warehouse', 'TWO', '--yes', '--report', 'r.json'];
    expect((await run(...words)).stderr).toMatch(
      /^This courier account is the operator's: say with --account /,
    );
    expect((await run(...words, '--account', courierAccountId)).stderr).toMatch(/^Account .* not found\n$/);
    expect(await readdir(folder)).toEqual([]);
    expect(await run(...words, '--account', account.accountId)).toMatchObject({ code: 0 });
    await run('courier', 'remove', id);
  });

  it('cancels its parcel when the process is interrupted', async () => {
    courier.faults.add({ kind: 'slow', call: 'track', milliseconds: 3_000 });
    const tracked = courier.calls.track ?? 0;
    const report = join(folder, 'stopped.json');
    const child = startProgram('cli', environment, [...words(), '--yes', '--report', report]);
    try {
      await until(async () => (courier.calls.track ?? 0) > tracked);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([1, null]);
    } finally {
      child.kill('SIGKILL');
    }
    const { steps, left_over } = JSON.parse(await readFile(report, 'utf8'));
    const results = Object.fromEntries(
      steps.map(({ step, result }: Record<string, string>) => [step, result]),
    );
    expect(results).toMatchObject({ book: 'passed', track: 'not reached', cancel: 'passed' });
    expect([left_over, courier.courier.parcels().filter(({ isExpected }) => isExpected)]).toEqual([[], []]);
  });
});

describe('dakiya shop test', () => {
  it('tells the shop nothing without --yes, and takes back what it told with it', async () => {
    const order = String(shop.courier.place());
    const before = asked();
    const told = await run('shop', 'test', shopId, '--order', order);
    expect(told.stderr).toMatch(/^This tells your live shop .*Add --yes to do it\n$/);
    expect([told.code, asked()]).toEqual([1, before]);
    const done = await run('shop', 'test', shopId, '--order', order, '--yes');
    expect(done.stdout).toMatch(/^check +passed\norder +passed\n(.*passed\n)+\nEverything passed\n/);
    expect(done.code).toBe(0);
    const [file = ''] = await readdir(folder);
    expect(file).toMatch(/^dakiya-shop-test-woocommerce-/);
    expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toMatchObject({
      kind: 'shop',
      passed: true,
    });
    expect(shop.courier.parcels()).toEqual([]);
    expect((await run('shop', 'test', account.accountId, '--order', order, '--yes')).stderr).toBe(
      'Shop not found\n',
    );
  });
});
