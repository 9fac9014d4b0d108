import type { ProgressWord } from '../../domain/shops/progress.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import {
  type AnswerFields,
  asReason,
  fieldsOf,
  idOf,
  isOwnId,
  itemsOf,
  numberOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { LargeAnswerError, LostAnswerError, type Refused } from '../../partners/partner.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { plainTextOf } from '../plain-text.ts';
import type { ShopConnection } from '../shop.ts';
import {
  type DoneAnswer,
  type FulfilledParcel,
  type FulfilmentAnswer,
  KeptOutError,
  type KnownFulfilment,
  type OrdersSince,
  type ParcelProgress,
  type SentParcel,
  type ShopAdapter,
  type ShopCheck,
  type ShopOrderPage,
  type SubscribeAnswer,
  type UnreadableOrder,
} from '../shop-adapter.ts';
import {
  cursorOf,
  NOT_KEPT_ID,
  placeIn,
  readable,
  soldInRupees,
  TOO_LARGE,
  timeOf,
  unreadableOrder,
} from '../shop-answers.ts';
import { ShopifyCalls } from './shopify-calls.ts';
import {
  gidOf,
  isToShip,
  keyOf,
  NOT_ROUTED,
  nodesOf,
  parcelKeys,
  readShopifyOrder,
  shopPaiseOf,
} from './shopify-order.ts';
import { API_VERSION, type ShopifyQuery } from './shopify-queries.ts';

const TOPICS = ['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_DELETE', 'APP_UNINSTALLED'];
/** What the app must be allowed; https://shopify.dev/docs/api/usage/access-scopes. */
export const SCOPES = [
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_locations',
];
const DONE = { outcome: 'done' } as const;
const OVER = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

/** Shopify has no words for a parcel that goes back. */
const EVENTS: Readonly<Record<ProgressWord, readonly [status: string, message: string | null]>> = {
  ready: ['READY_FOR_PICKUP', null],
  picked_up: ['CARRIER_PICKED_UP', null],
  in_transit: ['IN_TRANSIT', null],
  out_for_delivery: ['OUT_FOR_DELIVERY', null],
  attempted: ['ATTEMPTED_DELIVERY', null],
  delivered: ['DELIVERED', null],
  returning: ['FAILURE', 'The parcel goes back to the sender'],
  returned: ['FAILURE', 'The parcel is back with the sender'],
  lost: ['FAILURE', 'The parcel was lost or damaged'],
};

export class ShopifyAdapter implements ShopAdapter {
  readonly #calls: ShopifyCalls;
  readonly #now: () => Date;

  constructor(connection: ShopConnection) {
    this.#calls = new ShopifyCalls(connection);
    this.#now = connection.now;
  }

  async check(signal: AbortSignal): Promise<ShopCheck> {
    const { data, isWithheld, version } = await this.#calls.send('Check', {}, signal);
    const currency = textOf(fieldsOf(data.shop).currencyCode);
    const given = itemsOf(fieldsOf(data.currentAppInstallation).accessScopes).map(
      (one) => fieldsOf(one).handle,
    );
    // Whoever may write may also read.
    const lacking = SCOPES.filter(
      (scope) => !given.includes(scope) && !given.includes(scope.replace(/^read_/, 'write_')),
    );
    if (lacking.length > 0) {
      return {
        ok: false,
        message: say('app_lacks_scopes', 'The app lacks the scopes {scopes}: add them in the Dev Dashboard', {
          scopes: lacking,
        }),
      };
    }
    const taken = soldInRupees('app', [currency ?? '']);
    if (!taken.ok) return taken;
    if (isWithheld) {
      const message = say(
        'shopify_withholds_addresses',
        "Shopify withholds the customers' addresses from this app: its plan, or the app, has no access to them",
      );
      return { ok: false, message };
    }
    if (version === API_VERSION) return taken;
    return {
      ok: true,
      message: say(
        'shopify_of_another_version',
        '{check}. It answers by version {version} instead of {expected}: update Dakiya',
        { check: taken.message, version, expected: API_VERSION },
      ),
    };
  }

  async changedOrders({ time, cursor }: OrdersSince, signal: AbortSignal): Promise<ShopOrderPage> {
    const { since, after } = placeIn<Place>(cursor) ?? { since: wholeSecond(time), after: null };
    const variables = { query: `updated_at:>='${since}'`, after };
    const { data } = await this.#calls.send('ChangedOrders', variables, signal);
    const { hasNextPage, endCursor } = fieldsOf(fieldsOf(data.orders).pageInfo);
    const orders: ShopOrder[] = [];
    const unreadable: UnreadableOrder[] = [];
    for (const { legacyResourceId, updatedAt } of nodesOf(data.orders)) {
      const orderKey = idOf(legacyResourceId) ?? '';
      const read = isOwnId(orderKey) ? await this.#readOfPage(orderKey, signal) : NOT_KEPT_ID;
      if (read === null) continue;
      // An order that changed after the page was read comes again: a later time would hide those between.
      const order =
        'template' in read ? read : readable({ ...read, changedAt: timeOf(updatedAt) ?? read.changedAt });
      if ('template' in order) unreadable.push({ orderKey, reason: order });
      else orders.push(order);
    }
    const next: Place | null = hasNextPage === true ? { since, after: textOf(endCursor) } : null;
    return { orders, unreadable, cursor: cursorOf(next) };
  }

  async order(orderKey: string, signal: AbortSignal): Promise<ShopOrder | null> {
    const order = await this.#read(orderKey, signal);
    if (order !== null && 'template' in order)
      throw order === NOT_ROUTED ? new LostAnswerError(order) : unreadableOrder(order);
    return order;
  }

  async fulfil(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer> {
    const found = await this.#parts(parcel.orderKey, signal);
    if (found === null) return refused(say('has_no_such_order', 'has no such order any more'));
    const lines = linesToFulfil(parcel, found);
    if (lines === null) return refused(NOT_OPEN);
    const { trackingNumber, courierName, trackingUrl, notifiesCustomer } = parcel;
    const trackingInfo = { company: courierName, number: trackingNumber, url: trackingUrl };
    const fulfillment = {
      lineItemsByFulfillmentOrder: lines,
      trackingInfo,
      notifyCustomer: notifiesCustomer,
    };
    const { made, refusal } = await this.#change('Fulfil', { fulfillment }, 'fulfillmentCreate', signal);
    return refusal ?? { outcome: 'done', fulfilmentKey: keyOf(fieldsOf(made.fulfillment).id) };
  }

  async fulfilments(orderKey: string, signal: AbortSignal): Promise<readonly KnownFulfilment[]> {
    const { data } = await this.#calls.send('Fulfilments', { id: gidOf('Order', orderKey) }, signal);
    return itemsOf(fieldsOf(data.order).fulfillments)
      .map(fieldsOf)
      .filter(({ status }) => !OVER.has(textOf(status) ?? ''))
      .map(({ id, trackingInfo }) => ({
        fulfilmentKey: keyOf(id),
        trackingNumber: textOf(fieldsOf(itemsOf(trackingInfo)[0]).number),
      }));
  }

  async tellProgress(
    { fulfilmentKey, word, happenedAt }: ParcelProgress,
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const fulfillmentId = gidOf('Fulfillment', fulfilmentKey);
    const [status, message] = EVENTS[word];
    const second = Math.floor(happenedAt.getTime() / 1_000);
    const { data } = await this.#calls.send('Events', { id: fulfillmentId }, signal);
    const isKnown = nodesOf(fieldsOf(data.fulfillment).events).some(
      (event) =>
        event.status === status && Math.floor(Date.parse(textOf(event.happenedAt) ?? '') / 1_000) === second,
    );
    if (isKnown) return DONE;
    const event = { fulfillmentId, status, message, happenedAt: new Date(second * 1_000).toISOString() };
    const { refusal } = await this.#change('Tell', { event }, 'fulfillmentEventCreate', signal);
    return refusal ?? DONE;
  }

  async cancelFulfilment({ fulfilmentKey }: FulfilledParcel, signal: AbortSignal): Promise<DoneAnswer> {
    const id = gidOf('Fulfillment', fulfilmentKey);
    const { refusal } = await this.#change('Cancel', { id }, 'fulfillmentCancel', signal);
    if (refusal === null) return DONE;
    const { data } = await this.#calls.send('Events', { id }, signal);
    const isOver = data.fulfillment === null || OVER.has(textOf(fieldsOf(data.fulfillment).status) ?? '');
    return isOver ? DONE : refusal;
  }

  async markPaid({ orderKey }: { readonly orderKey: string }, signal: AbortSignal): Promise<DoneAnswer> {
    const id = gidOf('Order', orderKey);
    const { data } = await this.#calls.send('Outstanding', { id }, signal);
    if (shopPaiseOf(fieldsOf(data.order).totalOutstandingSet) <= 0) return DONE;
    const { refusal } = await this.#change('Paid', { input: { id } }, 'orderMarkAsPaid', signal);
    return refusal ?? DONE;
  }

  /** Shopify signs with the secret of the app, so it is told no other. */
  async subscribe(address: string, _secret: string, signal: AbortSignal): Promise<SubscribeAnswer> {
    const known = await this.#webhooksTo(address, signal);
    let mended = 0;
    for (const topic of TOPICS) {
      if (known.some((one) => one.topic === topic)) continue;
      // Bells need no data of customers.
      const subscription = { uri: address, format: 'JSON', includeFields: ['id'] };
      const variables = { topic, subscription };
      const { refusal } = await this.#change('Subscribe', variables, 'webhookSubscriptionCreate', signal);
      if (refusal !== null) return refusal;
      mended += 1;
    }
    return { outcome: 'done', mended };
  }

  async unsubscribe(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    for (const { id } of await this.#webhooksTo(address, signal)) {
      const { refusal } = await this.#change('Unsubscribe', { id }, 'webhookSubscriptionDelete', signal);
      if (refusal !== null) return refusal;
    }
    return DONE;
  }

  /** Needs a plan with rates of carriers, and the scope write_shipping, which other shops can do without. */
  async offerRates(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    try {
      const [known] = await this.#carrierServicesAt(address, signal);
      if (known?.active === true) return DONE;
      const input = { active: true, name: 'Dakiya', callbackUrl: address, supportsServiceDiscovery: true };
      const { refusal } =
        known === undefined
          ? await this.#change('Offer', { input }, 'carrierServiceCreate', signal)
          : await this.#change(
              'OfferAgain',
              { input: { id: known.id, active: true } },
              'carrierServiceUpdate',
              signal,
            );
      return refusal ?? DONE;
    } catch (error) {
      if (error instanceof KeptOutError) return refused(error.sentence);
      throw error;
    }
  }

  async withdrawRates(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    for (const { id } of await this.#carrierServicesAt(address, signal)) {
      const { refusal } = await this.#change('Withdraw', { id }, 'carrierServiceDelete', signal);
      if (refusal !== null) return refusal;
    }
    return DONE;
  }

  async locations(signal: AbortSignal) {
    const found = await this.#all('Locations', 'locations', signal);
    return found.map(({ legacyResourceId, name }) => ({
      locationKey: textOf(legacyResourceId) ?? '',
      name: plainTextOf(name) ?? '',
    }));
  }

  async #carrierServicesAt(address: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const all = await this.#all('CarrierServices', 'carrierServices', signal);
    return all.filter(({ callbackUrl }) => textOf(callbackUrl) === address);
  }

  /** The entries of all pages of a connection. */
  async #all(query: ShopifyQuery, field: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const found: AnswerFields[] = [];
    let after: string | null = null;
    do {
      const { data } = await this.#calls.send(query, { after }, signal);
      found.push(...nodesOf(data[field]));
      const { hasNextPage, endCursor } = fieldsOf(fieldsOf(data[field]).pageInfo);
      after = hasNextPage === true ? textOf(endCursor) : null;
    } while (after !== null);
    return found;
  }

  async #webhooksTo(uri: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const { data } = await this.#calls.send('Webhooks', { uri }, signal);
    return nodesOf(data.webhookSubscriptions);
  }

  async #read(orderKey: string, signal: AbortSignal): Promise<ShopOrder | Sentence | null> {
    const found = await this.#parts(orderKey, signal);
    if (found === null) return null;
    return readShopifyOrder(found.order, found.fulfilmentOrders, found.cancelled, this.#now());
  }

  async #readOfPage(orderKey: string, signal: AbortSignal): Promise<ShopOrder | Sentence | null> {
    return this.#read(orderKey, signal).catch((error: unknown) => {
      if (error instanceof LargeAnswerError) return TOO_LARGE;
      throw error;
    });
  }

  async #parts(orderKey: string, signal: AbortSignal): Promise<OrderParts | null> {
    const id = gidOf('Order', orderKey);
    const fulfilmentOrders: AnswerFields[] = [];
    let order: AnswerFields = {};
    let after: string | null = null;
    do {
      const { data } = await this.#calls.send('Order', { id, after }, signal);
      if (data.order === null || data.order === undefined) return null;
      order = fieldsOf(data.order);
      for (const one of nodesOf(order.fulfillmentOrders))
        fulfilmentOrders.push(await this.#whole(one, signal));
      const { hasNextPage, endCursor } = fieldsOf(fieldsOf(order.fulfillmentOrders).pageInfo);
      after = hasNextPage === true ? textOf(endCursor) : null;
    } while (after !== null);
    const cancelled: AnswerFields[] = [];
    for (const one of itemsOf(order.fulfillments).map(fieldsOf))
      if (one.status === 'CANCELLED') cancelled.push(await this.#cancelled(one.id, signal));
    return { order, fulfilmentOrders, cancelled };
  }

  /** A cancelled fulfilment with all its lines. */
  async #cancelled(id: unknown, signal: AbortSignal): Promise<AnswerFields> {
    const nodes: AnswerFields[] = [];
    let fulfilment: AnswerFields = {};
    let after: string | null = null;
    do {
      const { data } = await this.#calls.send('Cancelled', { id, after }, signal);
      fulfilment = fieldsOf(data.fulfillment);
      nodes.push(...nodesOf(fulfilment.fulfillmentLineItems));
      const { hasNextPage, endCursor } = fieldsOf(fieldsOf(fulfilment.fulfillmentLineItems).pageInfo);
      after = hasNextPage === true ? textOf(endCursor) : null;
    } while (after !== null);
    return { ...fulfilment, fulfillmentLineItems: { nodes } };
  }

  /** A fulfilment order with all its lines. */
  async #whole(fulfilmentOrder: AnswerFields, signal: AbortSignal): Promise<AnswerFields> {
    const nodes = nodesOf(fulfilmentOrder.lineItems);
    let page = fieldsOf(fieldsOf(fulfilmentOrder.lineItems).pageInfo);
    while (page.hasNextPage === true) {
      const variables = { id: fulfilmentOrder.id, linesAfter: page.endCursor };
      const { data } = await this.#calls.send('Lines', variables, signal);
      const { lineItems } = fieldsOf(data.fulfillmentOrder);
      nodes.push(...nodesOf(lineItems));
      page = fieldsOf(fieldsOf(lineItems).pageInfo);
    }
    return { ...fulfilmentOrder, lineItems: { nodes } };
  }

  /** Sends a mutation. The refusal is the shop's first user error. */
  async #change(
    query: ShopifyQuery,
    variables: AnswerFields,
    field: string,
    signal: AbortSignal,
  ): Promise<{ readonly made: AnswerFields; readonly refusal: Refused | null }> {
    const { data } = await this.#calls.send(query, variables, signal);
    const made = fieldsOf(data[field]);
    const [error] = itemsOf(made.userErrors).map(fieldsOf);
    return { made, refusal: error === undefined ? null : refused(asReason(textOf(error.message) ?? '')) };
  }
}

interface OrderParts {
  readonly order: AnswerFields;
  /** With all their lines. */
  readonly fulfilmentOrders: readonly AnswerFields[];
  readonly cancelled: readonly AnswerFields[];
}

/**
 * The units of a parcel in Shopify's form: of the fulfilment orders with its key, else of others. A parcel without items has all
 * units that are left.
 *
 * @returns null if they are not open any more
 */
function linesToFulfil({ parcelKey, items }: SentParcel, { fulfilmentOrders, cancelled }: OrderParts) {
  const keys = parcelKeys(fulfilmentOrders, cancelled);
  const isOurs = (one: AnswerFields) => keys.get(keyOf(one.id)) === parcelKey;
  const open = fulfilmentOrders.filter(isToShip);
  const left = new Map(items.map(({ lineKey, units }) => [lineKey, units]));
  const lines: {
    fulfillmentOrderId: unknown;
    fulfillmentOrderLineItems: { id: unknown; quantity: number }[];
  }[] = [];
  for (const one of [
    ...open.filter(isOurs),
    ...(items.length === 0 ? [] : open.filter((other) => !isOurs(other))),
  ]) {
    const taken = nodesOf(one.lineItems).flatMap((line) => {
      const key = keyOf(fieldsOf(line.lineItem).id);
      const remaining = numberOf(line.remainingQuantity) ?? 0;
      const quantity = items.length === 0 ? remaining : Math.min(remaining, left.get(key) ?? 0);
      left.set(key, (left.get(key) ?? 0) - quantity);
      return quantity > 0 ? [{ id: line.id, quantity }] : [];
    });
    if (taken.length > 0) lines.push({ fulfillmentOrderId: one.id, fulfillmentOrderLineItems: taken });
  }
  const isWhole = items.every(({ lineKey }) => (left.get(lineKey) ?? 0) <= 0);
  return lines.length > 0 && isWhole ? lines : null;
}

/** A place in the list of changed orders. */
interface Place {
  /** The list has the changes since then. */
  readonly since: string;
  readonly after: string | null;
}

/** Shopify's times are whole seconds. */
function wholeSecond(time: Date): string {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000).toISOString();
}

const NOT_OPEN = say('items_not_open_any_more', 'says that its items are not open for fulfilment any more');

function refused(reason: Sentence): Refused {
  return { outcome: 'refused', reason };
}
