import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ICON_SVG } from '../../src/http/pages/icon.ts';
import { readImageHeader } from '../../src/usecases/stores/image-header.ts';
import { openApp, PUBLIC_URL, startApp } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';

const test = await openApp({ metricsToken: 'a-token', panelFolder: '/nowhere' });

describe('the service', () => {
  it('reports that the process is up and ready', async () => {
    expect((await test.app.inject({ url: '/health' })).json()).toEqual({ status: 'up' });
    expect((await test.app.inject({ url: '/ready' })).json()).toEqual({ status: 'ready' });
  });

  it.each([
    ...['/', '/docs', '/docs/static/swagger-ui.css', '/openapi.json', '/health', '/metrics', '/icon.svg'],
    ...['/robots.txt', '/track/NOBODYS1', '/nothing', '/custom/api/v1/shops', '/labels/nobodys'],
  ])('lets no browser guess the type of %s', async (url) => {
    const { headers } = await test.app.inject({ url });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is not ready on a database that is not migrated, with Retry-After', async () => {
    const behind = await startApp({ isReady: async () => false });
    try {
      const response = await behind.app.inject({ url: '/ready' });
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('2');
      expect((await behind.app.inject({ url: '/health' })).statusCode).toBe(200);
    } finally {
      await behind.stop();
    }
  });

  itOnOneServer('is not ready only while the database accepts no writes', async () => {
    const { connection } = test.database;
    const operator = new pg.Client(connection);
    await operator.connect();
    const readOnly = async (value: 'on' | 'off') => {
      await operator.query('set default_transaction_read_only = off');
      await operator.query(
        `do $$ begin
           execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
         end $$`,
      );
      // A connection that ends later would fail a query of the next test.
      await operator.query(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
    };
    const status = async () => (await test.app.inject({ url: '/ready' })).statusCode;
    try {
      await readOnly('on');
      await expect.poll(status, { interval: 200 }).toBe(503);
      const refused = await test.app.inject({ url: '/ready' });
      expect(refused.json().message).toBe('The database does not accept writes');
    } finally {
      await readOnly('off');
      await operator.end();
    }
    await expect.poll(status, { interval: 200 }).toBe(200);
  });

  it('documents itself in OpenAPI 3.1 without internal keywords', async () => {
    const response = await test.app.inject({ url: '/openapi.json' });
    const document = response.json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/custom/api/v1/client-stores'].post.requestBody.content).toHaveProperty([
      'multipart/form-data',
    ]);
    expect(keywordsIn(document)).not.toContain('reading');
    expect(keywordsIn(document)).not.toContain('documented');
    const problemOf = (path: string) => document.paths[path].post.responses['422'].$ref.split('/').at(-1);
    expect(problemOf('/custom/api/v1/client-stores')).toBe('RefusedInSentences');
    expect(problemOf('/custom/api/v1/rates')).toBe('Refused');
    const { Sentences, Problem } = document.components.schemas;
    expect(Sentences.required).toEqual(['errors']);
    expect(Problem.required).toEqual(['status', 'message', 'errors', 'problems']);
  });

  it('documents no tuples of an older JSON Schema, and no security of public operations', async () => {
    const { body } = await test.app.inject({ url: '/openapi.json' });
    expect(body).not.toMatch(/"additionalItems":|"items":\[\{"(type|anyOf|\$ref)"/);
    const { paths } = JSON.parse(body);
    expect(paths['/health'].get.security).toEqual([]);
    expect(paths['/custom/api/v1/auth-token'].post.security).toEqual([]);
    expect(paths['/custom/api/v1/rates'].post).not.toHaveProperty('security');
  });

  it('answers under a shorter prefix and with repeated slashes, and documents each path once', async () => {
    const account = await test.account();
    for (const url of [
      '/api/v1/warehouses',
      '//custom/api/v1/warehouses',
      '/custom//api/v1///warehouses/?x=//',
    ]) {
      expect((await test.app.inject({ url, headers: account.headers })).json()).toMatchObject({ data: [] });
      expect((await test.app.inject({ url })).statusCode).toBe(401);
    }
    const unknown = await test.app.inject({ url: '/api/v1/nothing', headers: account.headers });
    expect(unknown.json().errors).toEqual(['No such path: GET /api/v1/nothing']);
    expect((await test.app.inject({ url: '/api/v10/warehouses', headers: account.headers })).statusCode).toBe(
      404,
    );
    const outside = await test.app.inject({ method: 'POST', url: '/warehouse', payload: {} });
    expect(outside.statusCode).toBe(404);
    expect(outside.json().errors).toEqual([
      'No such path: POST /warehouse. Paths of the API begin with /custom/api/v1',
    ]);
    const { paths } = (await test.app.inject({ url: '/openapi.json' })).json();
    expect(Object.keys(paths).filter((path) => path.endsWith('/warehouses'))).toHaveLength(1);
  });

  it('has a documentation page without requests to other hosts', async () => {
    const page = await test.app.inject({ url: '/docs' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|upgrade/);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const script = await test.app.inject({ url: '/docs/static/swagger-initializer.js' });
    expect(script.body).toContain(Buffer.from(ICON_SVG).toString('base64'));
  });

  it('shows metrics only to this machine and with the token', async () => {
    const local = await test.app.inject({ url: '/metrics' });
    expect(local.statusCode).toBe(200);
    expect(local.body).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/health"/m);
    const remote = { url: '/metrics', remoteAddress: '203.0.113.9' };
    expect((await test.app.inject(remote)).statusCode).toBe(404);
    for (const sent of [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
      { 'cdn-loop': 'cdn.example' },
      { 'x-remote-addr': '203.0.113.9' },
      { 'x-appengine-user-ip': '203.0.113.9' },
      { host: 'ship.example.in' },
    ]) {
      expect((await test.app.inject({ url: '/metrics', headers: { ...sent } })).statusCode).toBe(404);
    }
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080']) {
      expect((await test.app.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(200);
    }
    const withToken = { ...remote, headers: { authorization: 'Bearer a-token' } };
    expect((await test.app.inject(withToken)).statusCode).toBe(200);
  });
});

describe('a proxy', () => {
  async function warningsOf(trustProxy: boolean | string[]): Promise<unknown[]> {
    const warnings: unknown[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) });
    const proxied = await startApp({ logger, trustProxy });
    try {
      await proxied.app.inject({ url: '/health' });
      expect(warnings).toEqual([]);
      for (let time = 0; time < 2; time += 1) {
        await proxied.app.inject({ url: '/health', headers: { 'x-forwarded-for': '203.0.113.9' } });
      }
      return warnings;
    } finally {
      await proxied.stop();
    }
  }

  it('that TRUST_PROXY does not name causes one warning', async () => {
    expect(await warningsOf(false)).toEqual([
      expect.stringMatching(/^requests come through a proxy, but TRUST_PROXY is not set, so /),
    ]);
    expect(await warningsOf(true)).toEqual([]);
  });
});

/** The `Accept` header of Chromium for a typed address. */
const BROWSER = {
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
};

describe('a browser', () => {
  it('gets the panel at its paths, its files compressed and cached, and no other file of its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dakiya-panel-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<title>The panel</title>');
    await writeFile(join(folder, 'secret.js'), 'no');
    await writeFile(join(folder, 'assets', 'main-1.js'), 'as it is');
    await writeFile(join(folder, 'assets', 'main-1.js.br'), 'smaller');
    const built = await startApp({ panelFolder: folder });
    try {
      for (const url of ['/', '/shipments', '/settings/keys?x=1']) {
        const page = await built.app.inject({ url, headers: BROWSER });
        expect([url, page.body]).toEqual([url, '<title>The panel</title>']);
        expect(page.headers['cache-control']).toBe('no-cache');
        const policy = String(page.headers['content-security-policy']);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
        expect(policy).not.toMatch(/unsafe|https?:|\*/);
        expect(page.headers['permissions-policy']).toMatch(/^camera=\(self\)/);
      }
      const url = '/assets/main-1.js';
      const taken = await built.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(taken.headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
        ),
        vary: 'accept-encoding',
      });
      expect(taken.body).toBe('smaller');
      const plain = await built.app.inject({ url, headers: { 'accept-encoding': 'br;q=0' } });
      expect([plain.body, plain.headers['content-encoding']]).toEqual(['as it is', undefined]);
      for (const nothing of [
        '/assets/secret.js',
        '/secret.js',
        '/assets/..%2Fsecret.js',
        '/assets/main-1.js.br',
      ]) {
        expect([nothing, (await built.app.inject({ url: nothing })).statusCode]).toEqual([nothing, 404]);
      }
      expect((await built.app.inject({ url: '/shipments' })).statusCode).toBe(404);
      expect((await built.app.inject({ url: '/' })).json()).toMatchObject({ name: 'Dakiya' });
    } finally {
      await built.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('gets a start page with the state and links if no panel is built', async () => {
    const response = await test.app.inject({ url: '/', headers: BROWSER });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'accept' });
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(response.body).toContain('<h2 id="state">Ready</h2>');
    const links = [...response.body.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(expect.arrayContaining(['/docs', '/track', '/openapi.json', '/health', '/ready']));
    for (const url of links) expect([url, (await test.app.inject({ url })).statusCode]).toEqual([url, 200]);
  });

  it.each([
    ['not migrated', async () => false],
    ['away', () => Promise.reject(new Error('Connection terminated unexpectedly'))],
  ])('gets a page that says that the service is not ready if the database is %s', async (_what, isReady) => {
    const behind = await startApp({ isReady });
    try {
      const response = await behind.app.inject({ url: '/', headers: BROWSER });
      expect(response.body).toContain('Not ready');
      expect(response.body).not.toContain('terminated');
      expect((await behind.app.inject({ url: '/' })).json()).toMatchObject({ status: 'not ready' });
    } finally {
      await behind.stop();
    }
  });

  it.each([
    ['/nothing', 404],
    ['/custom/api/v1/nothing', 404],
    ['/track/a/b', 404],
    ['/track/%E0%A4%A', 404],
    ['/labels/00000000-0000-7000-8000-000000000000/00000000-0000-7000-8000-000000000000', 404],
    ['/carrier-events', 405],
  ])('gets an error page at %s, and other clients get JSON', async (url, status) => {
    const page = await test.app.inject({ url, headers: BROWSER });
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.body).toContain('href="/track"');
    expect(page.body).not.toContain(url);
    for (const headers of [
      {},
      { accept: '*/*' },
      { accept: 'application/json' },
      { ...BROWSER, authorization: 'x' },
    ]) {
      const answer = await test.app.inject({ url, headers });
      expect([answer.statusCode, answer.json().status]).toEqual([status, 'ERROR']);
    }
  });

  it('gets an icon, and search engines get rules against crawling', async () => {
    const svg = await test.app.inject({ url: '/favicon.svg' });
    const png = await test.app.inject({ url: '/favicon.ico' });
    expect([svg.headers['content-type'], png.headers['content-type']]).toEqual([
      'image/svg+xml',
      'image/png',
    ]);
    expect(readImageHeader(png.rawPayload)).toMatchObject({ size: { width: 48, height: 48 } });
    expect((await test.app.inject({ url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('another client', () => {
  it('gets the start page as JSON', async () => {
    for (const headers of [{}, { accept: 'application/json' }]) {
      expect((await test.app.inject({ url: '/', headers })).json()).toEqual({
        name: 'Dakiya',
        version: '0.0.0-test',
        status: 'ready',
        openapi_url: `${PUBLIC_URL}/openapi.json`,
        docs_url: `${PUBLIC_URL}/docs`,
        track_url: `${PUBLIC_URL}/track`,
      });
    }
  });
});

describe('every answer', () => {
  it("has a request id: the client's own if it is harmless", async () => {
    const own = await test.app.inject({ url: '/health', headers: { 'x-request-id': 'abc-123' } });
    expect(own.headers['x-request-id']).toBe('abc-123');
    const harmful = await test.app.inject({ url: '/health', headers: { 'x-request-id': 'a b\tc' } });
    expect(harmful.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is 404 for an unknown path, and 405 for an unknown method', async () => {
    const unknown = await test.app.inject({ url: '/custom/api/v1/nothing' });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({
      status: 'ERROR',
      errors: ['No such path: GET /custom/api/v1/nothing'],
    });
    const method = await test.app.inject({ method: 'PATCH', url: '/custom/api/v1/client-stores' });
    expect(method.statusCode).toBe(405);
    expect(method.headers.allow).toBe('GET, HEAD, POST');
    expect(Object.keys(method.json())).toEqual(['errors']);
  });

  it('hides an internal error behind a sentence with the request id', async () => {
    const broken = await startApp({}, (app) => {
      app.get('/custom/api/v1/broken', { schema: { hide: true }, config: { access: 'public' } }, async () => {
        throw new Error('password=hunter2');
      });
    });
    try {
      const response = await broken.app.inject({ url: '/custom/api/v1/broken' });
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toMatch(/hunter2|stack/);
      expect(response.json().message).toContain(response.headers['x-request-id']);
    } finally {
      await broken.stop();
    }
  });

  it.each([
    ['{"store_name":', 'application/json', 400],
    ['{"store_name":"\u00ff"}', 'application/json', 400],
    ['<a/>', 'text/xml', 415],
    [`{"store_name":"${'a'.repeat(3_200_000)}"}`, 'application/json', 413],
  ])('refuses the body %.20s of the type %s with %i', async (payload, type, status) => {
    const { headers } = await test.account();
    const response = await test.app.inject({
      method: 'POST',
      url: '/custom/api/v1/client-stores',
      headers: { ...headers, 'content-type': type },
      payload: Buffer.from(payload, 'latin1'),
    });
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json())).toEqual(['errors']);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', undefined])(
    'reads an empty body of the type %s as {}',
    async (type) => {
      const { headers } = await test.account();
      const response = await test.app.inject({
        method: 'POST',
        url: '/custom/api/v1/client-stores',
        headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
        payload: Buffer.alloc(0),
      });
      expect(response.json()).toEqual({ errors: ['store_name is required'] });
    },
  );

  it('reads an empty list as an object without fields, as PHP writes it, but no other list', async () => {
    const account = await test.account();
    const send = async (payload: string) => {
      const headers = { ...account.headers, 'content-type': 'application/json' };
      const request = { method: 'POST', url: '/custom/api/v1/client-stores', headers, payload } as const;
      return (await test.app.inject(request)).json();
    };
    expect(await send(' [] ')).toEqual({ errors: ['store_name is required'] });
    for (const list of ['[[]]', '[{}]', '["store_name"]'])
      expect(await send(list)).toEqual({ errors: ['the request body must be a JSON object'] });
  });

  it('accepts JSON without a content type and with a byte order mark', async () => {
    const { headers } = await test.account();
    const response = await test.app.inject({
      method: 'POST',
      url: '/custom/api/v1/client-stores',
      headers,
      payload: Buffer.from('\ufeff{"store_name":"bom"}'),
    });
    expect(response.statusCode).toBe(201);
  });
});

/** The names of everything in a document, without the fields of bodies and of their examples. */
function keywordsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (name.startsWith('example')) return [];
    return name === 'properties' ? Object.values(part).flatMap(keywordsIn) : [name, ...keywordsIn(part)];
  });
}
