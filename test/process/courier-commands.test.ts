import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { courierLoopback } from '../support/connected-courier.ts';

let test: TestApp;
let standIn: RunningStandIn;
let account: TestAccount;
let folder: string;

beforeAll(async () => {
  test = await startApp({ shipping: { courierOutgoing: courierLoopback() } });
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
  account = await test.account();
  folder = await mkdtemp(join(tmpdir(), 'dakiya-couriers-'));
  writeFileSync(join(folder, 'token.txt'), `${DelhiveryStandIn.settings.token}\n`);
});
afterAll(async () => {
  await standIn.stop();
  await test.stop();
  await rm(folder, { recursive: true });
});

async function courier(...words: string[]) {
  return runCommand(await test.operator(), ['courier', ...words], folder);
}

it('an operator connects a courier for an account, checks it, reads failed calls, and removes it', async () => {
  const of = ['--account', account.accountId];
  const added = await courier(
    'add',
    'delhivery',
    `base_url=${standIn.url}`,
    'token=@token.txt',
    ...of,
    '--json',
  );
  const { id } = JSON.parse(added.stdout);
  expect(added.stdout).not.toContain(DelhiveryStandIn.settings.token);
  const list = await courier('list', ...of);
  expect(list.stdout).toMatch(new RegExp(`delhivery +Delhivery +connected +${id}`));
  expect((await courier('list')).stdout).toMatch(/delhivery +Delhivery +not connected/);
  expect(JSON.parse((await courier('check', id, ...of, '--json')).stdout)).toMatchObject({ ok: true });
  expect((await courier('set', id, 'token=wrong', ...of)).stdout).toMatch(/^name +Delhivery$/m);
  expect((await courier('check', id, ...of)).stdout).toMatch(/^ok +no\nanswered +yes\nmessage +/);
  const [failed] = JSON.parse((await courier('calls', id, ...of, '--json')).stdout);
  expect(failed).toMatchObject({ courier: 'delhivery', status: 401, failure: null });
  expect((await courier('calls', ...of)).stdout).toMatch(/ delhivery {2}GET .*\n {2}answered {2}401 /);
  const pushed = await courier('push-address', id, ...of);
  expect(pushed.stdout).toMatch(/^url +https:\S+\/carrier-events\/delhivery\/dky_\S+\n$/);
  expect((await courier('remove', id, ...of)).code).toBe(0);
  expect((await courier('list', ...of)).stdout).toMatch(/delhivery +Delhivery +not connected/);
});

it('courier commands report errors in a sentence', async () => {
  expect(await courier('add', 'delhivery', 'token')).toMatchObject({
    code: 1,
    stderr: 'token is not name=value\n',
  });
  expect(await courier('add', 'delhivery', 'token=@nowhere.txt')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/nowhere.txt cannot be read: ENOENT\n$/),
  });
  expect(await courier('add', 'delhivery')).toMatchObject({
    code: 1,
    stderr: 'settings.token is required for Delhivery\n',
  });
  expect(await courier('check', '00000000-0000-7000-8000-000000000000')).toMatchObject({
    code: 1,
    stderr: 'Courier account not found\n',
  });
});
