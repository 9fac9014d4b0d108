import { GraphQLError } from 'graphql';
import { connection, type PageArguments } from './connections.ts';
import {
  type Fulfilment,
  type FulfilmentOrder,
  type Line,
  type Order,
  type ShopBook,
  totalPaise,
} from './shop-book.ts';
import type { WebhookSubscriptions } from './webhook-subscriptions.ts';

export interface Answering {
  readonly book: ShopBook;
  readonly webhooks: WebhookSubscriptions;
  readonly scopes: ReadonlySet<string>;
  /** The plan gives no personal data of customers. */
  readonly isWithheld: boolean;
  readonly currency: string;
  readonly carrierServices: CarrierService[];
  /** The plan has rates of carriers. */
  readonly hasCarrierRates: boolean;
}

export interface CarrierService {
  readonly id: number;
  readonly name: string;
  readonly callbackUrl: string;
  active: boolean;
}

type Given = Readonly<Record<string, unknown>>;
type Ids = { readonly id: string };

/** The values of the schema's root fields; everything that is not here is null, or an error if it must not be. */
export function rootOf(answering: Answering) {
  const { book, webhooks } = answering;
  const may = (scope: string, field: string) => assertScope(answering.scopes, scope, field);
  const views = new Views(answering);
  const orderOf = (id: string) => book.orders.get(numberOf(id));
  return {
    shop: () => ({
      currencyCode: answering.currency,
      name: 'Chai & Co',
      myshopifyDomain: 'stand-in.myshopify.com',
    }),
    currentAppInstallation: () => ({
      accessScopes: [...answering.scopes].map((handle) => ({ handle, description: handle })),
    }),
    order: ({ id }: Ids) => {
      may('read_orders', 'order');
      const order = orderOf(id);
      return order === undefined ? null : views.order(order);
    },
    orders: (page: PageArguments) => {
      may('read_orders', 'orders');
      const since = /updated_at:>='?([^'\s]+)'?/.exec(page.query ?? '')?.[1];
      const from = since === undefined ? 0 : Date.parse(since);
      const found = [...book.orders.values()].filter(({ updatedAt }) => Date.parse(updatedAt) >= from);
      const paged = connection(found, page, ({ id, updatedAt }) => `${updatedAt} ${id}`);
      return { ...paged, nodes: paged.nodes.map((order) => views.order(order)) };
    },
    fulfillment: ({ id }: Ids) => {
      may('read_orders', 'fulfillment');
      const [, found] = book.fulfilment(numberOf(id));
      return found === undefined ? null : views.fulfilment(found);
    },
    fulfillmentOrder: ({ id }: Ids) => {
      may('read_merchant_managed_fulfillment_orders', 'fulfillmentOrder');
      const found = book.fulfilmentOrder(numberOf(id));
      return found === undefined ? null : views.fulfilmentOrder(found);
    },
    locations: (page: PageArguments) => {
      may('read_locations', 'locations');
      return connection(
        [...book.locations.keys()].map((id) => views.location(id)),
        page,
      );
    },
    webhookSubscriptions: (page: PageArguments & { readonly uri?: string }) =>
      connection(
        webhooks.all.filter(({ uri }) => page.uri === undefined || uri === page.uri).map(subscriptionView),
        page,
      ),

    carrierServices: (page: PageArguments) => {
      may('read_shipping', 'carrierServices');
      return connection(answering.carrierServices.map(carrierServiceView), page);
    },
    carrierServiceCreate: ({ input }: { readonly input: Omit<CarrierService, 'id'> }) => {
      may('write_shipping', 'carrierServiceCreate');
      const why = answering.hasCarrierRates
        ? answering.carrierServices.some(({ name }) => name === input.name) && 'Dakiya is already configured'
        : 'Carrier Calculated Shipping must be enabled for your store in order to perform this action.';
      if (why !== false) return { carrierService: null, userErrors: userErrors(why, ['input']) };
      const added = { ...input, id: answering.carrierServices.length + 1 };
      answering.carrierServices.push(added);
      return { carrierService: carrierServiceView(added), userErrors: [] };
    },
    carrierServiceUpdate: ({ input }: { readonly input: Ids & { readonly active?: boolean } }) => {
      may('write_shipping', 'carrierServiceUpdate');
      const found = answering.carrierServices.find(({ id }) => id === numberOf(input.id));
      if (found === undefined) {
        return { carrierService: null, userErrors: userErrors('The carrier service does not exist', ['id']) };
      }
      found.active = input.active ?? found.active;
      return { carrierService: carrierServiceView(found), userErrors: [] };
    },
    carrierServiceDelete: ({ id }: Ids) => {
      may('write_shipping', 'carrierServiceDelete');
      const index = answering.carrierServices.findIndex((one) => one.id === numberOf(id));
      if (index < 0)
        return { deletedId: null, userErrors: userErrors('The carrier service does not exist', ['id']) };
      answering.carrierServices.splice(index, 1);
      return { deletedId: id, userErrors: [] };
    },

    fulfillmentCreate: ({ fulfillment }: { readonly fulfillment: Given }) => {
      may('write_merchant_managed_fulfillment_orders', 'fulfillmentCreate');
      const { lineItemsByFulfillmentOrder, trackingInfo, notifyCustomer } = fulfillment as {
        lineItemsByFulfillmentOrder: {
          fulfillmentOrderId: string;
          fulfillmentOrderLineItems?: (Ids & { quantity: number })[];
        }[];
        trackingInfo?: { company?: string; number?: string; url?: string };
        notifyCustomer?: boolean;
      };
      const made = book.fulfil(
        lineItemsByFulfillmentOrder.map(({ fulfillmentOrderId, fulfillmentOrderLineItems: lines }) => ({
          fulfilmentOrderId: numberOf(fulfillmentOrderId),
          lines: lines?.map(({ id, quantity }) => ({ id: numberOf(id), quantity })) ?? null,
        })),
        {
          company: trackingInfo?.company ?? null,
          number: trackingInfo?.number ?? null,
          url: trackingInfo?.url ?? null,
        },
        notifyCustomer === true,
      );
      return typeof made === 'string'
        ? { fulfillment: null, userErrors: userErrors(made, ['fulfillment']) }
        : { fulfillment: views.fulfilment(made), userErrors: [] };
    },
    fulfillmentCancel: ({ id }: Ids) => {
      may('write_merchant_managed_fulfillment_orders', 'fulfillmentCancel');
      const cancelled = book.cancelFulfilment(numberOf(id));
      return typeof cancelled === 'string'
        ? { fulfillment: null, userErrors: userErrors(cancelled, ['id']) }
        : { fulfillment: views.fulfilment(cancelled), userErrors: [] };
    },
    fulfillmentEventCreate: ({ fulfillmentEvent: sent }: { readonly fulfillmentEvent: Given }) => {
      may('write_merchant_managed_fulfillment_orders', 'fulfillmentEventCreate');
      const [, found] = book.fulfilment(numberOf(String(sent.fulfillmentId)));
      if (found === undefined) {
        return {
          fulfillmentEvent: null,
          userErrors: userErrors('Fulfillment does not exist.', ['fulfillmentEvent']),
        };
      }
      const event = book.addEvent(found, {
        status: String(sent.status),
        message: (sent.message as string | null | undefined) ?? null,
        happenedAt: (sent.happenedAt as string | undefined) ?? book.now(),
      });
      return { fulfillmentEvent: eventView(event), userErrors: [] };
    },
    orderMarkAsPaid: ({ input: { id } }: { readonly input: Ids }) => {
      may('write_orders', 'orderMarkAsPaid');
      const order = orderOf(id);
      if (order === undefined) return { order: null, userErrors: userErrors('Order does not exist', ['id']) };
      if (totalPaise(order) <= order.paidPaise || order.cancelledAt !== null) {
        return { order: null, userErrors: userErrors('Order cannot be marked as paid.', ['id']) };
      }
      book.markPaid(order);
      return { order: views.order(order), userErrors: [] };
    },
    webhookSubscriptionCreate: ({
      topic,
      webhookSubscription: sent,
    }: {
      topic: string;
      webhookSubscription: Given;
    }) => {
      const uri = String(sent.uri ?? sent.callbackUrl ?? '');
      const why = webhooks.whyRefused(topic, uri);
      if (why !== null) {
        const errors = userErrors(why, ['webhookSubscription', 'callbackUrl']);
        return { webhookSubscription: null, userErrors: errors };
      }
      const includeFields = (sent.includeFields as string[] | null | undefined) ?? [];
      return {
        webhookSubscription: subscriptionView(webhooks.add({ topic, uri, includeFields })),
        userErrors: [],
      };
    },
    webhookSubscriptionDelete: ({ id }: Ids) =>
      webhooks.remove(numberOf(id))
        ? { deletedWebhookSubscriptionId: id, userErrors: [] }
        : {
            deletedWebhookSubscriptionId: null,
            userErrors: userErrors('Webhook subscription does not exist', ['id']),
          },
  };
}

/** What the schema's types show of the shop. */
class Views {
  readonly #answering: Answering;

  constructor(answering: Answering) {
    this.#answering = answering;
  }

  order(order: Order) {
    const { scopes } = this.#answering;
    const { placed, lines, address, financialStatus } = order;
    const personal =
      <T>(field: string, value: T) =>
      () => {
        if (!this.#answering.isWithheld) return value;
        throw denied(
          `This app is not approved to access the ${field} field. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`,
        );
      };
    const gateway = placed.gateway ?? 'Cash on Delivery (COD)';
    const outstanding = Math.max(0, totalPaise(order) - order.paidPaise);
    return {
      id: gid('Order', order.id),
      legacyResourceId: String(order.id),
      name: order.name,
      createdAt: order.createdAt,
      processedAt: order.createdAt,
      updatedAt: order.updatedAt,
      cancelledAt: order.cancelledAt,
      closedAt: null,
      test: placed.isTest === true,
      tags: placed.tags ?? [],
      note: placed.note ?? null,
      customAttributes: attributes(placed.attributes ?? {}),
      email: personal('email', placed.email ?? 'ravi@x.example'),
      phone: personal('phone', null),
      currencyCode: placed.currency ?? this.#answering.currency,
      taxesIncluded: true,
      requiresShipping: lines.some(({ product }) => !product.isDigital),
      displayFinancialStatus: financialStatus,
      displayFulfillmentStatus: order.fulfilments.some(({ status }) => status === 'SUCCESS')
        ? 'FULFILLED'
        : 'UNFULFILLED',
      paymentGatewayNames: [gateway],
      totalOutstandingSet: this.#money(outstanding),
      currentTotalPriceSet: this.#money(totalPaise(order)),
      transactions: () => [
        {
          formattedGateway: gateway,
          gateway,
          manualPaymentGateway: placed.isManual ?? gateway.startsWith('Cash on'),
          kind: 'SALE',
          status: outstanding > 0 ? 'PENDING' : 'SUCCESS',
        },
      ],
      shippingLines: (page: PageArguments) =>
        connection(
          order.shippingPaise === 0
            ? []
            : [
                {
                  title: 'Standard',
                  code: placed.serviceCode ?? 'Standard',
                  currentDiscountedPriceSet: this.#money(order.shippingPaise),
                  taxLines: [],
                },
              ],
          page,
        ),
      billingAddress: personal('billingAddress', address),
      shippingAddress: personal('shippingAddress', address),
      fulfillments: () => order.fulfilments.map((one) => this.fulfilment(one)),
      fulfillmentOrders: (page: PageArguments) => {
        assertScope(scopes, 'read_merchant_managed_fulfillment_orders', 'fulfillmentOrders');
        return connection(
          order.fulfilmentOrders.map((one) => this.fulfilmentOrder(one)),
          page,
        );
      },
    };
  }

  fulfilmentOrder({ id, status, createdAt, locationId, method, lines }: FulfilmentOrder) {
    const isOpen = status === 'OPEN' || status === 'IN_PROGRESS';
    return {
      id: gid('FulfillmentOrder', id),
      status,
      createdAt,
      supportedActions: isOpen ? [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }] : [],
      deliveryMethod: { methodType: method },
      assignedLocation: {
        name: this.#answering.book.locations.get(locationId),
        location: this.location(locationId),
      },
      lineItems: (page: PageArguments) =>
        connection(
          lines.map(({ id: lineId, line, total, remaining }) => ({
            id: gid('FulfillmentOrderLineItem', lineId),
            totalQuantity: total,
            remainingQuantity: remaining,
            requiresShipping: !line.product.isDigital,
            sku: line.product.sku,
            weight: { unit: 'KILOGRAMS', value: line.product.grams / 1_000 },
            lineItem: this.#line(line),
          })),
          page,
        ),
    };
  }

  fulfilment({ id, status, createdAt, updatedAt, tracking, of, units, events }: Fulfilment) {
    return {
      id: gid('Fulfillment', id),
      status,
      createdAt,
      updatedAt,
      trackingInfo: [tracking],
      fulfillmentOrders: (page: PageArguments) =>
        connection(
          of.map((one) => this.fulfilmentOrder(one)),
          page,
        ),
      fulfillmentLineItems: (page: PageArguments) =>
        connection(
          units.map(({ line, units: quantity }) => ({ quantity, lineItem: this.#line(line) })),
          page,
        ),
      events: (page: PageArguments) => connection(events.map(eventView), page),
    };
  }

  location(id: number) {
    const name = this.#answering.book.locations.get(id);
    return { id: gid('Location', id), legacyResourceId: String(id), name, isActive: true };
  }

  #line({ id, product, units, properties, current }: Line) {
    return {
      id: gid('LineItem', id),
      name: product.title,
      sku: product.sku,
      quantity: units,
      currentQuantity: current,
      customAttributes: attributes(properties),
      discountedUnitPriceAfterAllDiscountsSet: this.#money(product.pricePaise),
      taxLines: [],
    };
  }

  #money(paise: number) {
    const money = { amount: (paise / 100).toFixed(2), currencyCode: this.#answering.currency };
    return { shopMoney: money, presentmentMoney: money };
  }
}

function attributes(entered: Readonly<Record<string, string>>) {
  return Object.entries(entered).map(([key, value]) => ({ key, value }));
}

function carrierServiceView({ id, ...service }: CarrierService) {
  return { id: gid('DeliveryCarrierService', id), supportsServiceDiscovery: true, ...service };
}

function subscriptionView({ id, topic, uri, includeFields }: WebhookSubscriptions['all'][number]) {
  return { id: gid('WebhookSubscription', id), topic, uri, callbackUrl: uri, includeFields, format: 'JSON' };
}

function eventView({ id, ...event }: Fulfilment['events'][number]) {
  return { id: gid('FulfillmentEvent', id), ...event };
}

function assertScope(scopes: ReadonlySet<string>, scope: string, field: string): void {
  const isGiven = scopes.has(scope) || scopes.has(scope.replace(/^read_/, 'write_'));
  if (isGiven) return;
  throw denied(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`);
}

function denied(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED' } });
}

function userErrors(message: string, field: readonly string[]) {
  return [{ field, message }];
}

function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('/') + 1));
}
