import { type DocumentNode, executeSync, type GraphQLError, parse, validate } from 'graphql';
import { fieldsOf, itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import {
  htmlAnswer,
  json,
  type StandIn,
  type StandInAnswer,
  type StandInClock,
  type StandInRequest,
  type StandInRoute,
} from '../../kit/stand-in.ts';
import type { StandInDependencies } from '../../kit/start-stand-in.ts';
import { adminSchema } from './admin-schema.ts';
import { actualCost, MOST_POINTS, requestedCost } from './query-cost.ts';
import { type CarrierService, rootOf } from './resolvers.ts';
import { ShopBook } from './shop-book.ts';
import { WebhookSubscriptions } from './webhook-subscriptions.ts';

const CLIENT_ID = 'c1'.repeat(16);
const CLIENT_SECRET = `shpss_${'d2'.repeat(16)}`;
const ACCESS_TOKEN = `shpat_${'e3'.repeat(16)}`;
const TOKEN_MS = 86_399_000;

/**
 * A Shopify shop. It executes Shopify's own schema, so that a wrong field, type or missing argument fails as there. What this shop
 * does not have is null.
 */
export class ShopifyStandIn implements StandIn {
  /** Of an app of the Dev Dashboard, and of one that was made in the admin before 2026. */
  static readonly settings = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  static readonly oldSettings = { access_token: ACCESS_TOKEN, client_secret: CLIENT_SECRET };
  readonly courier = 'shopify';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly instructions: StandIn['instructions'];
  readonly words = {
    unknown: () => htmlAnswer(404, 'Not Found'),
    slowDown: json(429, { errors: 'Exceeded 2 calls per second for api client.' }),
    withStatus: (status: number) =>
      status === 401 ? UNAUTHORISED : htmlAnswer(status, 'Something went wrong'),
    refusal: () =>
      json(200, { errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }),
  };
  readonly webhooks = new WebhookSubscriptions(CLIENT_SECRET);
  readonly book: ShopBook;
  readonly scopes = new Set([
    'read_orders',
    'write_orders',
    'read_merchant_managed_fulfillment_orders',
    'write_merchant_managed_fulfillment_orders',
    'read_locations',
    'write_shipping',
  ]);
  readonly carrierServices: CarrierService[] = [];
  hasCarrierRates = true;
  isWithheld = false;
  isUninstalled = false;
  currency = 'INR';
  /** Points of queries: a standard plan has 2,000, and gets 100 a second back. */
  points = { maximum: 2_000, restoreRate: 100 };
  readonly #clock: StandInClock;
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #tokens = 0;
  #left: { points: number; at: number } | null = null;

  constructor({ clock }: StandInDependencies) {
    this.#clock = clock;
    this.book = new ShopBook(clock, (topic, order) =>
      this.webhooks.send(topic, { id: order.id, name: order.name, updated_at: order.updatedAt }),
    );
    this.routes = [
      {
        call: 'token',
        method: 'POST',
        path: /^\/admin\/oauth\/access_token$/,
        answer: (request) => this.#giveToken(request),
      },
      {
        call: 'graphql',
        method: 'POST',
        path: /^\/admin\/api\/([^/]+)\/graphql\.json$/,
        answer: (request) => this.#answer(request),
      },
    ];
    this.instructions = {
      order: {
        help: 'place an order with cash on delivery, or paid',
        example: { units: 2, paid: false },
        run: ({ units, paid }) => ({
          id: this.book.place({
            lines: [{ sku: 'CHAI-250', units: numberOf(units) ?? 1 }],
            ...(paid === true && { gateway: 'Razorpay', financialStatus: 'PAID' }),
          }),
        }),
      },
      cancel: {
        help: 'cancel an order',
        example: { id: 5_000_000_001 },
        run: ({ id }) => this.book.cancel(numberOf(id) ?? 0),
      },
      retry: {
        help: 'send webhooks again that were not taken, as after some minutes',
        example: {},
        run: () => this.webhooks.retry(),
      },
      uninstall: {
        help: 'remove the app from the shop',
        example: {},
        run: () => this.uninstall(),
      },
    };
  }

  /** The parcels that the shop was told of. */
  parcels() {
    return [...this.book.orders.values()].flatMap(({ name, fulfilments }) =>
      fulfilments.map(({ tracking, status }) => ({
        trackingNumber: tracking.number ?? '',
        reference: name,
        status,
        isExpected: status !== 'CANCELLED',
      })),
    );
  }

  /** Removes the app, as in the admin of the shop. */
  uninstall(): void {
    this.webhooks.send('APP_UNINSTALLED', { id: 1 });
    for (const { id } of this.webhooks.all) this.webhooks.remove(id);
    this.isUninstalled = true;
  }

  /** Asks the carrier services for rates, as at the checkout. @throws Error if an answer is not in Shopify's form */
  async askRates(pincode: string, items: readonly { readonly sku: string; readonly units: number }[]) {
    const rate = {
      origin: { country: 'IN', postal_code: '400001' },
      destination: { country: 'IN', postal_code: pincode, province: 'KA', city: 'Bengaluru' },
      items: items.map(({ sku, units }) => {
        const product = this.book.products.get(sku);
        return {
          name: product?.title,
          sku,
          quantity: units,
          grams: product?.grams,
          price: product?.pricePaise,
          requires_shipping: product?.isDigital === false,
        };
      }),
      currency: this.currency,
      locale: 'en-IN',
    };
    const shown: Readonly<Record<string, unknown>>[] = [];
    for (const { callbackUrl, active } of this.carrierServices) {
      if (!active) continue;
      const answer = await fetch(callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rate }),
        signal: AbortSignal.timeout(10_000),
        redirect: 'manual',
      });
      if (!answer.ok)
        throw new Error(`the shop shows its backup rates, because of the answer ${answer.status}`);
      for (const service of itemsOf(fieldsOf(await answer.json()).rates).map(fieldsOf)) {
        const { service_name, service_code, description, total_price, currency, ...dates } = service;
        const isWhole = [service_name, service_code, description, currency].every(
          (one) => textOf(one) !== null,
        );
        const isPrice = /^\d+$/.test(textOf(total_price) ?? '');
        const areDates = Object.values(dates).every((one) =>
          /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+\d{4}$/.test(String(one)),
        );
        if (!isWhole || !isPrice || !areDates) throw new Error(`it is no rate: ${JSON.stringify(service)}`);
        shown.push(service);
      }
    }
    return shown;
  }

  #giveToken({ sent }: StandInRequest): StandInAnswer {
    if (sent.grant_type !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' });
    if (sent.client_id !== CLIENT_ID) return json(400, { error: 'application_cannot_be_found' });
    if (sent.client_secret !== CLIENT_SECRET) return json(400, { error: 'invalid_client' });
    if (this.isUninstalled) return json(400, { error: 'app_not_installed' });
    this.#tokens += 1;
    this.#token = { text: `shpca_${this.#tokens}`, endsAt: this.#clock.now().getTime() + TOKEN_MS };
    return json(200, {
      access_token: this.#token.text,
      scope: [...this.scopes].join(','),
      expires_in: TOKEN_MS / 1_000,
    });
  }

  #isSignedIn({ headers }: StandInRequest): boolean {
    const sent = headers['x-shopify-access-token'];
    if (this.isUninstalled) return false;
    if (sent === ACCESS_TOKEN) return true;
    const token = this.#token;
    return token !== null && sent === token.text && token.endsAt > this.#clock.now().getTime();
  }

  #answer(request: StandInRequest): StandInAnswer {
    if (!this.#isSignedIn(request)) return UNAUTHORISED;
    const { version, schema } = adminSchema(request.groups[0] ?? '');
    const headers = { 'x-shopify-api-version': version };
    const variables = fieldsOf(request.sent.variables);
    let document: DocumentNode;
    try {
      document = parse(textOf(request.sent.query) ?? '');
    } catch (error) {
      return { ...json(200, { errors: [errorBody(error as GraphQLError, 'parseError')] }), headers };
    }
    const wrong = validate(schema, document);
    if (wrong.length > 0) {
      return { ...json(200, { errors: wrong.map((error) => errorBody(error, 'invalidQuery')) }), headers };
    }
    const requested = requestedCost(schema, document, variables);
    const available = this.#available();
    const cost = (actual: number | null, left: number) => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: {
          maximumAvailable: this.points.maximum,
          currentlyAvailable: Math.floor(left),
          restoreRate: this.points.restoreRate,
        },
      },
    });
    if (requested > MOST_POINTS) {
      const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${MOST_POINTS}).`;
      return { ...json(200, { errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED' } }] }), headers };
    }
    if (requested > available) {
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return { ...json(200, { errors, extensions: cost(null, available) }), headers };
    }
    const { data, errors } = executeSync({
      schema,
      document,
      rootValue: rootOf(this),
      variableValues: variables,
    });
    const actual = Math.min(requested, actualCost(data));
    this.#left = { points: available - actual, at: this.#clock.now().getTime() };
    const answered = {
      ...(data !== undefined && { data }),
      ...(errors !== undefined && {
        errors: errors.map((error) => errorBody(error, 'argumentLiteralsIncompatible')),
      }),
      extensions: cost(actual, available - actual),
    };
    return { ...json(200, answered), headers };
  }

  #available(): number {
    const { maximum, restoreRate } = this.points;
    if (this.#left === null) return maximum;
    const seconds = (this.#clock.now().getTime() - this.#left.at) / 1_000;
    return Math.min(maximum, this.#left.points + seconds * restoreRate);
  }
}

const UNAUTHORISED = json(401, {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
});

function errorBody({ message, locations, path, extensions }: GraphQLError, code: string) {
  return { message, locations, path, extensions: { code, ...extensions } };
}
