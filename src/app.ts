import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { addAnswerNotes } from './http/plugins/answer-notes.ts';
import { beforeRouting, passOverExpectations } from './http/plugins/before-routing.ts';
import { addBodies } from './http/plugins/bodies.ts';
import {
  addBodyLimits,
  LARGEST_BODY_OF_UNKNOWN,
  LONGEST_REQUEST_MS,
  takeBodiesOfKnown,
} from './http/plugins/body-limits.ts';
import { noteCarrierCalls } from './http/plugins/carrier-calls.ts';
import { addCarrierCredential } from './http/plugins/carrier-credential.ts';
import { addCredential, wrongCredentialLimits } from './http/plugins/credential.ts';
import { addDraining, Draining } from './http/plugins/draining.ts';
import { addProxyHint } from './http/plugins/forwarded.ts';
import { addImportMetrics } from './http/plugins/import-metrics.ts';
import { addJobMetrics } from './http/plugins/job-metrics.ts';
import { addMethodNotAllowed } from './http/plugins/method-not-allowed.ts';
import { addMetrics } from './http/plugins/metrics.ts';
import { addOpenApi } from './http/plugins/openapi.ts';
import { addProblems } from './http/plugins/problems.ts';
import { addRateBookMetrics } from './http/plugins/rate-book-metrics.ts';
import { addRateLimit, requestLimit } from './http/plugins/rate-limit.ts';
import { addRequestId, requestIdOf } from './http/plugins/request-id.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { buildValidatorCompiler } from './http/plugins/request-schemas.ts';
import { addRequestTurns } from './http/plugins/request-turns.ts';
import { serializersWhenNeeded } from './http/plugins/response-serializers.ts';
import { addWebhookMetrics } from './http/plugins/webhook-metrics.ts';
import { addApiRoutes, addCarrierRoutes, addRootRoutes } from './http/routes/index.ts';
import { buildRequestReading } from './reading/request-reading.ts';
import { unavailableProblem } from './storage/outage.ts';
import { CredentialCheck } from './usecases/accounts/check-credential.ts';
import type { RateBooks } from './usecases/rates/rate-books.ts';
import type { ShippingService } from './usecases/service.ts';
import { CarrierCredentialCheck } from './usecases/tracking/check-carrier-credential.ts';

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
  /** Milliseconds since any moment, by a clock that nobody sets: durations are measured by it. */
  readonly monotonicMs: () => number;
  /** Requests per credential in 5 minutes; 0 for no limit. */
  readonly rateLimit: number;
  readonly trustProxy: boolean | string[];
  readonly metricsToken: string | null;
}

const API_PREFIX = '/custom/api/v1';

/** Builds the HTTP service. It listens only when told to; `close` also stops what it started. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { service, monotonicMs } = dependencies;
  const app = Fastify({
    ...beforeRouting(),
    loggerInstance: dependencies.logger as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    trustProxy: dependencies.trustProxy,
    bodyLimit: LARGEST_BODY_OF_UNKNOWN,
    requestTimeout: LONGEST_REQUEST_MS,
    forceCloseConnections: 'idle',
    // What still comes in while the process stops is answered like any other request.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    schemaController: { compilersFactory: { buildSerializer: serializersWhenNeeded() } },
  });
  const reading = buildRequestReading({
    knownPincode: (pincode) => dependencies.rateBooks.ground.directory.has(pincode),
  });
  app.setValidatorCompiler(buildValidatorCompiler(reading));
  passOverExpectations(app);
  const problems = { problemOf: unavailableProblem };
  addProblems(app, problems);
  addRequestId(app);
  addProxyHint(app, {
    trustProxy: dependencies.trustProxy,
    warn: (sentence) => dependencies.logger.warn(sentence),
  });
  addBodies(app);
  addBodyLimits(app, dependencies);
  addAnswerNotes(app);
  const gaps = addMethodNotAllowed(app);
  await addOpenApi(app, dependencies);
  const registry = new Registry();
  addMetrics(app, { token: dependencies.metricsToken, registry });
  addRateBookMetrics(registry, dependencies.rateBooks);
  addWebhookMetrics(registry, service);
  addImportMetrics(registry, service);
  addJobMetrics(registry, service);
  noteCarrierCalls(service.carrierCalls, { registry, logger: dependencies.logger });

  const couldNotNote = (error: unknown) =>
    dependencies.logger.warn({ err: error }, 'could not note when credentials were last used');
  const checkOptions = { onError: couldNotNote, monotonicMs };
  const credentials = new CredentialCheck(service, checkOptions);
  const carrierCredentials = new CarrierCredentialCheck(service, checkOptions);
  app.addHook('onClose', async () => {
    await credentials.close();
    await carrierCredentials.close();
  });

  const limit = dependencies.rateLimit;
  const requests = limit > 0 ? requestLimit(limit, monotonicMs) : null;
  const wrongCredentials = wrongCredentialLimits(monotonicMs);
  const draining = new Draining();
  const routeOptions = { ...dependencies, ...problems, draining, requests };
  addRootRoutes(app, routeOptions);
  await app.register(
    async (api) => {
      addCredential(api, credentials, wrongCredentials);
      addRequestTurns(api);
      takeBodiesOfKnown(api);
      if (requests !== null) addRateLimit(api, requests);
      await addApiRoutes(api, routeOptions);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (carriers) => {
    addCarrierCredential(carriers, carrierCredentials, wrongCredentials);
    addRequestTurns(carriers);
    takeBodiesOfKnown(carriers);
    if (requests !== null) addRateLimit(carriers, requests);
    addCarrierRoutes(carriers);
  });
  gaps.complete();
  addDraining(app, draining);
  return app;
}
