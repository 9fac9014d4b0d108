import type { ProgressWord } from '../../domain/shops/progress.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import {
  type AnswerFields,
  asReason,
  fieldsOf,
  idOf,
  itemsOf,
  numberOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { LostAnswerError } from '../../partners/partner.ts';
import { say } from '../../problems/sentence.ts';
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
  type PageForm,
  PROGRESS_NOTES,
  placeIn,
  readInHalves,
  soldInRupees,
  TOO_LARGE,
  timeOf,
  unreadableOrder,
} from '../shop-answers.ts';
import { VendureCalls } from './vendure-calls.ts';
import {
  KEY_MARK,
  orderFields,
  readVendureOrder,
  VARIANT_FIELDS,
  type VendureShape,
} from './vendure-order.ts';

const PAGE = 50;
const DONE = { outcome: 'done' } as const;
/** Of the plugin in `shops/vendure/plugin`. */
const OWN_HANDLER = 'dakiya-fulfillment';
const BELLS_KEY = 'dakiya.bells';
const BELLS = `getSettingsStoreValue(key: "${BELLS_KEY}")`;

/** Words for which a fulfilment has no state: the order gets a note. */
const NOTED: readonly ProgressWord[] = ['attempted', 'returning', 'returned', 'lost'];

export class VendureAdapter implements ShopAdapter {
  readonly #calls: VendureCalls;
  readonly #connection: ShopConnection;
  #shape: VendureShape | null = null;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
    this.#calls = new VendureCalls(connection);
  }

  async check(signal: AbortSignal): Promise<ShopCheck> {
    // Asked again even if it is known, because the key may have been revoked since.
    this.#shape = await this.#readShape(signal);
    return soldInRupees('key', [this.#shape.currency]);
  }

  /**
   * Two lists are merged, because the shop dates a cart but not the moment in which it becomes an order: by the last change, and by
   * the time of placing.
   */
  async changedOrders({ time, cursor }: OrdersSince, signal: AbortSignal): Promise<ShopOrderPage> {
    // The shop compares with what is later than a time; thousandths of a second are all that it shows.
    const place = placeIn<Place>(cursor) ?? placeAfter(time.getTime() - 1);
    const shape = await this.#shapeOf(signal);
    const page = await readInHalves(PAGE, (form) =>
      this.#withMethods((fields) => this.#lists(place, form, fields, signal), shape),
    );
    const { size, isThin } = page;
    const lists = LISTS.map((list) => ({
      list,
      sent: itemsOf(fieldsOf(page.sent[list]).items).map(fieldsOf),
    }));
    const { next, until } = nextOf(place, lists, size);
    const sent = new Map(lists.flatMap((one) => one.sent).map((order) => [idOf(order.id) ?? '', order]));
    const orders: ShopOrder[] = [];
    const unreadable: UnreadableOrder[] = [];
    for (const [orderKey, one] of sent) {
      const order = isThin ? TOO_LARGE : readVendureOrder(one, shape);
      if ('template' in order) unreadable.push({ orderKey, reason: order });
      else if (order.changedAt.getTime() <= until) orders.push(order);
    }
    orders.sort((one, other) => one.changedAt.getTime() - other.changedAt.getTime());
    return { orders, unreadable, cursor: cursorOf(next) };
  }

  async order(orderKey: string, signal: AbortSignal): Promise<ShopOrder | null> {
    const shape = await this.#shapeOf(signal);
    const sent = await this.#withMethods((fields) => this.#orderWith(orderKey, fields, signal), shape);
    if (sent === null) return null;
    const order = readVendureOrder(sent, shape);
    if ('template' in order) throw unreadableOrder(order);
    return order;
  }

  async fulfil(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer> {
    const { parcelKey, items, trackingNumber, courierName, trackingUrl } = parcel;
    const { hasPlugin } = await this.#shapeOf(signal);
    const values = {
      method: courierName,
      trackingCode: trackingNumber,
      ...(hasPlugin && { trackingUrl, parcel: `${KEY_MARK}${parcelKey}` }),
    };
    const input = {
      lines: items.map(({ lineKey, units }) => ({ orderLineId: lineKey, quantity: units })),
      handler: {
        code: hasPlugin ? OWN_HANDLER : 'manual-fulfillment',
        arguments: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
    };
    const made = await this.#calls.change(
      {
        call: 'fulfil',
        query: `mutation($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
          ... on Fulfillment { id } ... on ErrorResult { errorCode message } } }`,
        variables: { input },
      },
      'addFulfillmentToOrder',
      signal,
    );
    if (made.outcome === 'refused') return made;
    const fulfilmentKey = textOf(made.changed.id) ?? '';
    // A shop whose own rules keep it from being "Shipped" has the number all the same.
    await this.#move(fulfilmentKey, 'Shipped', signal);
    return { outcome: 'done', fulfilmentKey };
  }

  async fulfilments(orderKey: string, signal: AbortSignal): Promise<readonly KnownFulfilment[]> {
    const known = await this.#fulfilmentsOf(orderKey, signal);
    return known
      .filter(({ state }) => textOf(state) !== 'Cancelled')
      .map(({ id, trackingCode }) => ({
        fulfilmentKey: textOf(id) ?? '',
        trackingNumber: textOf(trackingCode),
      }));
  }

  async tellProgress(progress: ParcelProgress, signal: AbortSignal): Promise<DoneAnswer> {
    const { fulfilmentKey, word } = progress;
    const state = await this.#stateOf(progress, signal);
    const wanted = word === 'delivered' ? 'Delivered' : 'Shipped';
    const isAhead = word !== 'ready' && (state === 'Pending' || (state === 'Shipped' && wanted !== state));
    if (isAhead) {
      const moved = await this.#move(fulfilmentKey, wanted, signal);
      if (moved.outcome === 'refused') return moved;
    }
    return NOTED.includes(word) ? this.#note(progress, signal) : DONE;
  }

  async cancelFulfilment(parcel: FulfilledParcel, signal: AbortSignal): Promise<DoneAnswer> {
    const state = await this.#stateOf(parcel, signal);
    return state === null || state === 'Cancelled'
      ? DONE
      : this.#move(parcel.fulfilmentKey, 'Cancelled', signal);
  }

  async markPaid({ orderKey }: { readonly orderKey: string }, signal: AbortSignal): Promise<DoneAnswer> {
    const order = await this.#orderWith(orderKey, '{ payments { id state } }', signal);
    const payments = itemsOf(order?.payments).map(fieldsOf);
    const query = `mutation($id: ID!) { settlePayment(id: $id) {
      ... on Payment { id } ... on ErrorResult { errorCode message } } }`;
    for (const { id } of payments.filter(({ state }) => textOf(state) === 'Authorized')) {
      const answer = await this.#calls.change(
        { call: 'pay', query, variables: { id } },
        'settlePayment',
        signal,
      );
      if (answer.outcome === 'refused') return answer;
    }
    return DONE;
  }

  async subscribe(address: string, secret: string, signal: AbortSignal): Promise<SubscribeAnswer> {
    const { hasPlugin } = await this.#shapeOf(signal);
    if (!hasPlugin) {
      return { outcome: 'refused', reason: say('has_no_plugin', 'has no plugin of Dakiya') };
    }
    return this.#keepBells(address, [{ address, secret }], signal);
  }

  async unsubscribe(address: string, signal: AbortSignal): Promise<DoneAnswer> {
    const { hasPlugin } = await this.#shapeOf(signal);
    return hasPlugin ? this.#keepBells(address, [], signal) : DONE;
  }

  /**
   * Reads orders, without the chosen shipping methods if the shop cannot show one: a method that was removed from the channel fails the
   * whole answer.
   */
  async #withMethods<Read>(read: (fields: string) => Promise<Read>, shape: VendureShape): Promise<Read> {
    try {
      return await read(orderFields(shape));
    } catch (error) {
      if (!(error instanceof LostAnswerError) || !error.message.includes('ShippingLine.')) throw error;
      return read(orderFields(shape, { showsMethods: false }));
    }
  }

  #lists(
    { after, passed }: Place,
    { size, isThin }: PageForm,
    fields: string,
    signal: AbortSignal,
  ): Promise<AnswerFields> {
    const shown = isThin ? '{ id updatedAt orderPlacedAt }' : fields;
    const query = `query($updatedAt: OrderListOptions, $orderPlacedAt: OrderListOptions) {
      updatedAt: orders(options: $updatedAt) { items ${shown} }
      orderPlacedAt: orders(options: $orderPlacedAt) { items ${shown} }
    }`;
    const options = LISTS.map((list) => [
      list,
      {
        filter: {
          active: { eq: false },
          [list]: { after: new Date(after).toISOString() },
          ...(passed[list].length > 0 && { id: { notIn: passed[list] } }),
        },
        // By nothing else: with a second field the shop would sort by the one that its schema names first, the id.
        sort: { [list]: 'ASC' },
        take: size,
      },
    ]);
    return this.#calls.ask({ call: 'orders', query, variables: Object.fromEntries(options) }, signal);
  }

  /** Keeps what the plugin has of an address; other connections have addresses of their own. */
  async #keepBells(
    address: string,
    bells: readonly { readonly address: string; readonly secret: string }[],
    signal: AbortSignal,
  ): Promise<SubscribeAnswer> {
    const known = await this.#calls.ask({ call: 'bells', query: `{ bells: ${BELLS} }` }, signal);
    const all = itemsOf(known.bells).map(fieldsOf);
    const isHere = (bell: AnswerFields) => textOf(bell.address) === address;
    const here = all.filter(isHere).map((bell) => ({ address, secret: textOf(bell.secret) }));
    if (JSON.stringify(here) === JSON.stringify(bells)) return { outcome: 'done', mended: 0 };
    const others = all.filter((bell) => !isHere(bell));
    const query =
      'mutation($input: SettingsStoreInput!) { setSettingsStoreValue(input: $input) { result error } }';
    const variables = { input: { key: BELLS_KEY, value: [...others, ...bells] } };
    const answer = await this.#calls.ask({ call: 'bells', query, variables }, signal);
    const { result, error } = fieldsOf(answer.setSettingsStoreValue);
    if (result === true) return { outcome: 'done', mended: 1 };
    const words = textOf(error);
    return { outcome: 'refused', reason: words === null ? say('says_no', 'says: no') : asReason(words) };
  }

  /** Read once for each adapter: a shop that is changed is started anew. */
  async #shapeOf(signal: AbortSignal): Promise<VendureShape> {
    this.#shape ??= await this.#readShape(signal);
    return this.#shape;
  }

  async #readShape(signal: AbortSignal): Promise<VendureShape> {
    const query = `{ activeChannel { defaultCurrencyCode } fulfillmentHandlers { code } globalSettings { serverConfig {
      moneyStrategyPrecision entityCustomFields { entityName customFields { ... on CustomField { name } } } } } }`;
    const answer = await this.#calls.ask({ call: 'shape', query }, signal);
    const { activeChannel, fulfillmentHandlers, globalSettings } = answer;
    const config = fieldsOf(fieldsOf(globalSettings).serverConfig);
    const weightField = this.#connection.settings.weight_field ?? '';
    const ofVariants = itemsOf(config.entityCustomFields)
      .map(fieldsOf)
      .find(({ entityName }) => textOf(entityName) === 'ProductVariant');
    const names = itemsOf(ofVariants?.customFields).map((field) => textOf(fieldsOf(field).name) ?? '');
    return {
      currency: textOf(fieldsOf(activeChannel).defaultCurrencyCode) ?? '',
      variantFields: [weightField, ...VARIANT_FIELDS].filter((name) => names.includes(name)),
      weightField,
      precision: numberOf(config.moneyStrategyPrecision) ?? 2,
      hasPlugin: itemsOf(fulfillmentHandlers).some((one) => textOf(fieldsOf(one).code) === OWN_HANDLER),
    };
  }

  /** Null if the shop has no such order. */
  async #orderWith(orderKey: string, fields: string, signal: AbortSignal): Promise<AnswerFields | null> {
    const query = `query($id: ID!) { order(id: $id) ${fields} }`;
    const { order } = await this.#calls.ask({ call: 'order', query, variables: { id: orderKey } }, signal);
    return order === null ? null : fieldsOf(order);
  }

  async #fulfilmentsOf(orderKey: string, signal: AbortSignal): Promise<AnswerFields[]> {
    const order = await this.#orderWith(orderKey, '{ fulfillments { id state trackingCode } }', signal);
    return itemsOf(order?.fulfillments).map(fieldsOf);
  }

  async #stateOf({ orderKey, fulfilmentKey }: FulfilledParcel, signal: AbortSignal): Promise<string | null> {
    const known = await this.#fulfilmentsOf(orderKey, signal);
    return textOf(known.find(({ id }) => textOf(id) === fulfilmentKey)?.state);
  }

  async #move(fulfilmentKey: string, state: string, signal: AbortSignal): Promise<DoneAnswer> {
    const query = `mutation($id: ID!, $state: String!) { transitionFulfillmentToState(id: $id, state: $state) {
      ... on Fulfillment { id } ... on FulfillmentStateTransitionError { errorCode message transitionError } } }`;
    const moved = await this.#calls.change(
      { call: 'move', query, variables: { id: fulfilmentKey, state } },
      'transitionFulfillmentToState',
      signal,
    );
    return moved.outcome === 'refused' ? moved : DONE;
  }

  /** Adds a note, unless the order has it. */
  async #note(
    { orderKey, trackingNumber, word, notifiesCustomer }: ParcelProgress,
    signal: AbortSignal,
  ): Promise<DoneAnswer> {
    const note = `The parcel ${trackingNumber} ${PROGRESS_NOTES[word]}.`;
    const options = '(options: { filter: { type: { eq: "ORDER_NOTE" } } })';
    const order = await this.#orderWith(orderKey, `{ history${options} { items { data } } }`, signal);
    const notes = itemsOf(fieldsOf(order?.history).items).map((one) => fieldsOf(fieldsOf(one).data));
    if (notes.some((one) => textOf(one.note) === note)) return DONE;
    const query = 'mutation($input: AddNoteToOrderInput!) { addNoteToOrder(input: $input) { id } }';
    // Customers see public notes.
    const variables = { input: { id: orderKey, note, isPublic: notifiesCustomer } };
    await this.#calls.ask({ call: 'note', query, variables }, signal);
    return DONE;
  }
}

const LISTS = ['updatedAt', 'orderPlacedAt'] as const;
type List = (typeof LISTS)[number];

interface Place {
  /** Milliseconds since 1970. */
  readonly after: number;
  /** The ids of each list that were read from there: more orders than a page may have the same time. */
  readonly passed: Readonly<Record<List, readonly string[]>>;
}

function placeAfter(after: number): Place {
  return { after, passed: { updatedAt: [], orderPlacedAt: [] } };
}

/**
 * Where the next page begins, and up to which time this one has everything. That is the last time of a full list: behind it, the
 * other list may have orders that this list shows later. Page numbers alone would miss an order, because one that changes meanwhile
 * moves to the end.
 */
function nextOf(
  { after, passed }: Place,
  lists: readonly { readonly list: List; readonly sent: readonly AnswerFields[] }[],
  size: number,
): { readonly next: Place | null; readonly until: number } {
  const full = lists.filter(({ sent }) => sent.length === size);
  const lastOf = ({ list, sent }: (typeof lists)[number]) =>
    sent
      .map((one) => timeOf(one[list]))
      .findLast(isTime)
      ?.getTime() ?? after;
  const until = Math.min(...full.map(lastOf));
  const isMomentRead = LISTS.some((list) => passed[list].length > 0) && until - 1 > after;
  // Its orders may have changed since, so those that follow are read without leaving any out.
  if (isMomentRead) return { next: placeAfter(after + 1), until: after + 1 };
  if (full.length === 0) return { next: null, until };
  if (until - 1 > after) return { next: placeAfter(until - 1), until };
  const stuck = full.filter((one) => lastOf(one) === until);
  const more = stuck.map(({ list, sent }) => [
    list,
    [...passed[list], ...sent.flatMap(({ id }) => textOf(id) ?? [])],
  ]);
  return { next: { after, passed: { ...passed, ...Object.fromEntries(more) } }, until };
}
