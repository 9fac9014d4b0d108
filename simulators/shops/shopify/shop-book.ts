import { BadInstruction, type StandInClock } from '../../kit/stand-in.ts';

/** What a test or a person orders in the shop; everything else has a usual value. */
export interface PlacedOrder {
  readonly lines?: readonly {
    readonly sku: string;
    readonly units: number;
    readonly locationId?: number;
    readonly method?: string;
    /** What the customer entered of it: properties of the line. */
    readonly properties?: Readonly<Record<string, string>>;
  }[];
  readonly note?: string;
  /** What the customer entered in the cart. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** As Shopify names it to the merchant. */
  readonly gateway?: string;
  readonly isManual?: boolean;
  readonly financialStatus?: string;
  readonly paidPaise?: number;
  readonly shippingPaise?: number;
  /** As the carrier service named the service that was chosen. */
  readonly serviceCode?: string;
  readonly currency?: string;
  readonly isTest?: boolean;
  readonly tags?: readonly string[];
  /** Null for an order without an address. */
  readonly address?: Readonly<Record<string, string>> | null;
  readonly email?: string;
}

export interface Product {
  readonly sku: string;
  readonly title: string;
  readonly pricePaise: number;
  readonly grams: number;
  readonly isDigital: boolean;
}

export interface Line {
  readonly id: number;
  readonly product: Product;
  readonly units: number;
  readonly properties: Readonly<Record<string, string>>;
  /** Lowered by refunds and edits. */
  current: number;
}

export interface FulfilmentOrder {
  readonly id: number;
  readonly createdAt: string;
  readonly locationId: number;
  /** Of its delivery, as Shopify names it: `PICK_UP` if the customer fetches it. */
  readonly method: string;
  /** `OPEN`, as Shopify names it. */
  status: string;
  readonly lines: { readonly id: number; readonly line: Line; readonly total: number; remaining: number }[];
}

export interface Fulfilment {
  readonly id: number;
  readonly createdAt: string;
  updatedAt: string;
  status: string;
  readonly locationId: number;
  readonly of: readonly FulfilmentOrder[];
  readonly units: readonly { readonly line: Line; readonly units: number }[];
  readonly tracking: {
    readonly company: string | null;
    readonly number: string | null;
    readonly url: string | null;
  };
  readonly notifiesCustomer: boolean;
  readonly events: {
    readonly id: number;
    readonly status: string;
    readonly message: string | null;
    readonly happenedAt: string;
  }[];
}

export interface Order {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly placed: PlacedOrder;
  readonly lines: readonly Line[];
  readonly shippingPaise: number;
  address: Readonly<Record<string, string>> | null;
  updatedAt: string;
  cancelledAt: string | null;
  financialStatus: string;
  paidPaise: number;
  fulfilmentOrders: FulfilmentOrder[];
  readonly fulfilments: Fulfilment[];
}

/** The units that a fulfilment asks for, by the ids of a fulfilment order and its lines; null for all of them. */
export interface AskedFulfilment {
  readonly fulfilmentOrderId: number;
  readonly lines: readonly { readonly id: number; readonly quantity: number }[] | null;
}

/** The orders of a Shopify shop, and how Shopify changes them. */
export class ShopBook {
  readonly orders = new Map<number, Order>();
  readonly products = new Map<string, Product>();
  readonly locations = new Map<number, string>([
    [91, 'Mumbai'],
    [92, 'Delhi'],
  ]);
  /** Shopify makes fulfilment orders a moment after the order: true to wait for `route`. */
  routesLater = false;
  readonly #clock: StandInClock;
  readonly #ring: (topic: string, order: Order) => void;
  #serial = 5_000_000_000;

  constructor(clock: StandInClock, ring: (topic: string, order: Order) => void) {
    this.#clock = clock;
    this.#ring = ring;
    this.addProduct({ sku: 'CHAI-250', title: 'Masala chai - 250 g', pricePaise: 64_950, grams: 270 });
    this.addProduct({ sku: 'GIFT', title: 'Gift card', pricePaise: 50_000, isDigital: true });
  }

  addProduct(product: Partial<Product> & Pick<Product, 'sku' | 'title' | 'pricePaise'>): void {
    this.products.set(product.sku, { grams: 0, isDigital: false, ...product });
  }

  /** Places an order, as at the checkout. @returns its id */
  place(placed: PlacedOrder = {}): number {
    const id = this.#next();
    const asked = placed.lines ?? [{ sku: 'CHAI-250', units: 1 }];
    const lines = asked.map(({ sku, units, properties = {} }): Line => {
      const product = this.products.get(sku);
      if (product === undefined) throw new BadInstruction(`there is no product ${sku}`);
      return { id: this.#next(), product, units, properties, current: units };
    });
    const order: Order = {
      id,
      name: `#${1_001 + this.orders.size}`,
      createdAt: this.now(),
      updatedAt: this.now(),
      placed,
      lines,
      shippingPaise: placed.shippingPaise ?? 0,
      address: placed.address === undefined ? RAVI : placed.address,
      cancelledAt: null,
      financialStatus: placed.financialStatus ?? 'PENDING',
      paidPaise: 0,
      fulfilmentOrders: [],
      fulfilments: [],
    };
    const isPaid = ['PAID', 'PARTIALLY_REFUNDED'].includes(order.financialStatus);
    order.paidPaise = placed.paidPaise ?? (isPaid ? totalPaise(order) : 0);
    this.orders.set(id, order);
    if (!this.routesLater) this.#route(order);
    this.#ring('ORDERS_CREATE', order);
    return id;
  }

  /** Makes the fulfilment orders of an order: one for each location. */
  route(id: number): void {
    const order = this.orderOf(id);
    this.#route(order);
    this.#touch(order);
  }

  /** Changes an order, as in the admin. */
  change(id: number, change: (order: Order) => void): void {
    const order = this.orderOf(id);
    change(order);
    this.#touch(order);
  }

  cancel(id: number): void {
    this.change(id, (order) => {
      order.cancelledAt = this.now();
      order.financialStatus = order.paidPaise > 0 ? 'REFUNDED' : 'VOIDED';
      for (const one of order.fulfilmentOrders) if (one.status === 'OPEN') one.status = 'CANCELLED';
    });
  }

  /** Refunds units that were not shipped, which are not shipped any more. */
  refund(id: number, sku: string, units: number): void {
    this.change(id, (order) => {
      const line = order.lines.find(({ product }) => product.sku === sku);
      if (line === undefined) throw new BadInstruction(`there is no ${sku} in the order`);
      line.current -= units;
      if (order.paidPaise > 0) {
        order.paidPaise -= line.product.pricePaise * units;
        order.financialStatus = 'PARTIALLY_REFUNDED';
      }
      for (const entry of order.fulfilmentOrders.flatMap(({ lines }) => lines)) {
        if (entry.line === line) entry.remaining -= units;
      }
    });
  }

  markPaid(order: Order): void {
    order.paidPaise = totalPaise(order);
    order.financialStatus = 'PAID';
    this.#touch(order);
  }

  /** @returns the message of the user error */
  fulfil(
    asked: readonly AskedFulfilment[],
    tracking: Fulfilment['tracking'],
    notifiesCustomer: boolean,
  ): Fulfilment | string {
    const found = asked.map((one) => ({ ...one, ...this.#fulfilmentOrder(one.fulfilmentOrderId) }));
    const [first] = found;
    if (first?.order === undefined || found.some(({ one }) => one === undefined)) {
      return 'Fulfillment order does not exist.';
    }
    if (found.some(({ order }) => order !== first.order))
      return 'All fulfillment orders must belong to the same order.';
    if (found.some(({ one }) => one?.locationId !== first.one?.locationId)) {
      return 'All fulfillment orders must be assigned to the same location.';
    }
    const taken: { entry: FulfilmentOrder['lines'][number]; units: number }[] = [];
    for (const { one, lines } of found) {
      if (one === undefined || !['OPEN', 'IN_PROGRESS'].includes(one.status)) {
        return `Fulfillment order ${one?.id} has an unfulfillable status= ${one?.status.toLowerCase()}.`;
      }
      const wanted = lines ?? one.lines.map(({ id, remaining }) => ({ id, quantity: remaining }));
      for (const { id, quantity } of wanted) {
        const entry = one.lines.find((line) => line.id === id);
        if (entry === undefined) return 'Fulfillment order line item does not exist.';
        if (quantity < 1 || quantity > entry.remaining) {
          return 'Invalid fulfillment order line item quantity requested.';
        }
        taken.push({ entry, units: quantity });
      }
    }
    for (const { entry, units } of taken) entry.remaining -= units;
    const of = found.flatMap(({ one }) => one ?? []);
    for (const one of of)
      one.status = one.lines.every(({ remaining }) => remaining <= 0) ? 'CLOSED' : 'IN_PROGRESS';
    const fulfilment: Fulfilment = {
      id: this.#next(),
      createdAt: this.now(),
      updatedAt: this.now(),
      status: 'SUCCESS',
      locationId: first.one?.locationId ?? 0,
      of,
      units: taken.map(({ entry, units }) => ({ line: entry.line, units })),
      tracking,
      notifiesCustomer,
      events: [],
    };
    first.order.fulfilments.push(fulfilment);
    this.#touch(first.order);
    return fulfilment;
  }

  /** Cancels a fulfilment: a new fulfilment order gets its units. @returns the message of the user error */
  cancelFulfilment(id: number): Fulfilment | string {
    const [order, fulfilment] = this.fulfilment(id);
    if (order === undefined || fulfilment === undefined) return 'Fulfillment does not exist.';
    if (fulfilment.status === 'CANCELLED') return 'Fulfillment is already cancelled.';
    fulfilment.status = 'CANCELLED';
    fulfilment.updatedAt = this.now();
    const units = fulfilment.units.map(({ line, units: count }) => ({ line, units: count }));
    order.fulfilmentOrders.push(this.#fulfilmentOrderOf(fulfilment.locationId, 'SHIPPING', units));
    this.#touch(order);
    return fulfilment;
  }

  addEvent(fulfilment: Fulfilment, event: Omit<Fulfilment['events'][number], 'id'>) {
    const added = { ...event, id: this.#next() };
    fulfilment.events.push(added);
    return added;
  }

  orderOf(id: number): Order {
    const order = this.orders.get(id);
    if (order === undefined) throw new BadInstruction(`there is no order ${id}`);
    return order;
  }

  fulfilment(id: number): [Order, Fulfilment] | [undefined, undefined] {
    for (const order of this.orders.values()) {
      const found = order.fulfilments.find((one) => one.id === id);
      if (found !== undefined) return [order, found];
    }
    return [undefined, undefined];
  }

  fulfilmentOrder(id: number): FulfilmentOrder | undefined {
    return this.#fulfilmentOrder(id).one;
  }

  /** In whole seconds, as Shopify tells times. */
  now(): string {
    return `${this.#clock.now().toISOString().slice(0, 19)}Z`;
  }

  #fulfilmentOrder(id: number): { order?: Order; one?: FulfilmentOrder } {
    for (const order of this.orders.values()) {
      const one = order.fulfilmentOrders.find((each) => each.id === id);
      if (one !== undefined) return { order, one };
    }
    return {};
  }

  #route(order: Order): void {
    const asked = order.placed.lines ?? [];
    // Shopify makes one for each location and way of delivery: what customers fetch is apart from what is shipped.
    const at = new Map<string, { line: Line; units: number }[]>();
    for (const [index, line] of order.lines.entries()) {
      const { locationId = 91, method = line.product.isDigital ? 'NONE' : 'SHIPPING' } = asked[index] ?? {};
      // Digital goods are beside the others of their location.
      const key = `${locationId} ${method === 'NONE' ? 'SHIPPING' : method}`;
      at.set(key, [...(at.get(key) ?? []), { line, units: line.current }]);
    }
    order.fulfilmentOrders = [...at].map(([key, units]) => {
      const [location, method = ''] = key.split(' ');
      return this.#fulfilmentOrderOf(Number(location), method, units);
    });
  }

  #fulfilmentOrderOf(
    locationId: number,
    method: string,
    units: readonly { line: Line; units: number }[],
  ): FulfilmentOrder {
    return {
      id: this.#next(),
      createdAt: this.now(),
      locationId,
      method: units.every(({ line }) => line.product.isDigital) ? 'NONE' : method,
      status: 'OPEN',
      lines: units.map(({ line, units: count }) => ({
        id: this.#next(),
        line,
        total: count,
        remaining: count,
      })),
    };
  }

  #touch(order: Order): void {
    order.updatedAt = this.now();
    this.#ring('ORDERS_UPDATED', order);
  }

  #next(): number {
    this.#serial += 1;
    return this.#serial;
  }
}

/** After refunds and edits, with delivery. */
export function totalPaise({ lines, shippingPaise }: Pick<Order, 'lines' | 'shippingPaise'>): number {
  return lines.reduce((sum, { product, current }) => sum + product.pricePaise * current, shippingPaise);
}

const RAVI = {
  firstName: 'Ravi',
  lastName: 'Iyer',
  address1: '4, Temple Street',
  city: 'Mumbai',
  province: 'Maharashtra',
  provinceCode: 'MH',
  zip: '400001',
  country: 'India',
  countryCodeV2: 'IN',
  phone: '+919876500001',
};
