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
  ])('may not be %s, because the credential would be sent unencrypted', async (url) => {
    const config = readConfig({ SERVICE_URL: url, OPERATOR_TOKEN: TOKEN });
    await expect(findService(config)).rejects.toThrow(
      `SERVICE_URL ${url} would send the operator's credential unencrypted: use https, or an SSH tunnel to this machine`,
    );
  });
});

describe('a service of this installation', () => {
  it('is called with the credential of its file, or else with OPERATOR_TOKEN', () => {
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

  it('is the one on the given database', () => {
    const other = { ...SERVICE, pid: 8, dataDir: '/srv/other', url: 'http://127.0.0.1:10' };
    const given = { ...CHOICE, given: 'the data folder /srv/other' };
    expect(chooseService(given, [SERVICE, other])).toMatchObject({ url: other.url, note: null });
    expect(chooseService({ ...CHOICE, given: 'the data folder /srv/third' }, [SERVICE, other])).toBeNull();
    expect(() => chooseService(CHOICE, [SERVICE, other])).toThrow('on several databases');
  });

  it('is named in a note if it has an unusual data folder', () => {
    const unusual = { ...CHOICE, usual: 'the data folder /app/.data' };
    expect(chooseService(CHOICE, [SERVICE])?.note).toBeNull();
    expect(chooseService(unusual, [SERVICE])?.note).toBe(
      'Working on the data folder /srv/data, of the service that runs from this installation (process 7)',
    );
    expect(chooseService(unusual, [{ ...SERVICE, dataDir: null, server: 'db:5432/ship' }])?.note).toBeNull();
  });

  it('is not found after it was killed, or before it listens', () => {
    expect(chooseService(CHOICE, [{ ...SERVICE, isRunning: false }])).toBeNull();
    expect(chooseService(CHOICE, [{ ...SERVICE, url: null, operatorToken: null }])).toBeNull();
  });
});

const request = { method: 'GET', path: '/operator/accounts', accountId: null };
const FOUND = { url: SERVICE.url, operatorToken: TOKEN, isOfThisStart: false, note: null };

describe('a request of a command', () => {
  it.each([
    [null, `Bearer ${TOKEN}`],
    ['some-account', `Bearer ${TOKEN}/some-account`],
  ])('for the account %s has the credential %s', async (accountId, authorization) => {
    const sent = vi.fn(async () => new Response('{}'));
    vi.stubGlobal('fetch', sent);
    await callService(FOUND, { ...request, accountId });
    expect(sent).toHaveBeenCalledWith(
      `${SERVICE.url}/operator/accounts`,
      expect.objectContaining({ method: 'GET', redirect: 'manual', headers: { authorization } }),
    );
  });

  it.each<[number, string, readonly string[]]>([
    [422, '{"errors":["name is required","zip is required"]}', ['name is required', 'zip is required']],
    [404, '{"errors":[]}', [`The service at ${SERVICE.url} answers 404`]],
    [502, '<html>', [`The service at ${SERVICE.url} answers 502`]],
  ])('that is answered with %i and %s fails with %j', async (status, body, sentences) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    await expect(callService(FOUND, request)).rejects.toMatchObject({ sentences });
  });

  it('without an answer fails with a sentence, or with the reason why it was stopped', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new Error('no connection');
    });
    await expect(callService(FOUND, request)).rejects.toThrow(
      `The service at ${SERVICE.url} does not answer: see its log`,
    );
    const signal = AbortSignal.abort();
    await expect(callService(FOUND, { ...request, signal })).rejects.toThrow('no connection');
  });
});

describe('a refused credential', () => {
  it('from the file of the service belongs to an earlier start', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    const found = chooseService(CHOICE, [SERVICE]);
    if (found === null) throw new Error('no service was found');
    await expect(callService(found, request)).rejects.toThrow(
      'The service has started again: run the command again',
    );
  });

  it('from OPERATOR_TOKEN differs from the one of the service', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    const found = await findService(readConfig({ SERVICE_URL: SERVICE.url, OPERATOR_TOKEN: TOKEN }));
    await expect(callService(found, request)).rejects.toThrow(
      `The service at ${SERVICE.url} refuses the credential: set OPERATOR_TOKEN as that service has it`,
    );
  });
});
