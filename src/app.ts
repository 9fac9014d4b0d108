import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { readMobile, readPhone } from './domain/orders/phone.ts';
import { addAnswersTogether } from './http/plugins/answers-together.ts';
import { beforeRouting, passOverExpectations } from './http/plugins/before-routing.ts';
import { addBodies } from './http/plugins/bodies.ts';
import { addCarrierCredential } from './http/plugins/carrier-credential.ts';
import { addCredential } from './http/plugins/credential.ts';
import { addMethodNotAllowed } from './http/plugins/method-not-allowed.ts';
import { addMetrics } from './http/plugins/metrics.ts';
import { addOpenApi } from './http/plugins/openapi.ts';
import { addProblems } from './http/plugins/problems.ts';
import { addRateBookMetrics } from './http/plugins/rate-book-metrics.ts';
import { addRateLimit, RequestCounts } from './http/plugins/rate-limit.ts';
import { addRequestId, requestIdOf } from './http/plugins/request-id.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { addShortWay } from './http/plugins/short-way.ts';
import { addApiRoutes, addCarrierRoutes, addRootRoutes } from './http/routes/index.ts';
import { shortQuoteRates } from './http/routes/rates/quote-rates.ts';
import { LISTING_FORMATS } from './http/routes/shipments/listing-fields.ts';
import { buildRequestReading, buildValidatorCompiler } from './http/schemas/validator.ts';
import { unavailableProblem } from './storage/outage.ts';
import { CarrierCredentialCheck } from './usecases/check-carrier-credential.ts';
import { CredentialCheck } from './usecases/check-credential.ts';
import type { RateBooks } from './usecases/rate-books.ts';
import type { ShippingService } from './usecases/service.ts';

/** What the service is composed of; `main.ts` and the tests give it. */
export interface AppDependencies {
  readonly service: ShippingService;
  /** The rates of every account, and the pincodes that are known. Whoever gives it stops it. */
  readonly rateBooks: RateBooks;
  readonly logger: Logger;
  readonly version: string;
  /** The address clients use; asked for at each request, since it may be known only once listening. */
  readonly publicUrl: () => string;
  /** Whether the database answers and is migrated. */
  readonly isReady: () => Promise<boolean>;
  /** Requests per credential in 5 minutes; 0 for no limit. */
  readonly rateLimit: number;
  readonly trustProxy: boolean | string[];
  readonly metricsToken: string | null;
}

const API_PREFIX = '/custom/api/v1';
const LARGEST_BODY_BYTES = 1024 * 1024;

/** Builds the HTTP service. It listens only when told to; `close` also stops what it started. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { service } = dependencies;
  const app = Fastify({
    ...beforeRouting(),
    loggerInstance: dependencies.logger as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    trustProxy: dependencies.trustProxy,
    bodyLimit: LARGEST_BODY_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  const reading = buildRequestReading({
    knownPincode: (pincode) => dependencies.rateBooks.ground.directory.has(pincode),
    mobile: (digits) => readMobile(digits) !== null,
    phone: (digits) => readPhone(digits) !== null,
    others: LISTING_FORMATS,
  });
  app.setValidatorCompiler(buildValidatorCompiler(reading));
  passOverExpectations(app);
  const problems = { problemOf: unavailableProblem };
  addProblems(app, problems);
  addRequestId(app);
  const together = addAnswersTogether(app);
  addBodies(app);
  const gaps = addMethodNotAllowed(app);
  await addOpenApi(app, dependencies);
  const registry = new Registry();
  const time = addMetrics(app, { token: dependencies.metricsToken, registry });
  addRateBookMetrics(registry, dependencies.rateBooks);

  const couldNotNote = (error: unknown) =>
    dependencies.logger.warn({ err: error }, 'could not note when credentials were last used');
  const credentials = new CredentialCheck(service, couldNotNote);
  const carrierCredentials = new CarrierCredentialCheck(service, couldNotNote);
  app.addHook('onClose', async () => {
    await credentials.close();
    await carrierCredentials.close();
  });

  const limit = dependencies.rateLimit;
  const counts = limit > 0 ? new RequestCounts(limit, service.now) : null;
  const routeOptions = { ...dependencies, ...problems, slowGuessing: limit > 0 };
  addRootRoutes(app, routeOptions);
  await app.register(
    async (api) => {
      addCredential(api, credentials);
      if (counts !== null) addRateLimit(api, counts);
      await addApiRoutes(api, routeOptions);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (carriers) => {
    addCarrierCredential(carriers, carrierCredentials);
    if (limit > 0) addRateLimit(carriers, new RequestCounts(limit, service.now));
    addCarrierRoutes(carriers);
  });
  gaps.complete();
  addShortWay(app, {
    routes: [shortQuoteRates(API_PREFIX, reading, dependencies.rateBooks)],
    credentials,
    counts,
    time,
    together,
    logger: dependencies.logger,
  });
  return app;
}
