import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import { type UrlPath, urlPath } from '../../domain/url-path.ts';
import {
  type AnswerFields,
  fieldsOf,
  idOf,
  itemsOf,
  numberOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { LostAnswerError, type Refused } from '../../partners/partner.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
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
  PROGRESS_NOTES,
  placeIn,
  readInHalves,
  soldInRupees,
  TOO_LARGE,
  unreadableOrder,
} from '../shop-answers.ts';
import {
  type Query,
  WooCommerceCalls,
  type WooCommerceRefusal,
  type WooCommerceRequest,
} from './woocommerce-calls.ts';
import {
  gmtTimeOf,
  metaValueOf,
  PARCEL_META,
  readOrder,
  stateOf,
  TRACKING_META,
  trackedOf,
  type WooCommerceDetails,
} from './woocommerce-order.ts';
import { WooCommerceProducts } from './woocommerce-products.ts';

/** Some orders need further requests, and a page has to be read in time. */
const PAGE = 50;
const LARGE_PAGE = 100;
/** Orders whose details are read at the same time. */
const AT_ONCE = 5;
const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'];
const DONE = { outcome: 'done' } as const;

export class WooCommerceAdapter implements ShopAdapter {
  readonly #calls: WooCommerceCalls;
  readonly #products: WooCommerceProducts;
  readonly #connection: ShopConnection;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
    this.#calls = new WooCommerceCalls(connection);
    this.#products = new WooCommerceProducts(this.#calls, connection);
  }

  async check(signal: AbortSignal): Promise<ShopCheck> {
    const path = urlPath`/settings/general/woocommerce_currency`;
    const currency = textOf(fieldsOf(await this.#get('settings', path, {}, signal)).value);
    await this.#get('orders', urlPath`/orders`, { per_page: '1', _fields: 'id' }, signal);
    // A key that may only read is found by a write that changes nothing.
    const nothing = { create: [], update: [], delete: [] };
    const batch = urlPath`/orders/batch`;
    const written = await this.#send({ call: 'orders', method: 'POST', path: batch, body: nothing }, signal);
    if (written.refusal !== null) throw new LostAnswerError(written.refusal.reason);
    return soldInRupees('key', [currency ?? '']);
  }

  async changedOrders({ time, cursor }: OrdersSince, signal: AbortSignal): Promise<ShopOrderPage> {
    const place = placeIn<Place>(cursor) ?? placeAt(secondBefore(time));
    const query = {
      order: 'asc',
      modified_after: place.after,
      dates_are_gmt: 'true',
      status: await this.#allStatuses(signal),
    };
    const ofSecond = { ...query, orderby: 'id', modified_before: secondAfter(secondAfter(place.after)) };
    const { size: pageSize = PAGE } = place;
    const pageOf = (size: number) => Math.ceil((place.pagesLeft * pageSize) / size);
    const { sent, size, isThin } = await readInHalves(pageSize, async (form) => {
      const asked = {
        ...(place.pagesLeft === 0
          ? { ...query, orderby: 'modified' }
          : { ...ofSecond, page: String(pageOf(form.size)) }),
        per_page: String(form.size),
        ...(form.isThin && { _fields: 'id,date_modified_gmt' }),
      };
      return itemsOf(await this.#get('orders', urlPath`/orders`, asked, signal));
    });
    const orders: ShopOrder[] = [];
    const unreadable: UnreadableOrder[] = [];
    if (!isThin) await this.#products.of(sent.filter(isShippable), signal);
    for (let from = 0; from < sent.length; from += AT_ONCE) {
      const some = sent.slice(from, from + AT_ONCE);
      const read = await Promise.all(
        some.map((one) => (isThin ? TOO_LARGE : this.#read(one, signal).catch(reasonIn(signal)))),
      );
      for (const [index, order] of read.entries()) {
        if (!('template' in order)) orders.push(order);
        else unreadable.push({ orderKey: idOf(fieldsOf(some[index]).id) ?? '', reason: order });
      }
    }
    const here = { ...place, pagesLeft: pageOf(size), size };
    const next = await nextOf(here, sent, async () => {
      const later = { ...query, per_page: '1', modified_after: secondAfter(place.after) };
      const isOver = itemsOf(await this.#get('orders', urlPath`/orders`, later, signal)).length > 0;
      return { isOver, pagesLeft: await this.#pagesOf({ ...ofSecond, per_page: String(size) }, signal) };
    });
    return { orders, unreadable, cursor: cursorOf(next) };
  }

  async order(orderKey: string, signal: AbortSignal): Promise<ShopOrder | null> {
    const path = urlPath`/orders/${orderKey}`;
    const { value, refusal } = await this.#calls.send({ call: 'orders', method: 'GET', path }, signal);
    if (refusal !== null) {
      if (refusal.status === 404 || refusal.status === 410) return null;
      throw new LostAnswerError(refusal.reason);
    }
    const order = await this.#read(value, signal);
    if ('template' in order) throw unreadableOrder(order);
    return order;
  }

  async fulfil(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer> {
    const { orderKey, parcelKey, items, trackingNumber, courierName, trackingUrl, notifiesCustomer } = parcel;
    const { value, refusal } = await this.#send(
      {
        call: 'fulfillments',
        method: 'POST',
        path: urlPath`/orders/${orderKey}/fulfillments`,
        body: {
          status: 'fulfilled',
          is_fulfilled: true,
          notify_customer: notifiesCustomer,
          meta_data: [
            meta(
              '_items',
              items.map(({ lineKey, units }) => ({ item_id: Number(lineKey), qty: units })),
            ),
            meta(PARCEL_META, { key: parcelKey }),
            meta('_tracking_number', trackingNumber),
            // The shop knows no Indian courier by itself.
            meta('_shipment_provider', 'other'),
            meta('_provider_name', courierName),
            meta('_tracking_url', trackingUrl),
          ],
        },
      },
      signal,
    );
    if (refusal === null) return { outcome: 'done', fulfilmentKey: textOf(fieldsOf(value).id) ?? '' };
    return refusal.code === 'rest_no_route' ? this.#addTracking(parcel, signal) : refusedFor(refusal);
  }

  async fulfilments(orderKey: string, signal: AbortSignal): Promise<readonly KnownFulfilment[]> {
    const path = urlPath`/orders/${orderKey}/fulfillments`;
    const { value, refusal } = await this.#send({ call: 'fulfillments', method: 'GET', path }, signal);
    if (refusal !== null) {
      const tracked = await this.#trackingOf(orderKey, signal);
      return tracked.map((item) => ({
        fulfilmentKey: textOf(item.tracking_id) ?? '',
        trackingNumber: textOf(item.tracking_number),
      }));
    }
    return itemsOf(value)
      .map(fieldsOf)
      .filter(({ date_deleted }) => textOf(date_deleted) === null)
      .map((one) => ({
        fulfilmentKey: textOf(one.id) ?? '',
        trackingNumber: textOf(metaValueOf(one, '_tracking_number')),
      }));
  }

  async tellProgress(progress: ParcelProgress, signal: AbortSignal): Promise<DoneAnswer> {
    const { orderKey, trackingNumber, word, notifiesCustomer } = progress;
    const note = `The parcel ${trackingNumber} ${PROGRESS_NOTES[word]}.`;
    return this.#note(orderKey, { note, customer_note: notifiesCustomer }, signal);
  }

  /** Adds a note to an order, unless it has one of this text. The shop mails notes for its customer. */
  async #note(
    orderKey: string,
    body: { readonly note: string; readonly customer_note: boolean },
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const path = urlPath`/orders/${orderKey}/notes`;
    const notes = itemsOf(await this.#get('notes', path, {}, signal)).map(fieldsOf);
    if (notes.some((one) => textOf(one.note) === body.note)) return DONE;
    return this.#done({ call: 'notes', method: 'POST', path, body }, signal);
  }

  async cancelFulfilment(
    { orderKey, fulfilmentKey }: FulfilledParcel,
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const path = urlPath`/orders/${orderKey}/fulfillments/${fulfilmentKey}`;
    const { refusal } = await this.#send({ call: 'fulfillments', method: 'DELETE', path }, signal);
    if (refusal === null) return DONE;
    if (refusal.code !== 'rest_no_route') return refusal.status === 404 ? DONE : refusedFor(refusal);
    const tracked = await this.#trackingOf(orderKey, signal);
    const kept = tracked.filter(({ tracking_id }) => textOf(tracking_id) !== fulfilmentKey);
    return kept.length === tracked.length ? DONE : this.#keepTracking(orderKey, kept, signal);
  }

  /** The shop dates a payment only if its order becomes paid or completed by this: see `setPaid` of its stand-in. */
  async markPaid(
    { orderKey, isDone }: { readonly orderKey: string; readonly isDone: boolean },
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const known = await this.#statusOf(orderKey, signal);
    if (known.refusal !== null) return refusedFor(known.refusal);
    const { status, isDated } = known;
    if (isDated && (!isDone || status === 'completed')) return DONE;
    if (stateOf({ status }) === 'cancelled' && status !== 'failed')
      return { outcome: 'refused', reason: NOT_PAID_AS_CANCELLED };
    const isUnpaid = ['pending', 'failed'].includes(status);
    if (!isDone && !isUnpaid)
      return this.#note(orderKey, { note: PAID_OUT_NOTE, customer_note: false }, signal);
    const told = await this.#put(orderKey, isDone ? { status: 'completed' } : { set_paid: true }, signal);
    if (told.refusal !== null) return refusedFor(told.refusal);
    if (isDone && told.status !== 'completed') return { outcome: 'refused', reason: NOT_COMPLETED };
    return told.isDated ? DONE : { outcome: 'refused', reason: NOT_DATED };
  }

  /** An order that waits, or that was cancelled, is as the merchant wants it: completing it would also date a payment. */
  async complete(
    { orderKey, isDone }: { readonly orderKey: string; readonly isDone: boolean },
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const known = await this.#statusOf(orderKey, signal);
    if (known.refusal !== null) return refusedFor(known.refusal);
    const { status } = known;
    if ((status === 'completed') === isDone || stateOf({ status }) === 'cancelled') return DONE;
    if (!isDone) return this.#toStatus(orderKey, 'processing', signal);
    if (UNPAID_STATUSES.includes(status)) return { outcome: 'refused', reason: NOT_COMPLETED_AS_WAITING };
    return this.#toStatus(orderKey, 'completed', signal);
  }

  /** Plugins may refuse a status by leaving the order as it was. */
  async #toStatus(orderKey: string, status: string, signal: AbortSignal): Promise<DoneAnswer> {
    const told = await this.#put(orderKey, { status }, signal);
    if (told.refusal !== null) return refusedFor(told.refusal);
    return told.status === status ? DONE : { outcome: 'refused', reason: NOT_COMPLETED };
  }

  #statusOf(orderKey: string, signal: AbortSignal) {
    const query = { _fields: 'id,status,date_paid_gmt' };
    return this.#seen({ call: 'orders', method: 'GET', path: urlPath`/orders/${orderKey}`, query }, signal);
  }

  #put(orderKey: string, body: AnswerFields, signal: AbortSignal) {
    return this.#seen({ call: 'orders', method: 'PUT', path: urlPath`/orders/${orderKey}`, body }, signal);
  }

  /** What an answer shows of an order. */
  async #seen(request: WooCommerceRequest, signal: AbortSignal) {
    const { value, refusal } = await this.#send(request, signal);
    const { status, date_paid_gmt: paidAt } = fieldsOf(value);
    return { refusal, status: textOf(status) ?? '', isDated: textOf(paidAt) !== null };
  }

  async subscribe(address: string, secret: string, signal: AbortSignal): Promise<SubscribeAnswer> {
    const known = await this.#webhooksTo(address, signal);
    let mended = 0;
    for (const topic of TOPICS) {
      const hook = known.find((one) => textOf(one.topic) === topic);
      if (hook !== undefined && textOf(hook.status) === 'active') continue;
      const path = hook === undefined ? urlPath`/webhooks` : urlPath`/webhooks/${textOf(hook.id)}`;
      const method = hook === undefined ? 'POST' : 'PUT';
      const body = { name: `Dakiya ${topic}`, topic, delivery_url: address, secret, status: 'active' };
      const answer = await this.#done({ call: 'webhooks', method, path, body }, signal);
      if (answer.outcome === 'refused') return answer;
      mended += 1;
    }
    return { outcome: 'done', mended };
  }

  async unsubscribe(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    for (const hook of await this.#webhooksTo(address, signal)) {
      const path = urlPath`/webhooks/${textOf(hook.id)}`;
      const request = { call: 'webhooks', method: 'DELETE', path, query: { force: 'true' } } as const;
      const answer = await this.#done(request, signal);
      if (answer.outcome === 'refused') return answer;
    }
    return DONE;
  }

  async #webhooksTo(address: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const sent = await this.#get('webhooks', urlPath`/webhooks`, { per_page: String(LARGE_PAGE) }, signal);
    return itemsOf(sent)
      .map(fieldsOf)
      .filter(({ delivery_url }) => textOf(delivery_url) === address);
  }

  /** Every status of the shop, with those of its plugins, and the trash, which `any` leaves out. */
  async #allStatuses(signal: AbortSignal): Promise<string> {
    const sent = await this.#calls.get({ call: 'orders', path: urlPath`/orders/statuses` }, signal);
    const statuses = itemsOf(sent).flatMap((one) => textOf(fieldsOf(one).slug) ?? []);
    // Older shops do not tell them; webhooks still tell what is put into the trash.
    return statuses.length === 0 ? 'any' : [...new Set([...statuses, 'trash'])].join(',');
  }

  async #read(sent: unknown, signal: AbortSignal): Promise<ShopOrder | Sentence> {
    if (!isShippable(sent)) return readOrder(sent, { products: new Map(), refunded: {}, fulfilments: [] });
    const order = fieldsOf(sent);
    return readOrder(order, {
      products: await this.#products.of([order], signal),
      refunded: await this.#refundedOf(order, signal),
      fulfilments: await this.#shippedOf(order, signal),
    });
  }

  /** The refunded units of each line; the order itself has only amounts. */
  async #refundedOf(order: AnswerFields, signal: AbortSignal): Promise<WooCommerceDetails['refunded']> {
    const units: Record<string, number> = {};
    if (itemsOf(order.refunds).length === 0) return units;
    const path = urlPath`/orders/${textOf(order.id)}/refunds`;
    const refunds = itemsOf(await this.#get('refunds', path, { per_page: String(LARGE_PAGE) }, signal));
    for (const line of refunds.flatMap((refund) => itemsOf(fieldsOf(refund).line_items)).map(fieldsOf)) {
      const of = idOf(metaValueOf(line, '_refunded_item_id')) ?? '';
      // Refunded quantities are negative.
      units[of] = (units[of] ?? 0) + Math.abs(numberOf(line.quantity) ?? 0);
    }
    return units;
  }

  /** The fulfilments of an order that has some; none if the shop has switched them off since. */
  async #shippedOf(order: AnswerFields, signal: AbortSignal): Promise<readonly AnswerFields[]> {
    if (metaValueOf(order, '_fulfillment_status') === undefined) return [];
    const path = urlPath`/orders/${textOf(order.id)}/fulfillments`;
    return itemsOf(await this.#calls.get({ call: 'fulfillments', path }, signal)).map(fieldsOf);
  }

  /** Keeps a parcel in the order itself, for a shop whose fulfilments are off. */
  async #addTracking(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer> {
    const { orderKey, parcelKey, items, trackingNumber, courierName, trackingUrl } = parcel;
    const tracked = await this.#trackingOf(orderKey, signal);
    // Before the entry, by which the shop knows of the parcel: a lost answer leaves no customer without the news.
    if (parcel.notifiesCustomer) {
      const note = `The parcel ${trackingNumber} was given to ${courierName}: ${trackingUrl}`;
      const noted = await this.#note(orderKey, { note, customer_note: true }, signal);
      if (noted.outcome === 'refused') return noted;
    }
    const entry = {
      tracking_id: trackingNumber,
      tracking_provider: '',
      custom_tracking_provider: courierName,
      custom_tracking_link: trackingUrl,
      tracking_number: trackingNumber,
      date_shipped: String(Math.floor(this.#connection.now().getTime() / 1_000)),
      dakiya: {
        key: parcelKey,
        units: Object.fromEntries(items.map(({ lineKey, units }) => [lineKey, units])),
      },
    };
    const kept = await this.#keepTracking(orderKey, [...tracked, entry], signal);
    return kept.outcome === 'refused' ? kept : { outcome: 'done', fulfilmentKey: trackingNumber };
  }

  /** Empty if the shop has no such order. */
  async #trackingOf(orderKey: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const request = {
      call: 'orders',
      path: urlPath`/orders/${orderKey}`,
      query: { _fields: 'id,meta_data' },
    };
    const order = await this.#calls.get(request, signal);
    return trackedOf(fieldsOf(order));
  }

  async #keepTracking(
    orderKey: string,
    tracked: readonly AnswerFields[],
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const body = { meta_data: [{ key: TRACKING_META, value: tracked }] };
    return this.#done({ call: 'orders', method: 'PUT', path: urlPath`/orders/${orderKey}`, body }, signal);
  }

  async #pagesOf(query: Query, signal: AbortSignal): Promise<number> {
    const request = {
      call: 'orders',
      method: 'GET',
      path: urlPath`/orders`,
      query: { ...query, _fields: 'id' },
    } as const;
    const answer = await this.#send(request, signal);
    if (answer.refusal !== null) throw new LostAnswerError(answer.refusal.reason);
    if (Number.isNaN(answer.pages)) throw new LostAnswerError(NO_PAGES);
    return answer.pages;
  }

  #send(request: WooCommerceRequest, signal: AbortSignal) {
    return this.#calls.send(request, signal);
  }

  async #done(request: WooCommerceRequest, signal: AbortSignal): Promise<DoneAnswer> {
    const { refusal } = await this.#send(request, signal);
    return refusal === null ? DONE : refusedFor(refusal);
  }

  /** @throws LostAnswerError if the shop refuses: it must not refuse to be read */
  async #get(
    call: string,
    path: UrlPath,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { value, refusal } = await this.#send({ call, method: 'GET', path, query }, signal);
    if (refusal !== null) throw new LostAnswerError(refusal.reason);
    return value;
  }
}

interface Place {
  /** Whole seconds, in UTC. */
  readonly after: string;
  /** The pages of the second after it that were not read: 0 if its orders are read with all later ones. */
  readonly pagesLeft: number;
  /** Whether the shop had later orders before, so that no more get the time of that second. */
  readonly isOver: boolean;
  /** The most orders in those pages; `PAGE` if missing. */
  readonly size?: number;
}

function placeAt(after: string): Place {
  return { after, pagesLeft: 0, isOver: false };
}

/** The shop compares whole seconds, and leaves out the one that it is asked for. */
function secondBefore(time: Date): string {
  return new Date(Math.floor(time.getTime() / 1_000 - 1) * 1_000).toISOString().slice(0, 19);
}

function secondAfter(second: string): string {
  return new Date(Date.parse(`${second}Z`) + 1_000).toISOString().slice(0, 19);
}

/**
 * The next page begins at the time of the last order: with page numbers, an order that changes meanwhile moves to the end, and the
 * one after it would be missed. If orders of one second fill a page, the pages of that second follow by number. They are read from
 * the last to the first: if an order changes, those behind it move forward, to a page that is not read yet. If more orders
 * could still get that second when its pages were counted, it is read again, now or by the next poll.
 *
 * @returns null if this was the last
 */
async function nextOf(
  { after, pagesLeft, isOver, size }: Required<Place>,
  sent: readonly unknown[],
  stateOfSecond: () => Promise<Pick<Place, 'pagesLeft' | 'isOver'>>,
): Promise<Place | null> {
  if (pagesLeft > 1) return { after, pagesLeft: pagesLeft - 1, isOver, size };
  if (pagesLeft === 1 && isOver) return placeAt(secondAfter(after));
  if (pagesLeft === 1) {
    const now = await stateOfSecond();
    return now.isOver ? { after, size, ...now } : null;
  }
  if (sent.length < size) return null;
  const last = sent.map((one) => gmtTimeOf(fieldsOf(one).date_modified_gmt)).findLast(isTime);
  const next = last === undefined ? after : secondBefore(last);
  return next > after ? placeAt(next) : { after, size, ...(await stateOfSecond()) };
}

/** An order whose details cannot be read does not hold up its page, unless the time of the page is over. */
function reasonIn(signal: AbortSignal) {
  return (error: unknown): Sentence => {
    if (!(error instanceof LostAnswerError) || signal.aborted) throw error;
    return error.sentence;
  };
}

/** Statuses of WooCommerce itself in which an order waits for its payment. */
const UNPAID_STATUSES = ['pending', 'on-hold', 'checkout-draft'];
const PAID_OUT_NOTE = 'The cash of this order was paid out to you.';
const NOT_COMPLETED = say('did_not_change_status', 'did not change the status of the order');
const NOT_COMPLETED_AS_WAITING = say(
  'has_waiting_order_not_completed',
  'has the order on hold or unpaid, so that it is not completed',
);
const NOT_DATED = say('did_not_date_payment', 'did not date the payment of the order');
const NOT_PAID_AS_CANCELLED = say(
  'has_cancelled_paid_order',
  'has cancelled or refunded the order, of which the cash was paid out',
);
const NO_PAGES = say('did_not_say_pages', 'did not say how many pages of orders it has');

function meta(key: string, value: unknown) {
  return { id: 0, key, value };
}

/** True for an order that is shipped, or was: the shop may still have to be told of a parcel. */
function isShippable(sent: unknown): boolean {
  return ['open', 'done'].includes(stateOf(fieldsOf(sent)));
}

function refusedFor({ reason }: WooCommerceRefusal): Refused {
  return { outcome: 'refused', reason };
}
