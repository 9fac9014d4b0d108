import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { answers, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp({ shipping: { outgoing: loopbackAllowed() } });
  receiver = await startReceiver();
  account = await test.account();
});
afterAll(async () => {
  await receiver.stop();
  await test.stop();
});

async function webhook(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = await runCommand(await test.operator(), ['webhook', ...words, '--account', account.accountId]);
  return { ...run, code: run.code ?? -1 };
}

it('an operator lists webhooks, tests one, reads its deliveries and resends one', async () => {
  const { id } = await makeWebhook(account, { url: receiver.url });
  expect(JSON.parse((await webhook('list', '--json')).stdout)).toMatchObject([
    { id, url: receiver.url, enabled: true, failing_since: null },
  ]);
  const tested = JSON.parse((await webhook('test', id, '--event', 'tracking_addition', '--json')).stdout);
  expect(tested).toMatchObject({ event: 'tracking_addition', state: 'waiting', tries: 0 });
  receiver.plan(answers(500));
  test.advance(60_000);
  await sendDueWebhooks(test);
  const failed = ['deliveries', id, '--state', 'retrying', '--json'];
  expect(JSON.parse((await webhook(...failed)).stdout)).toMatchObject([{ id: tested.id, http_status: 500 }]);
  expect((await webhook('deliveries', id)).stdout).toMatch(
    /ERROR\n.* retrying +1 +500 +the endpoint answered 500\n$/,
  );
  expect((await webhook('list')).stdout).toMatch(/ yes +20\d\d-/);
  expect(JSON.parse((await webhook('resend', id, tested.id, '--json')).stdout)).toMatchObject({
    id: tested.id,
    state: 'waiting',
  });
});

it('webhook commands report an unknown webhook in a sentence', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  expect(await webhook('test', 'nonsense')).toMatchObject({
    code: 1,
    stderr: 'Webhook not found\n',
  });
  expect(await webhook('deliveries', unknown)).toMatchObject({ code: 1, stderr: 'Webhook not found\n' });
  const { id } = await makeWebhook(account, { url: receiver.url, enabled: false });
  expect(await webhook('resend', id, unknown)).toMatchObject({
    code: 1,
    stderr: 'This webhook is switched off: set enabled to true first\n',
  });
});
