import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { KnownService } from '../service/running-services.ts';
import { callService, chooseService, findService } from './service-client.ts';

const TOKEN = 'the-operator-token-of-this-test-1';
const SERVICE = {
  pid: 7,
  isRunning: true,
  dataDir: '/srv/data',
  server: null,
  url: 'http://127.0.0.1:9',
  operatorToken: 'made-at-its-start',
} satisfies KnownService;
const CHOICE = { given: null, usual: 'the data folder /srv/data', operatorToken: null };

afterEach(() => vi.unstubAllGlobals());

describe('SERVICE_URL', () => {
  it.each([
    'https://ship.example.in',
    'http://127.0.0.1:18080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])('may be %s', async (url) => {
    const config = readConfig({ SERVICE_URL: url, OPERATOR_TOKEN: TOKEN });
    expect(await findService(config)).toMatchObject({ url, operatorToken: TOKEN });
  });

  it.each([
    'http://ship.example.in',
    'http://10.0.0.5:8080',
    'http://127.0.0.1.example.in',
    'http://[2001:db8::1]',
  ])('may not be %s, which sends the credential unencrypted', async (url) => {
    const config = readConfig({ SERVICE_URL: url, OPERATOR_TOKEN: TOKEN });
    await expect(findService(config)).rejects.toThrow(
      `SERVICE_URL ${url} would send the operator's credential unencrypted: use https, or an SSH tunnel to this machine`,
    );
  });
});

describe('a service of this installation', () => {
  it('is called with the credential of its file, and else with the own OPERATOR_TOKEN', () => {
    const own = { ...CHOICE, operatorToken: TOKEN };
    expect(chooseService(own, [SERVICE])).toMatchObject({ operatorToken: 'made-at-its-start' });
    expect(chooseService(own, [{ ...SERVICE, operatorToken: null }])).toMatchObject({ operatorToken: TOKEN });
    expect(chooseService(CHOICE, [{ ...SERVICE, operatorToken: null }, SERVICE])).toMatchObject({
      operatorToken: 'made-at-its-start',
    });
    expect(() => chooseService(CHOICE, [{ ...SERVICE, operatorToken: null }])).toThrow(
      'The service (process 7) has an OPERATOR_TOKEN: set OPERATOR_TOKEN to the same for this command',
    );
  });

  it('is not found before it listens', () => {
    expect(chooseService(CHOICE, [{ ...SERVICE, url: null, operatorToken: null }])).toBeNull();
  });
});

describe('a refused credential', () => {
  const request = { method: 'GET', path: '/operator/accounts', accountId: null };

  it('of its file is one of an earlier start', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    const found = chooseService(CHOICE, [SERVICE]);
    if (found === null) throw new Error('no service was found');
    await expect(callService(found, request)).rejects.toThrow(
      'The service has started again: run the command again',
    );
  });

  it('of the settings is another one than the service has', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    const found = await findService(readConfig({ SERVICE_URL: SERVICE.url, OPERATOR_TOKEN: TOKEN }));
    await expect(callService(found, request)).rejects.toThrow(
      `The service at ${SERVICE.url} refuses the credential: set OPERATOR_TOKEN as that service has it`,
    );
  });
});
