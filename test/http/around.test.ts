import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ metricsToken: 'a-token' });
});
afterAll(() => test.stop());

describe('around the API', () => {
  it('tells that the process is up and that it can answer', async () => {
    expect((await test.app.inject({ url: '/health' })).json()).toEqual({ status: 'up' });
    expect((await test.app.inject({ url: '/ready' })).json()).toEqual({ status: 'ready' });
  });

  it('is not ready on a database that is not migrated, and says when to ask again', async () => {
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

  it('documents itself in OpenAPI 3.1, without words of our own left in the schemas', async () => {
    const response = await test.app.inject({ url: '/openapi.json' });
    const document = response.json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/custom/api/v1/client-stores'].post.requestBody.content).toHaveProperty([
      'multipart/form-data',
    ]);
    expect(response.body).not.toMatch(/"(reading|documented)":/);
    const problemOf = (path: string) =>
      document.paths[path].post.responses.default.content['application/json'].schema.required;
    expect(problemOf('/custom/api/v1/client-stores')).toEqual(['errors']);
    expect(problemOf('/custom/api/v1/rates')).toEqual(['status', 'message', 'errors']);
  });

  it('has a reader that asks no outside host', async () => {
    const page = await test.app.inject({ url: '/docs' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|upgrade/);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
  });

  it('shows metrics to this machine and to the token, and to nobody else', async () => {
    const local = await test.app.inject({ url: '/metrics' });
    expect(local.statusCode).toBe(200);
    expect(local.body).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/health"/m);
    const remote = { url: '/metrics', remoteAddress: '203.0.113.9' };
    expect((await test.app.inject(remote)).statusCode).toBe(404);
    const forwarded = { url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await test.app.inject(forwarded)).statusCode).toBe(404);
    const withToken = { ...remote, headers: { authorization: 'Bearer a-token' } };
    expect((await test.app.inject(withToken)).statusCode).toBe(200);
  });
});

describe('every answer', () => {
  it("carries a request id: the client's own where it is harmless", async () => {
    const own = await test.app.inject({ url: '/health', headers: { 'x-request-id': 'abc-123' } });
    expect(own.headers['x-request-id']).toBe('abc-123');
    const harmful = await test.app.inject({ url: '/health', headers: { 'x-request-id': 'a b\tc' } });
    expect(harmful.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('tells an unknown path from a method that a path does not have', async () => {
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

  it('hides a failure of ours behind a sentence with the request id', async () => {
    const broken = await startApp({}, (app) => {
      app.get('/custom/api/v1/broken', async () => {
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
    [`{"store_name":"${'a'.repeat(1_100_000)}"}`, 'application/json', 413],
  ])('reads the body %.20s as %s: %i', async (payload, type, status) => {
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
    'takes an empty body as {} whatever its content type: %s',
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

  it('takes JSON without a content type and with a byte order mark', async () => {
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
