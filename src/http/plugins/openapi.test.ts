import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addOpenApi } from './openapi.ts';

it('refuses a route that neither describes itself nor is hidden', async () => {
  const app = Fastify();
  await addOpenApi(app, { version: '0.0.0', publicUrl: () => 'https://ship.example.in' });
  expect(() => app.get('/bare', async () => ({}))).toThrow('GET /bare: describe it with operation()');
  const hidden = { schema: { hide: true } };
  expect(() => app.get('/nobodys', hidden, async () => ({}))).toThrow('a hidden route says its role');
  expect(() =>
    app.get('/hidden', { ...hidden, config: { access: 'public' } }, async () => ({})),
  ).not.toThrow();
  await app.close();
});
