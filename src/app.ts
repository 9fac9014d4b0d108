import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { API_PREFIX } from './http/api-prefix.ts';
import { addAnswerHeaders } from './http/plugins/answer-headers.ts';
import { addAnswerNotes } from './http/plugins/answer-notes.ts';
import { beforeRouting, passOverExpectations } from './http/plugins/before-routing.ts';
import { addBodies } from './http/plugins/bodies.ts';
import {
  addBodyLimits,
  LARGEST_BODY_OF_UNKNOWN,
  LONGEST_REQUEST_MS,
  takeBodiesOfKnown,
} from './http/plugins/body-limits.ts';
import { addCacheMetrics } from './http/plugins/cache-metrics.ts';
import { noteCarrierCalls } from './http/plugins/carrier-calls.ts';
import { addCarrierCredential } from './http/plugins/carrier-credential.ts';
import { addCheckoutKey } from './http/plugins/checkout-key.ts';
import { addCredential, wrongCredentialLimits } from './http/plugins/credential.ts';
import { addDraining, Draining } from './http/plugins/draining.ts';
import { addProxyHint } from './http/plugins/forwarded.ts';
import { addHealthMetrics } from './http/plugins/health-metrics.ts';
import { addMethodNotAllowed } from './http/plugins/method-not-allowed.ts';
import { addMetrics } from './http/plugins/metrics.ts';
import { addOpenApi } from './http/plugins/openapi.ts';
import { listOperations } from './http/plugins/operations.ts';
import { addOperatorCredential } from './http/plugins/operator-credential.ts';
import { addOutcomeCounters } from './http/plugins/outcome-counters.ts';
import { addPartnerTurns, partnerTurns } from './http/plugins/partner-turns.ts';
import { addProblems } from './http/plugins/problems.ts';
import { addPushToken } from './http/plugins/push-token.ts';
import { addRateLimit, requestLimit } from './http/plugins/rate-limit.ts';
import { addRequestId, requestIdOf } from './http/plugins/request-id.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { addRequestScheduler } from './http/plugins/request-scheduler.ts';
import { buildValidatorCompiler } from './http/plugins/request-schemas.ts';
import { buildSerializers } from './http/plugins/response-serializers.ts';
import { type News, shareCounts } from './http/plugins/share-counts.ts';
import { addShopToken } from './http/plugins/shop-token.ts';
import {
  addApiRoutes,
  addCarrierRoutes,
  addCheckoutRoutes,
  addOperatorRoutes,
  addPushRoutes,
  addRootRoutes,
  addShopRates,
  addShopRoutes,
} from './http/routes/index.ts';
import { readPanel } from './http/routes/panel/panel-files.ts';
import { PANEL_FOLDER } from './package-root.ts';
import { buildRequestReading } from './reading/request-reading.ts';
import type { Database } from './storage/database.ts';
import { unavailableProblem } from './storage/outage.ts';
import { accountCredentials, accountSessions } from './usecases/accounts/check-credential.ts';
import { operatorCredential, withOperator } from './usecases/accounts/check-operator.ts';
import { pushTokens } from './usecases/couriers/check-push-token.ts';
import type { Trouble } from './usecases/health/trouble.ts';
import type { RateBooks } from './usecases/rates/rate-books.ts';
import type { ShippingService } from './usecases/shipping-service.ts';
import { checkoutKeys } from './usecases/shops/checkout-keys.ts';
import { shopTokens } from './usecases/shops/take-webhook.ts';
import { carrierCredentials } from './usecases/tracking/check-carrier-credential.ts';

/** The parts of the service, from `main.ts` or from a test. */
export interface AppDependencies {
  readonly service: ShippingService;
  /** The rate books of every account, with the pincode directory. The caller stops them. */
  readonly rateBooks: RateBooks;
  readonly logger: Logger;
  readonly version: string;
  /** Returns the address that clients use, which is known only when the server listens. */
  readonly publicUrl: () => string;
  /** Tells whether the database answers and is migrated. */
  readonly isReady: () => Promise<boolean>;
  /** A monotonic clock in milliseconds, for measuring durations. */
  readonly monotonicMs: () => number;
  /** The time after which looking up a known credential counts as an outage; half a second by default. */
  readonly credentialPatienceMs?: number;
  /** Waits before a late answer to guesses; a timer by default. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Requests per credential in 5 minutes; 0 for no limit. */
  readonly rateLimit: number;
  /** Shares rate limit counts with the other processes; null counts only here. */
  readonly news: News | null;
  readonly trustProxy: boolean | string[];
  readonly metricsToken: string | null;
  /** The credential of the operator's commands. */
  readonly operatorToken: string;
  /** The database for the operator's large changes, whose statements take long. */
  readonly patientDatabase: Database;
  /** Returns what is wrong with the settings and the machine of this process. */
  readonly ownTroubles: () => Promise<readonly Trouble[]>;
  /** The folder of the built panel; by default the one next to the built service. */
  readonly panelFolder?: string;
}

/** Builds the service without a database, to read what it offers. It can answer only `GET /operator/operations`. */
export function buildAppToDescribe(operatorToken: string): Promise<FastifyInstance> {
  /** Accepts any call: only requests would use it. */
  const nothing: object = new Proxy(() => undefined, { get: () => nothing, apply: () => nothing });
  return buildApp({
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
    operatorToken,
    patientDatabase: nothing as Database,
    ownTroubles: async () => [],
  });
}

/** Builds the HTTP service, which does not listen yet. Its `close` also stops what it started. */
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
    // Requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    schemaController: { compilersFactory: { buildSerializer: buildSerializers } },
  });
  const reading = buildRequestReading({
    knownPincode: (pincode) => dependencies.rateBooks.ground.directory.placeNear(pincode) >= 0,
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
  addAnswerHeaders(app);
  const gaps = addMethodNotAllowed(app);
  await addOpenApi(app, dependencies);
  const operations = listOperations(app);
  const registry = new Registry();
  addMetrics(app, { token: dependencies.metricsToken, registry });
  addCacheMetrics(registry, { rateBooks: dependencies.rateBooks, columns: service.columns });
  addHealthMetrics(registry, service);
  addOutcomeCounters(registry, service);
  noteCarrierCalls(service, { registry, logger: dependencies.logger });

  const couldNotNote = (error: unknown) =>
    dependencies.logger.warn({ err: error }, 'could not note when credentials were last used');
  const checkOptions = { onError: couldNotNote, monotonicMs, patienceMs: dependencies.credentialPatienceMs };
  const ofAccounts = accountCredentials(service, checkOptions);
  const ofSessions = accountSessions(service, checkOptions);
  const ofCarriers = carrierCredentials(service, checkOptions);
  const ofPushes = pushTokens(service, checkOptions);
  const ofShops = shopTokens(service, checkOptions);
  const ofCheckouts = checkoutKeys(service, checkOptions);
  app.addHook('onClose', async () => {
    await ofAccounts.close();
    await ofSessions.close();
    await ofCarriers.close();
    await ofPushes.close();
    await ofShops.close();
    await ofCheckouts.close();
  });

  const limit = dependencies.rateLimit;
  const requests = limit > 0 ? requestLimit(limit, monotonicMs) : null;
  if (requests !== null && dependencies.news !== null) {
    const couldNotShare = (error: unknown) =>
      dependencies.logger.warn({ err: error }, 'could not share request counts with other processes');
    const sharing = shareCounts(requests, dependencies.news, service.processId, couldNotShare);
    app.addHook('onClose', async () => sharing.stop());
  }
  const wrongCredentials = wrongCredentialLimits(monotonicMs);
  const turnsOfPartners = partnerTurns();
  const draining = new Draining();
  const ofOperator = operatorCredential(service, dependencies.operatorToken);
  const credentials = withOperator(ofAccounts, ofOperator);
  const checkers = { credentials, sessions: ofSessions, publicUrl: dependencies.publicUrl };
  const panel = readPanel(dependencies.panelFolder ?? PANEL_FOLDER);
  const routeOptions = {
    ...dependencies,
    ...problems,
    ...checkers,
    wrongCredentials,
    draining,
    requests,
    panel,
  };
  addRootRoutes(app, routeOptions);
  await app.register(
    async (api) => {
      addCredential(api, checkers, wrongCredentials);
      addRequestScheduler(api);
      takeBodiesOfKnown(api);
      if (requests !== null) addRateLimit(api, requests);
      await addApiRoutes(api, routeOptions);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (carriers) => {
    addCarrierCredential(carriers, ofCarriers, wrongCredentials);
    addRequestScheduler(carriers);
    takeBodiesOfKnown(carriers);
    if (requests !== null) addRateLimit(carriers, requests);
    addCarrierRoutes(carriers);
  });
  await app.register(async (pushes) => {
    addPushToken(pushes, ofPushes, wrongCredentials);
    addRequestScheduler(pushes);
    takeBodiesOfKnown(pushes);
    if (requests !== null) addRateLimit(pushes, requests);
    addPartnerTurns(pushes, turnsOfPartners);
    addPushRoutes(pushes);
  });
  await app.register(async (shops) => {
    addShopToken(shops, ofShops, wrongCredentials);
    addRequestScheduler(shops);
    takeBodiesOfKnown(shops);
    if (requests !== null) addRateLimit(shops, requests);
    addPartnerTurns(shops, turnsOfPartners);
    addShopRoutes(shops);
  });
  await app.register(
    async (shops) => {
      addCheckoutKey(shops, ofCheckouts, wrongCredentials);
      addRequestScheduler(shops);
      takeBodiesOfKnown(shops);
      if (requests !== null) addRateLimit(shops, requests);
      addCheckoutRoutes(shops);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (shops) => {
    addCheckoutKey(shops, ofCheckouts, wrongCredentials);
    addRequestScheduler(shops);
    takeBodiesOfKnown(shops);
    if (requests !== null) addRateLimit(shops, requests);
    addShopRates(shops);
  });
  await app.register(
    async (operator) => {
      addOperatorCredential(operator, ofOperator, wrongCredentials);
      takeBodiesOfKnown(operator);
      await addOperatorRoutes(operator, { ...routeOptions, operations });
    },
    { prefix: '/operator' },
  );
  gaps.complete();
  addDraining(app, draining);
  return app;
}
