// Writes the API types that the panel is checked against, from the document that the service itself makes,
// without a database. Bundled and run by `npm run check`.
import { writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { ShippingService } from '../../src/usecases/service.ts';

const [file = ''] = process.argv.slice(2);
/** Accepts any call: only requests would use it, and none is made. */
const nothing: object = new Proxy(() => undefined, { get: () => nothing, apply: () => nothing });
const app = await buildApp({
  service: nothing as ShippingService,
  rateBooks: nothing as RateBooks,
  logger: pino({ level: 'silent' }),
  version: '0.0.0',
  publicUrl: () => '',
  isReady: async () => false,
  monotonicMs: () => performance.now(),
  rateLimit: 0,
  news: null,
  trustProxy: false,
  metricsToken: null,
  operatorToken: '',
});
await app.ready();
const nodes = await openapiTypescript(JSON.stringify(app.swagger()), { defaultNonNullable: false });
writeFileSync(file, astToString(nodes));
// Nothing was opened, so nothing has to be closed.
process.exit(0);
