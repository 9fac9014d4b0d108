import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import { type UrlPath, urlPath } from '../../domain/url-path.ts';
import { type AnswerFields, fieldsOf, idOf, isOwnId, itemsOf, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError } from '../../partners/partner.ts';
import { plainTextOf } from '../plain-text.ts';
import type { ShopConnection } from '../shop.ts';
import type {
  DoneAnswer,
  FulfilledParcel,
  FulfilmentAnswer,
  KnownFulfilment,
  OrdersSince,
  ParcelProgress,
  SentParcel,
  ShopAdapter,
  ShopCheck,
  ShopOrderPage,
  SubscribeAnswer,
  UnreadableOrder,
} from '../shop-adapter.ts';
import {
  cursorOf,
  isTime,
  NO_ID_OR_DATE,
  type PageForm,
  placeIn,
  readInHalves,
  soldInRupees,
  TOO_LARGE,
  timeOf,
  unreadableOrder,
} from '../shop-answers.ts';
import { MedusaCalls, type MedusaRequest } from './medusa-calls.ts';
import {
  FULFILMENT_FIELDS,
  ORDER_FIELDS,
  ownFulfilmentOf,
  paymentsOf,
  placeInKey,
  readMedusaOrder,
  shippedLinesOf,
} from './medusa-order.ts';

/** Small, because Medusa answers slowly when it sends orders with their lines, payments and fulfilments. */
const PAGE = 25;
/** Of small entries. */
const LARGE_PAGE = 1_000;
/** As many ids as an address of a request can have. */
const IDS_AT_ONCE = 100;
/** Where our module in the shop finds whom to tell of changes: secrets by address. Only users of the Admin API see it. */
const BELLS = 'dakiya_bells';
const DONE = { outcome: 'done' } as const;

export class MedusaAdapter implements ShopAdapter {
  readonly #calls: MedusaCalls;

  constructor(connection: ShopConnection) {
    this.#calls = new MedusaCalls(connection);
  }

  async check(signal: AbortSignal): Promise<ShopCheck> {
    const store = await this.#store('*supported_currencies', signal);
    await this.#get('orders', urlPath`/orders`, { limit: '1', fields: 'id' }, signal);
    const currencies = itemsOf(store.supported_currencies).map((one) => textOf(fieldsOf(one).currency_code));
    return soldInRupees(
      'key',
      currencies.map((currency) => (currency ?? '').toUpperCase()),
    );
  }

  /** The next page begins at the time of the last order, so that an order that changes meanwhile hides none. */
  async changedOrders({ time, cursor }: OrdersSince, signal: AbortSignal): Promise<ShopOrderPage> {
    const place = placeIn<Place>(cursor) ?? { from: time.toISOString(), afterId: null };
    const { sent, size, isThin } = await readInHalves(PAGE, (form) => this.#page(place, form, signal));
    const next = sent.length < size ? afterAll(place) : nextOf(place, sent);
    // If no order was made or changed since then, no payment matters.
    const ids = cursor === null && sent.length === 0 ? [] : await this.#paidSince(place, next, signal);
    const paid = await this.#ordersOf(ids, signal);
    const [orders, unreadable] = await this.#read([...paid.whole, ...(isThin ? [] : sent)], signal);
    const tooLarge = [...paid.tooLarge, ...(isThin ? sent.map((one) => idOf(fieldsOf(one).id) ?? '') : [])];
    unreadable.push(...tooLarge.map((orderKey) => ({ orderKey, reason: TOO_LARGE })));
    return { orders, unreadable, cursor: cursorOf(next) };
  }

  async order(orderKey: string, signal: AbortSignal): Promise<ShopOrder | null> {
    const sent = await this.#orderWith(orderKey, ORDER_FIELDS, signal);
    if (sent === null) return null;
    const [[order], [unreadable]] = await this.#read([sent], signal);
    if (order === undefined) throw unreadableOrder(unreadable?.reason ?? NO_ID_OR_DATE);
    return order;
  }

  /** The number is kept in the fulfilment itself: Medusa shows it as a label from the pickup on, and allows no cancellation then. */
  async fulfil(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer> {
    const { orderKey, parcelKey, items, trackingNumber, trackingUrl, courierName, notifiesCustomer } = parcel;
    const { option, location } = placeInKey(parcelKey);
    const { value, refusal } = await this.#calls.send(
      {
        call: 'fulfillments',
        method: 'POST',
        path: urlPath`/orders/${orderKey}/fulfillments`,
        query: [['fields', `id,${FULFILMENT_FIELDS}`]],
        body: {
          items: items.map(({ lineKey, units }) => ({ id: lineKey, quantity: units })),
          ...(option !== null && { shipping_option_id: option }),
          ...(location !== null && { location_id: location }),
          no_notification: !notifiesCustomer,
          metadata: {
            dakiya: {
              parcel: parcelKey,
              units: Object.fromEntries(items.map(({ lineKey, units }) => [lineKey, units])),
              courier: courierName,
              tracking_number: trackingNumber,
              tracking_url: trackingUrl,
            },
          },
        },
      },
      signal,
    );
    if (refusal !== null) return { outcome: 'refused', reason: refusal.reason };
    const made = activeFulfilmentsOf(value).find((one) => numberOfParcel(one) === trackingNumber);
    return { outcome: 'done', fulfilmentKey: textOf(made?.id) ?? '' };
  }

  async fulfilments(orderKey: string, signal: AbortSignal): Promise<readonly KnownFulfilment[]> {
    return (await this.#fulfilmentsOf(orderKey, signal)).map((one) => ({
      fulfilmentKey: textOf(one.id) ?? '',
      trackingNumber: numberOfParcel(one),
    }));
  }

  async tellProgress(progress: ParcelProgress, signal: AbortSignal): Promise<DoneAnswer> {
    const { orderKey, fulfilmentKey, word, notifiesCustomer } = progress;
    if (word === 'ready') return DONE;
    const known = await this.#fulfilmentsOf(orderKey, signal);
    const fulfilment = known.find(({ id }) => textOf(id) === fulfilmentKey);
    const own = fulfilment === undefined ? null : ownFulfilmentOf(fulfilment);
    if (fulfilment === undefined || own === null) return DONE;
    const quiet = { no_notification: !notifiesCustomer };
    if (textOf(fulfilment.shipped_at) === null) {
      const items = Object.entries(own.units).map(([id, quantity]) => ({ id, quantity }));
      const { trackingNumber: number, trackingUrl: address } = own;
      // Medusa's own panel sends this address for a label that is not on the internet.
      const labels = [{ tracking_number: number, tracking_url: address, label_url: '#' }];
      const told = await this.#post(
        'shipments',
        urlPath`/orders/${orderKey}/fulfillments/${fulfilmentKey}/shipments`,
        { items, labels, ...quiet },
        signal,
      );
      if (told.outcome === 'refused') return told;
    }
    if (word !== 'delivered' || textOf(fulfilment.delivered_at) !== null) return DONE;
    const path = urlPath`/orders/${orderKey}/fulfillments/${fulfilmentKey}/mark-as-delivered`;
    return this.#post('shipments', path, quiet, signal);
  }

  async cancelFulfilment(
    { orderKey, fulfilmentKey }: FulfilledParcel,
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const path = urlPath`/orders/${orderKey}/fulfillments/${fulfilmentKey}/cancel`;
    const answer = await this.#post('fulfillments', path, {}, signal);
    if (answer.outcome === 'done') return answer;
    const active = await this.#fulfilmentsOf(orderKey, signal);
    return active.some(({ id }) => textOf(id) === fulfilmentKey) ? answer : DONE;
  }

  /** Captures what is authorized. A collection without a payment, as of an edited order, is marked as paid. */
  async markPaid({ orderKey }: { readonly orderKey: string }, signal: AbortSignal): Promise<DoneAnswer> {
    const fields = 'id,payment_collections.id,payment_collections.status,*payment_collections.payments';
    const order = await this.#orderWith(orderKey, fields, signal);
    for (const collection of itemsOf(order?.payment_collections).map(fieldsOf)) {
      const live = paymentsOf({ payment_collections: [collection] }).filter(
        ({ isCancelled }) => !isCancelled,
      );
      const calls: readonly [UrlPath, object][] =
        live.length === 0 && collection.status === 'not_paid'
          ? [[urlPath`/payment-collections/${textOf(collection.id)}/mark-as-paid`, { order_id: orderKey }]]
          : live.flatMap(({ paymentKey, isCaptured }) =>
              isCaptured ? [] : [[urlPath`/payments/${paymentKey}/capture`, {}] as const],
            );
      for (const [path, body] of calls) {
        const answer = await this.#post('payments', path, body, signal);
        if (answer.outcome === 'refused') return answer;
      }
    }
    return DONE;
  }

  subscribe(address: string, secret: string, signal: AbortSignal): Promise<SubscribeAnswer> {
    return this.#changeBells((bells) => ({ ...bells, [address]: secret }), signal);
  }

  unsubscribe(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    return this.#changeBells(({ [address]: _, ...others }) => others, signal);
  }

  async locations(signal: AbortSignal) {
    const query = { limit: String(LARGE_PAGE), fields: 'id,name' };
    const sent = fieldsOf(await this.#get('locations', urlPath`/stock-locations`, query, signal));
    return itemsOf(sent.stock_locations)
      .map(fieldsOf)
      .map(({ id, name }) => ({ locationKey: textOf(id) ?? '', name: plainTextOf(name) ?? '' }));
  }

  async #page(
    { from, afterId }: Place,
    { size, isThin }: PageForm,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const query =
      afterId === null
        ? { order: 'updated_at' }
        : { order: 'id', 'updated_at[$lt]': momentAfter(from), 'id[$gt]': afterId };
    const fields = isThin ? 'id,updated_at' : ORDER_FIELDS;
    const paging = { ...query, limit: String(size), 'updated_at[$gte]': from, fields };
    return itemsOf(fieldsOf(await this.#get('orders', urlPath`/orders`, paging, signal)).orders);
  }

  /**
   * The ids of orders of which a payment has changed since a page began, but which did not change themselves: a capture leaves the time of the
   * order as it is.
   */
  async #paidSince({ from }: Place, next: Place | null, signal: AbortSignal): Promise<readonly string[]> {
    const query = {
      order: 'id',
      limit: String(LARGE_PAGE),
      'updated_at[$gte]': from,
      ...(next !== null && { 'updated_at[$lt]': momentAfter(next.from) }),
      fields: 'id,payment_collection.order.id,payment_collection.order.updated_at',
    };
    const ids = new Set<string>();
    for (let offset = 0; ; offset += LARGE_PAGE) {
      const paging = { ...query, offset: String(offset) };
      const sent = itemsOf(
        fieldsOf(await this.#get('payments', urlPath`/payments`, paging, signal)).payments,
      );
      for (const payment of sent) {
        const { id, updated_at: at } = fieldsOf(fieldsOf(fieldsOf(payment).payment_collection).order);
        if ((textOf(at) ?? from) < from) ids.add(textOf(id) ?? '');
      }
      if (sent.length < LARGE_PAGE) break;
    }
    return [...ids];
  }

  async #ordersOf(ids: readonly string[], signal: AbortSignal) {
    const whole: unknown[] = [];
    const tooLarge: string[] = [];
    for (let from = 0; from < ids.length; ) {
      const { sent, size, isThin } = await readInHalves(PAGE, async (form) => {
        const some = ids.slice(from, from + form.size);
        if (form.isThin) return some;
        const request = {
          call: 'orders',
          path: urlPath`/orders`,
          query: [
            ['limit', String(PAGE)],
            ['fields', ORDER_FIELDS],
            ...some.map((id) => ['id[]', id] as const),
          ],
        } as const;
        return itemsOf(fieldsOf(await this.#calls.get(request, signal)).orders);
      });
      if (isThin) tooLarge.push(...(sent as readonly string[]));
      else whole.push(...sent);
      from += size;
    }
    return { whole, tooLarge };
  }

  async #read(sent: readonly unknown[], signal: AbortSignal) {
    const places = await this.#placesOf(sent, signal);
    const orders: ShopOrder[] = [];
    const unreadable: UnreadableOrder[] = [];
    for (const one of sent) {
      const order = readMedusaOrder(one, places);
      if (!('template' in order)) orders.push(order);
      else unreadable.push({ orderKey: idOf(fieldsOf(one).id) ?? '', reason: order });
    }
    return [orders, unreadable] as const;
  }

  /** The stock locations from which lines of orders will be taken, by line. */
  async #placesOf(orders: readonly unknown[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const places = new Map<string, string>();
    const lines = orders
      .flatMap(shippedLinesOf)
      .flatMap(({ id }) => idOf(id) ?? [])
      .filter(isOwnId);
    for (const some of chunks(lines, IDS_AT_ONCE)) {
      const request = {
        call: 'reservations',
        path: urlPath`/reservations`,
        query: [
          ['limit', String(LARGE_PAGE)],
          ['order', 'id'],
          ['fields', 'line_item_id,location_id'],
          ...some.map((id) => ['line_item_id[]', id] as const),
        ],
      } as const;
      const sent = fieldsOf(await this.#calls.get(request, signal));
      for (const { line_item_id: line, location_id: location } of itemsOf(sent.reservations).map(fieldsOf)) {
        // A product of several parts has a reservation for each.
        if (!places.has(idOf(line) ?? '')) places.set(idOf(line) ?? '', idOf(location) ?? '');
      }
    }
    return places;
  }

  async #fulfilmentsOf(orderKey: string, signal: AbortSignal): Promise<readonly AnswerFields[]> {
    return activeFulfilmentsOf({ order: await this.#orderWith(orderKey, `id,${FULFILMENT_FIELDS}`, signal) });
  }

  /** Null if there is no such order. */
  async #orderWith(orderKey: string, fields: string, signal: AbortSignal): Promise<AnswerFields | null> {
    const path = urlPath`/orders/${orderKey}`;
    const request = { call: 'orders', method: 'GET', path, query: [['fields', fields]] } as const;
    const { value, refusal } = await this.#calls.send(request, signal);
    if (refusal?.status === 404) return null;
    if (refusal !== null) throw new LostAnswerError(refusal.reason);
    return fieldsOf(fieldsOf(value).order);
  }

  async #store(fields: string, signal: AbortSignal): Promise<AnswerFields> {
    const sent = fieldsOf(await this.#get('stores', urlPath`/stores`, { fields: `id,${fields}` }, signal));
    return fieldsOf(itemsOf(sent.stores)[0]);
  }

  /** Medusa replaces all metadata at once. */
  async #changeBells(
    change: (bells: AnswerFields) => AnswerFields,
    signal: AbortSignal,
  ): Promise<SubscribeAnswer> {
    const { id, metadata } = await this.#store('metadata', signal);
    const before = fieldsOf(fieldsOf(metadata)[BELLS]);
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return { outcome: 'done', mended: 0 };
    const body = { metadata: { ...fieldsOf(metadata), [BELLS]: after } };
    const answer = await this.#post('stores', urlPath`/stores/${textOf(id)}`, body, signal);
    return answer.outcome === 'refused' ? answer : { outcome: 'done', mended: 1 };
  }

  #get(call: string, path: UrlPath, query: Readonly<Record<string, string>>, signal: AbortSignal) {
    return this.#calls.get({ call, path, query: Object.entries(query) }, signal);
  }

  async #post(call: string, path: UrlPath, body: unknown, signal: AbortSignal): Promise<DoneAnswer> {
    const request: MedusaRequest = { call, method: 'POST', path, body };
    const { refusal } = await this.#calls.send(request, signal);
    return refusal === null ? DONE : { outcome: 'refused', reason: refusal.reason };
  }
}

/** Where a page of changed orders begins. */
interface Place {
  /** A time of ISO 8601 in milliseconds and UTC, so that texts compare as times do. */
  readonly from: string;
  /** Only orders of that very time, after this one: more orders than a page has can have the same time. */
  readonly afterId: string | null;
}

/** After a full page. */
function nextOf(place: Place, sent: readonly unknown[]): Place {
  const last = fieldsOf(sent.at(-1));
  if (place.afterId !== null) return { from: place.from, afterId: textOf(last.id) };
  const from =
    sent
      .map((one) => timeOf(fieldsOf(one).updated_at))
      .findLast(isTime)
      ?.toISOString() ?? place.from;
  return from > place.from ? { from, afterId: null } : { from: place.from, afterId: FIRST_ID };
}

/** After a page that was not full. */
function afterAll({ from, afterId }: Place): Place | null {
  return afterId === null ? null : { from: momentAfter(from), afterId: null };
}

/** Before every id. */
const FIRST_ID = '0';

/** Times in the database are finer than those that the shop sends. */
function momentAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString();
}

function activeFulfilmentsOf(sent: unknown): readonly AnswerFields[] {
  return itemsOf(fieldsOf(fieldsOf(sent).order).fulfillments)
    .map(fieldsOf)
    .filter(({ canceled_at }) => textOf(canceled_at) === null);
}

function numberOfParcel(fulfilment: AnswerFields): string | null {
  const [label] = itemsOf(fulfilment.labels).map(fieldsOf);
  return ownFulfilmentOf(fulfilment)?.trackingNumber ?? textOf(label?.tracking_number);
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
