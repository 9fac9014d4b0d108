import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { readGateway } from '../../src/messages/gateway.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openTransports, senderOf } from '../../src/service/start-messaging.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-gateway-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function problemsOf(text: string): Promise<string> {
  const path = join(folder, 'gateway.json');
  await writeFile(path, text);
  return readGateway(path).then(
    () => 'none',
    (error: Error) => error.message.replace(path, 'FILE'),
  );
}

describe('the configuration of messages', () => {
  it('has no transport without settings', async () => {
    expect(await openTransports(readConfig({}))).toEqual({});
  });

  it('has the transports that are set', async () => {
    const transports = await openTransports(
      readConfig({
        SMTP_URL: 'smtp://localhost:25',
        SMS_GATEWAY_FILE: join(PACKAGE_ROOT, 'examples/gateways/msg91-sms.json'),
        WHATSAPP_GATEWAY_FILE: join(PACKAGE_ROOT, 'examples/gateways/whatsapp-cloud.json'),
      }),
    );
    expect(Object.keys(transports)).toEqual(['email', 'sms', 'whatsapp']);
    expect(Object.values(transports).map(({ moments }) => moments.size)).toEqual([14, 13, 13]);
  });

  it.each([
    ['localhost:25', 'SMTP_URL'],
    ['http://localhost', 'SMTP_URL'],
    ['Ship <ship@example.in>', 'MESSAGE_FROM'],
  ])('refuses %s as %s', (value, variable) => {
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} must `));
  });

  it.each([
    [{ MESSAGE_FROM: 'ship@example.in', SMTP_URL: 'smtp://user%40mail.in:p@host' }, 'ship@example.in'],
    [{ SMTP_URL: 'smtp://user%40mail.in:p@host' }, 'user@mail.in'],
    [
      { SMTP_URL: 'smtp://user:p@host', PUBLIC_URL: 'https://ship.example.in:8443' },
      'no-reply@ship.example.in',
    ],
    [{ SMTP_URL: 'smtp://host' }, 'no-reply@localhost'],
  ])('sends emails with %o from %s', (environment, sender) => {
    const config = readConfig(environment);
    expect(senderOf(config, config.smtpUrl ?? '')).toBe(sender);
  });
});

describe('a gateway file', () => {
  it('that is missing or no JSON is refused', async () => {
    expect(await problemsOf('{')).toMatch(/^The gateway file FILE cannot be read: /);
    await expect(readGateway(join(folder, 'none.json'))).rejects.toThrow(/cannot be read: ENOENT/);
  });

  it('is refused with all its errors', async () => {
    const problems = await problemsOf(
      JSON.stringify({
        url: 'ftp://x',
        method: 'PUT',
        format: 'xml',
        headers: { a: 1 },
        retries: 3,
        templates: { shipped: { id: '', variables: { one: '{{phone}}' } }, lost: { id: 'x' } },
        answer: { ok: true },
      }),
    );
    for (const sentence of [
      'retries is not one of method, url,',
      'method must be POST or GET',
      'format must be json or form',
      'url must be an http(s) address',
      'headers.a must be text',
      'templates.lost is not one of order_received, order_received_cod, shipped,',
      "templates.shipped.id must be the provider's id of the template",
      'templates.shipped.variables.one names {{phone}}, which is no variable',
      'answer.ok is not one of accepted,',
    ]) {
      expect(problems).toContain(sentence);
    }
    expect(await problemsOf('[]')).toContain('it must be an object');
    expect(await problemsOf('{"url":"http://x/"}')).toContain('templates must be an object');
  });
});
