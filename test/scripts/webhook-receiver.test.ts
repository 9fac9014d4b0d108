import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';

test('the example receiver accepts only deliveries that are signed with its secret', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const receiver = spawn(
    process.execPath,
    [join(PACKAGE_ROOT, 'examples/webhook-receiver.mjs'), secret, '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void receiver.kill());
  const [line] = await once(receiver.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const body = '{"event":"status_change"}';
  const post = (signature: string, at: Date) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'e1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      },
    });
  const now = new Date();
  const old = new Date(now.getTime() - 3_600_000);
  const signed = (at: Date) => new Webhook(secret).sign('e1', at, body);
  expect((await post(`v1,AAAA ${signed(now)}`, now)).status).toBe(204);
  expect((await post(signed(now).slice(0, -4), now)).status).toBe(401);
  expect((await post(signed(old), old)).status).toBe(401);
});
