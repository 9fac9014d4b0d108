import { fieldsOf, itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import {
  BadInstruction,
  htmlAnswer,
  json,
  type Sent,
  type StandIn,
  type StandInAnswer,
  type StandInClock,
  type StandInRequest,
  type StandInRoute,
} from '../../kit/stand-in.ts';
import type { StandInDependencies } from '../../kit/start-stand-in.ts';
import { CONSUMER_KEY, CONSUMER_SECRET, SignIn } from './sign-in.ts';
import { Webhooks } from './webhooks.ts';
import { invalidParameter, NO_ORDER, NO_ROUTE, wrong } from './words.ts';

const STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
];

/** An order as the REST API shows it, with what it keeps beside. */
interface Kept {
  readonly order: Record<string, unknown>;
  readonly fulfilments: Record<string, unknown>[];
  readonly notes: Record<string, unknown>[];
  readonly refunds: Record<string, unknown>[];
  /** What it has mailed to its customer: `completed`, `fulfillment`, or the text of a note. */
  readonly mails: string[];
}

/** What a test or a person orders in the shop; everything else has a usual value. */
export interface PlacedOrder {
  readonly status?: string;
  readonly paymentMethod?: string;
  readonly isPaid?: boolean;
  readonly currency?: string;
  readonly number?: string;
  readonly billing?: Readonly<Record<string, string>>;
  readonly shipping?: Readonly<Record<string, string>>;
  readonly lines?: readonly {
    readonly productId: number;
    readonly units: number;
    /** What the customer chose or wrote of it, by the keys of plugins; those that begin with `_` are hidden. */
    readonly meta?: Readonly<Record<string, unknown>>;
  }[];
  readonly note?: string;
  /** What plugins keep in the order. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The shipping method of each package, with the indexes of its lines; all lines if they are left out. */
  readonly packages?: readonly { readonly methodId: string; readonly lines?: readonly number[] }[];
  /** The service that the plugin of this service has offered. */
  readonly service?: { readonly code: string; readonly price: number };
}

interface Product {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly price: string;
  readonly weight: string;
  readonly dimensions: { readonly length: string; readonly width: string; readonly height: string };
  readonly virtual: boolean;
  readonly downloadable: boolean;
}

/** A WooCommerce 11 shop, as its answers were recorded from a real one. It sells what `products` has. */
export class WooCommerceStandIn implements StandIn {
  static readonly settings = { consumer_key: CONSUMER_KEY, consumer_secret: CONSUMER_SECRET };
  readonly courier = 'woocommerce';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly instructions: StandIn['instructions'];
  readonly words = {
    unknown: () => NO_ROUTE,
    slowDown: htmlAnswer(429, 'Too Many Requests'),
    withStatus: (status: number) =>
      status === 401
        ? wrong(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
        : htmlAnswer(status, 'There has been a critical error on this website'),
    refusal: () => wrong(400, 'woocommerce_rest_cannot_edit', 'The order cannot be edited.'),
  };
  readonly webhooks = new Webhooks();
  readonly signIn: SignIn;
  readonly products = new Map<number, Product>();
  /** Off by default in WooCommerce 11. */
  hasFulfilments = true;
  currency = 'INR';
  /** Whether a plugin puts the status back that a request has changed. The request is answered with 200 all the same. */
  keepsStatus = false;
  /**
   * Where its host sends every request on to, with its path and query; null for nowhere. Seen at hosts that send http on to https, and a
   * bare domain to www.
   */
  movedTo: string | null = null;
  readonly #clock: StandInClock;
  readonly #orders = new Map<number, Kept>();
  #areTiesTurned = false;
  #serial = 700;

  constructor({ clock }: StandInDependencies) {
    this.#clock = clock;
    this.signIn = new SignIn(clock);
    this.addProduct({ id: 10, name: 'Masala chai 250 g', sku: 'CHAI-250', price: '649.50', weight: '0.27' });
    this.addProduct({ id: 11, name: 'Gift card', sku: 'GIFT', price: '500.00', weight: '', virtual: true });
    // Seen in WooCommerce 11.0.1: its admin keeps names with entities and tags, and its API sends them so.
    this.addProduct({
      id: 12,
      name: 'Ginger &amp; <b>Honey</b>',
      sku: 'GINGER',
      price: '99.00',
      weight: '0.0004',
    });
    this.routes = this.#routes();
    this.instructions = {
      order: {
        help: 'place an order',
        example: { payment_method: 'cod', units: 2 },
        run: ({ payment_method, units, status }) => {
          const order = this.place({
            paymentMethod: textOf(payment_method) ?? 'cod',
            ...(textOf(status) === null ? {} : { status: textOf(status) ?? '' }),
            lines: [{ productId: 10, units: numberOf(units) ?? 1 }],
          });
          return { id: order };
        },
      },
      change: {
        help: 'change fields of an order, as in the admin, or as no admin can: its dates, its texts',
        example: { id: 701, status: 'cancelled' },
        run: ({ id, ...changes }) => {
          const { status } = changes;
          if (status !== undefined && status !== 'trash' && !STATUSES.includes(textOf(status) ?? ''))
            throw new BadInstruction(`status must be one of ${STATUSES.join(', ')}, trash`);
          this.change(numberOf(id) ?? 0, changes);
        },
      },
      webhooks: {
        help: 'lose, repeat or delay webhooks from now on: shares, and the longest delay',
        example: { lose: 0.3, repeat: 0.2, late_ms: 60_000 },
        run: ({ lose, repeat, late_ms }) => {
          this.webhooks.faults = {
            lose: numberOf(lose) ?? 0,
            repeat: numberOf(repeat) ?? 0,
            lateMs: numberOf(late_ms) ?? 0,
          };
        },
      },
    };
  }

  /** The parcels that the shop was told of. */
  parcels() {
    return [...this.#orders.values()].flatMap(({ order, fulfilments }) =>
      fulfilments.map(({ meta_data }) => ({
        trackingNumber:
          textOf(
            itemsOf(meta_data)
              .map(fieldsOf)
              .find(({ key }) => key === '_tracking_number')?.value,
          ) ?? '',
        reference: String(order.id),
        status: String(order.status),
        isExpected: order.status !== 'cancelled',
      })),
    );
  }

  addProduct(product: Partial<Product> & Pick<Product, 'id' | 'name' | 'sku' | 'price'>): void {
    this.products.set(product.id, {
      weight: '',
      dimensions: { length: '10', width: '8', height: '12' },
      virtual: false,
      downloadable: false,
      ...product,
    });
  }

  /** Places an order, as at the checkout. @returns its id */
  place(placed: PlacedOrder = {}): number {
    this.#serial += 1;
    const id = this.#serial;
    const lines = (placed.lines ?? [{ productId: 10, units: 1 }]).map(
      ({ productId, units, meta = {} }, index) => ({
        ...this.#line(id * 10 + index, productId, units),
        meta_data: metaOf(meta),
      }),
    );
    const delivery = placed.service?.price ?? 0;
    const total = lines.reduce((sum, line) => sum + Number(line.total), delivery);
    const paid = placed.isPaid === true ? this.#local() : null;
    const method = placed.paymentMethod ?? (placed.isPaid === true ? 'razorpay' : 'cod');
    const billing = { ...RAVI, email: 'ravi@x.example', phone: '9876500001', ...placed.billing };
    const order = {
      id,
      parent_id: 0,
      number: placed.number ?? String(id),
      status: placed.status ?? 'processing',
      currency: placed.currency ?? this.currency,
      version: '11.0.1',
      prices_include_tax: false,
      date_created: this.#local(),
      date_created_gmt: this.#gmt(),
      date_modified: this.#local(),
      date_modified_gmt: this.#gmt(),
      discount_total: '0.00',
      shipping_total: delivery.toFixed(2),
      total: total.toFixed(2),
      total_tax: '0.00',
      billing,
      shipping: placed.shipping ?? { ...RAVI, phone: '' },
      payment_method: method,
      // WooCommerce 11.0.1: a gateway leaves its id of the payment. An order by cod that a plugin, WP-CLI or cron sets to "processing"
      // gets a date only.
      transaction_id: placed.isPaid === true && method !== 'cod' ? `pay_${id}` : '',
      payment_method_title: 'Cash on delivery',
      date_paid: paid,
      date_paid_gmt: paid,
      customer_note: placed.note ?? '',
      meta_data: metaOf(placed.meta ?? {}),
      line_items: lines,
      tax_lines: [],
      // Seen in WooCommerce 11.0.1: `local_pickup` and `pickup_location` if the customer fetches the goods. WC_Shipping_Method::add_rate keeps
      // what is in the package as a text.
      shipping_lines: [
        ...(placed.packages ?? []).map(({ methodId, lines: within }, index) => ({
          ...{ id: id * 100 + index, method_title: methodId, method_id: methodId, instance_id: '1' },
          ...{ total: '0.00', total_tax: '0.00', taxes: [] },
          meta_data: [
            {
              ...{ id: 1, key: 'Items' },
              value: lines
                .filter((_, at) => within?.includes(at) ?? true)
                .map(({ name, quantity }) => `${name} &times; ${quantity}`)
                .join(', '),
            },
          ],
        })),
        ...(placed.service === undefined ? [] : [shippingLine(id * 10 + 9, placed.service)]),
      ],
      fee_lines: [],
      coupon_lines: [],
      refunds: [],
    };
    this.#orders.set(id, { order, fulfilments: [], notes: [], refunds: [], mails: [] });
    if (order.status === 'processing') this.#fulfilDownloads(id);
    this.webhooks.send('order.created', order);
    return id;
  }

  /** Changes an order, as in the admin. */
  change(id: number, changes: Readonly<Record<string, unknown>>): void {
    const kept = this.#orders.get(id);
    if (kept === undefined) throw new BadInstruction(`there is no order ${id}`);
    // As WooCommerce 11.0.1 does: an order that becomes completed is paid, also one of cash.
    const isPaid = changes.status === 'completed' && kept.order.date_paid === null;
    if (changes.status === 'completed' && kept.order.status !== 'completed') kept.mails.push('completed');
    const isNow = changes.status === 'processing' && kept.order.status !== 'processing';
    Object.assign(
      kept.order,
      { date_modified: this.#local(), date_modified_gmt: this.#gmt() },
      isPaid ? this.#paidNow() : {},
      changes,
    );
    if (isNow) this.#fulfilDownloads(id);
    if (changes.status === 'trash') this.webhooks.send('order.deleted', { id });
    else this.webhooks.send('order.updated', kept.order);
  }

  /**
   * Sets an order to "processing" as a plugin, WP-CLI or cron does. Seen in WooCommerce 11.0.1: its cash on delivery is not loaded there,
   * so that the order gets the date of a payment that nobody has made.
   */
  processOutside(id: number): void {
    this.change(id, { status: 'processing', ...this.#paidNow() });
  }

  /** Deletes an order for good, as from the trash. */
  remove(id: number): void {
    this.#orders.delete(id);
    this.webhooks.send('order.deleted', { id });
  }

  /** Ships units of the first item of an order, as in the admin. */
  shipByHand(id: number, units: number): void {
    const kept = this.#orders.get(id);
    if (kept === undefined) throw new BadInstruction(`there is no order ${id}`);
    const [line] = itemsOf(kept.order.line_items).map(fieldsOf);
    const items = [{ item_id: line?.id, qty: units }];
    this.#fulfil(kept, {
      status: 'fulfilled',
      is_fulfilled: true,
      meta_data: [{ key: '_items', value: items }],
    });
  }

  order(id: number): Record<string, unknown> | undefined {
    return this.#orders.get(id)?.order;
  }

  fulfilments(id: number): readonly Record<string, unknown>[] {
    return this.#orders.get(id)?.fulfilments ?? [];
  }

  /** What the shop has mailed to the customer of an order, as WooCommerce 11.0.1 does. */
  mails(id: number): readonly string[] {
    return this.#orders.get(id)?.mails ?? [];
  }

  notes(id: number): readonly Record<string, unknown>[] {
    return this.#orders.get(id)?.notes ?? [];
  }

  #routes(): StandInRoute[] {
    const route = (
      call: string,
      method: string,
      path: string,
      answer: (request: StandInRequest) => StandInAnswer,
    ): StandInRoute => ({
      call,
      method,
      path: new RegExp(`^/wp-json/wc/v3${path}/?$`),
      answer: (request) => this.#sentOn(request) ?? this.signIn.refusal(request) ?? answer(request),
    });
    const ofOrder =
      (work: (kept: Kept, request: StandInRequest) => StandInAnswer) => (request: StandInRequest) => {
        const kept = this.#orders.get(Number(request.groups[0]));
        return kept === undefined ? NO_ORDER : work(kept, request);
      };
    const ofFulfilments = (work: (kept: Kept, request: StandInRequest) => StandInAnswer) =>
      ofOrder((kept, request) => (this.hasFulfilments ? work(kept, request) : NO_ROUTE));
    return [
      route('orders', 'GET', '/orders', ({ query }) => this.#list(query)),
      // Only the empty lists by which a key is tried.
      route('orders', 'POST', '/orders/batch', () => json(200, {})),
      route('orders', 'GET', '/orders/statuses', () =>
        json(
          200,
          STATUSES.map((slug) => ({ slug, name: slug })),
        ),
      ),
      route(
        'orders',
        'GET',
        '/orders/(\\d+)',
        ofOrder(({ order }, { query }) => json(200, shown(order, query))),
      ),
      route(
        'orders',
        'PUT',
        '/orders/(\\d+)',
        ofOrder((kept, { sent }) => this.#put(kept, sent)),
      ),
      route(
        'refunds',
        'GET',
        '/orders/(\\d+)/refunds',
        ofOrder(({ refunds }) => json(200, refunds)),
      ),
      route(
        'notes',
        'GET',
        '/orders/(\\d+)/notes',
        ofOrder(({ notes }) => json(200, notes)),
      ),
      route(
        'notes',
        'POST',
        '/orders/(\\d+)/notes',
        ofOrder(({ notes, mails }, { sent }) => {
          const note = {
            id: notes.length + 1,
            note: textOf(sent.note),
            customer_note: sent.customer_note === true,
          };
          notes.push(note);
          if (note.customer_note) mails.push(note.note ?? '');
          return json(201, note);
        }),
      ),
      route(
        'fulfillments',
        'GET',
        '/orders/(\\d+)/fulfillments',
        ofFulfilments(({ fulfilments }) =>
          json(
            200,
            fulfilments.map((one) => ({ ...one, is_fulfilled: '1' })),
          ),
        ),
      ),
      route(
        'fulfillments',
        'POST',
        '/orders/(\\d+)/fulfillments',
        ofFulfilments((kept, { sent }) => this.#fulfil(kept, sent)),
      ),
      route(
        'fulfillments',
        'DELETE',
        '/orders/(\\d+)/fulfillments/(\\d+)',
        ofFulfilments((kept, { groups }) => {
          const index = kept.fulfilments.findIndex(({ id }) => id === Number(groups[1]));
          if (index < 0) return wrong(404, 'woocommerce_rest_fulfillment_invalid_id', 'Invalid ID.');
          kept.fulfilments.splice(index, 1);
          this.#markFulfilments(kept);
          return json(200, {});
        }),
      ),
      route('products', 'GET', '/products', ({ query }) => {
        const ids = (query.get('include') ?? '').split(',').map(Number);
        return json(
          200,
          ids.flatMap((id) => this.products.get(id) ?? []),
        );
      }),
      route('settings', 'GET', '/settings/products/woocommerce_weight_unit', () =>
        json(200, { value: 'kg' }),
      ),
      route('settings', 'GET', '/settings/products/woocommerce_dimension_unit', () =>
        json(200, { value: 'cm' }),
      ),
      route('settings', 'GET', '/settings/general/woocommerce_currency', () =>
        json(200, { value: this.currency }),
      ),
      route('webhooks', 'GET', '/webhooks', () => this.webhooks.list()),
      route('webhooks', 'POST', '/webhooks', ({ sent }) => this.webhooks.add(sent)),
      route('webhooks', 'PUT', '/webhooks/(\\d+)', ({ groups, sent }) =>
        this.webhooks.change(groups[0] ?? '', sent),
      ),
      route('webhooks', 'DELETE', '/webhooks/(\\d+)', ({ groups }) => this.webhooks.remove(groups[0] ?? '')),
    ];
  }

  #sentOn({ path, query }: StandInRequest): StandInAnswer | null {
    if (this.movedTo === null) return null;
    return {
      ...htmlAnswer(301, 'Moved Permanently'),
      headers: { location: `${this.movedTo}${path}?${query}` },
    };
  }

  /** Only the parameters that our adapter and the official client use; others are answered as unknown ones are: not at all. */
  #list(query: URLSearchParams): StandInAnswer {
    const perPage = Number(query.get('per_page') ?? 10);
    if (!(perPage >= 1 && perPage <= 100)) {
      return invalidParameter('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)');
    }
    const statuses = (query.get('status') ?? 'any').split(',');
    const unknown = statuses.find((status) => !['any', 'trash', ...STATUSES].includes(status));
    if (unknown !== undefined) {
      return invalidParameter('status[0]', `status[0] is not one of any, trash, ${STATUSES.join(', ')}.`);
    }
    const after = query.get('modified_after');
    const before = query.get('modified_before');
    const found = [...this.#orders.values()]
      .map(({ order }) => order)
      .filter(
        ({ status }) => statuses.includes(String(status)) || (statuses.includes('any') && status !== 'trash'),
      )
      .filter(({ date_modified_gmt }) => after === null || String(date_modified_gmt) > after)
      .filter(({ date_modified_gmt }) => before === null || String(date_modified_gmt) < before);
    const timeOf = ({ date_modified_gmt }: Record<string, unknown>) => Date.parse(`${date_modified_gmt}Z`);
    // MySQL promises no order between equal times, so each list has another one.
    this.#areTiesTurned = !this.#areTiesTurned;
    if (this.#areTiesTurned && query.get('orderby') === 'modified') found.reverse();
    if (query.get('orderby') === 'modified') found.sort((one, other) => timeOf(one) - timeOf(other));
    const from = (Number(query.get('page') ?? 1) - 1) * perPage;
    const page = found.slice(from, from + perPage).map((order) => shown(order, query));
    const pages = String(Math.ceil(found.length / perPage));
    return { ...json(200, page), headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': pages } };
  }

  #put({ order }: Kept, sent: Sent): StandInAnswer {
    const status = textOf(sent.status);
    if (status !== null && !STATUSES.includes(status)) {
      return invalidParameter('status', `status is not one of auto-draft, ${STATUSES.join(', ')}.`);
    }
    const before = itemsOf(order.meta_data).map(fieldsOf);
    const added = itemsOf(sent.meta_data).map(fieldsOf);
    const kept = before.filter(({ key }) => added.every((one) => one.key !== key));
    this.change(Number(order.id), {
      ...(status !== null && !this.keepsStatus && { status }),
      ...this.#setPaid(order, sent),
      meta_data: [...kept, ...added.map(({ key, value }, index) => ({ id: 100 + index, key, value }))],
    });
    return json(200, order);
  }

  /** Seen in WooCommerce 11.0.1: `set_paid` changes nothing, unless the order is pending or failed; it is answered with 200 all the same. */
  #setPaid({ status }: Record<string, unknown>, { set_paid: isPaid }: Sent): Record<string, unknown> {
    const isUnpaid = status === 'pending' || status === 'failed';
    return isPaid === true && isUnpaid ? { status: 'processing', ...this.#paidNow() } : {};
  }

  #paidNow() {
    return { date_paid: this.#local(), date_paid_gmt: this.#gmt() };
  }

  /** The order itself says that it has fulfilments; that is no change of it. */
  #markFulfilments({ order, fulfilments }: Kept): void {
    const others = itemsOf(order.meta_data).filter((one) => fieldsOf(one).key !== '_fulfillment_status');
    const value = fulfilments.length === 0 ? 'no_fulfillments' : 'partially_fulfilled';
    order.meta_data = [...others, { id: 64, key: '_fulfillment_status', value }];
  }

  /**
   * As WooCommerce 11.0.1 does once an order is "processing", while fulfilments are on: all lines with a download are fulfilled, also of
   * goods that are shipped.
   */
  #fulfilDownloads(id: number): void {
    const kept = this.#orders.get(id);
    if (kept === undefined || !this.hasFulfilments) return;
    const value = itemsOf(kept.order.line_items)
      .map(fieldsOf)
      .filter(({ product_id: product }) => this.products.get(Number(product))?.downloadable === true)
      .map((line) => ({ item_id: line.id, qty: line.quantity }));
    if (value.length === 0) return;
    this.#fulfil(kept, { status: 'fulfilled', is_fulfilled: true, meta_data: [{ key: '_items', value }] });
  }

  #fulfil(kept: Kept, sent: Sent): StandInAnswer {
    const { order, fulfilments } = kept;
    const meta = itemsOf(sent.meta_data).map(fieldsOf);
    const items = itemsOf(meta.find(({ key }) => key === '_items')?.value);
    if (items.length === 0) {
      return json(400, {
        code: 0,
        message: 'The fulfillment should contain at least one item.',
        data: { status: 400 },
      });
    }
    this.#serial += 1;
    const made = {
      id: this.#serial,
      entity_type: 'WC_Order',
      entity_id: String(order.id),
      status: textOf(sent.status),
      is_fulfilled: sent.is_fulfilled,
      date_updated: `${this.#gmt()}Z`,
      date_deleted: null,
      meta_data: meta.map(({ key, value }, index) => ({ id: index + 1, key, value })),
    };
    fulfilments.push(made);
    if (sent.notify_customer === true) kept.mails.push('fulfillment');
    this.#markFulfilments(kept);
    return json(201, made);
  }

  #line(id: number, productId: number, units: number) {
    const product = this.products.get(productId);
    if (product === undefined) throw new BadInstruction(`there is no product ${productId}`);
    const total = (Number(product.price) * units).toFixed(2);
    return {
      id,
      name: product.name,
      product_id: productId,
      variation_id: 0,
      quantity: units,
      subtotal: total,
      total,
      total_tax: '0.00',
      taxes: [],
      meta_data: [],
      sku: product.sku,
      price: Number(product.price),
      parent_name: null,
    };
  }

  /** The shop's own time zone is India. */
  #local(): string {
    return new Date(this.#clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19);
  }

  #gmt(): string {
    return this.#clock.now().toISOString().slice(0, 19);
  }
}

/** As WooCommerce 11.0.1 shows the data of a line: also in the shop's words, with HTML. */
function metaOf(kept: Readonly<Record<string, unknown>>) {
  return Object.entries(kept).map(([key, value], index) => ({
    ...{ id: index + 1, key, value },
    display_key: key.replace(/^pa_/, '').replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    display_value: typeof value === 'string' ? `<p>${value}</p>\n` : value,
  }));
}

/** The fields that `_fields` names, or all. */
function shown(order: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const names = query.get('_fields')?.split(',');
  return names === undefined
    ? order
    : Object.fromEntries(Object.entries(order).filter(([name]) => names.includes(name)));
}

/** As WooCommerce 11.0.1 keeps a rate of the plugin: its id is in no field. */
function shippingLine(id: number, { code, price }: NonNullable<PlacedOrder['service']>) {
  return {
    id,
    method_title: 'Delivery',
    method_id: 'dakiya',
    instance_id: '3',
    total: price.toFixed(2),
    total_tax: '0.00',
    taxes: [],
    meta_data: [
      { id: 1, key: '_dakiya_takes_cod', value: 'yes' },
      { id: 2, key: '_dakiya_service', value: code },
    ],
  };
}

const RAVI = {
  first_name: 'Ravi',
  last_name: 'Iyer',
  company: '',
  address_1: '4, Temple Street',
  address_2: '',
  city: 'Mumbai',
  state: 'MH',
  postcode: '400001',
  country: 'IN',
};
