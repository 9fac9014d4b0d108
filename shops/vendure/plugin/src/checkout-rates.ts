import { createHash, createHmac } from 'node:crypto';
import type { Order } from '@vendure/core';
import type { DakiyaOptions } from './options.ts';

/** A way of delivery, as `POST /checkout-rates` has it. */
export interface DeliveryService {
  readonly service_code: string;
  /** Rupees, without GST. */
  readonly price: number;
  readonly cod_charges: number | null;
  readonly first_delivery_date: string | null;
  readonly last_delivery_date: string | null;
}

/** Null: not known, because Dakiya did not answer in time. Without a pincode, and for a cart that Dakiya refuses, nothing is offered. */
export type Offer = readonly DeliveryService[] | null;

/** The service of a cart of digital goods: it stands for every shipping method, and is free. */
const NOTHING_TO_SHIP: DeliveryService = {
  service_code: '',
  price: 0,
  cod_charges: null,
  first_delivery_date: null,
  last_delivery_date: null,
};

/** The service with a code; undefined if it is not offered, or not known. */
export function serviceIn(offer: Offer, code: string): DeliveryService | undefined {
  return offer?.find((one) => one === NOTHING_TO_SHIP || one.service_code === code);
}

const KEPT_MS = 60_000;
const MOST_KEPT = 1_000;
/** The time without requests after Dakiya has failed, so that no checkout waits for it. */
const SILENT_MS = 30_000;
/** What an item without a weight counts in `weightOf`, in kilograms. */
const UNKNOWN_KG = 0.5;

/** Who looks at a cart. */
export interface Customer {
  /** Undefined where the shop does not know it. */
  readonly address: string | undefined;
}

/** Asks for the rates of carts. A cart is asked once, because the shop wants its price after each change of the order. */
export class CheckoutRates {
  readonly #options: DakiyaOptions;
  readonly #warn: (text: string) => void;
  readonly #known = new Map<string, { readonly until: number; readonly offer: Promise<Offer> }>();
  /** Until when nothing is asked for an order; for none where the order is `ALL`. */
  readonly #silent = new Map<string, number>();

  constructor(options: DakiyaOptions, warn: (text: string) => void) {
    this.#options = options;
    this.#warn = warn;
  }

  /**
   * Never fails.
   *
   * @param precision the decimals of the shop's amounts
   */
  offerFor(order: Order, precision: number, customer: Customer): Promise<Offer> {
    const cart = this.#cartOf(order, precision);
    if (cart.items.length === 0) return Promise.resolve([NOTHING_TO_SHIP]);
    if (cart.destination.pincode === '') return Promise.resolve([]);
    const { checkoutKey } = this.#options;
    if (checkoutKey === undefined) return Promise.resolve(null);
    const body = JSON.stringify(cart);
    const key = createHash('sha256').update(body).digest('base64');
    const known = this.#known.get(key);
    if (known !== undefined && known.until > Date.now()) return known.offer;
    const id = String(order.id);
    if (this.#isSilent(ALL) || this.#isSilent(id)) return Promise.resolve(null);
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${checkoutKey}`,
      // A hash, because Dakiya need not know the address.
      'shop-customer': createHmac('sha256', checkoutKey)
        .update(customer.address ?? id)
        .digest('base64url'),
    };
    const offer = this.#ask({ headers, body }, id).catch((error: unknown) => {
      this.#known.delete(key);
      this.#warn(`Dakiya has no rates: ${error instanceof Error ? error.message : error}`);
      return null;
    });
    keep(this.#known, key, { until: Date.now() + KEPT_MS, offer });
    return offer;
  }

  /** The weight of an order in kilograms. */
  weightOf(order: Order): number {
    return this.#cartOf(order, 0).items.reduce(
      (sum, { units, weight = UNKNOWN_KG }) => sum + units * weight,
      0,
    );
  }

  #cartOf(order: Order, precision: number) {
    return cartOf(order, precision, this.#options.weightField ?? 'weightGrams');
  }

  async #ask(
    sent: { readonly headers: Record<string, string>; readonly body: string },
    id: string,
  ): Promise<readonly DeliveryService[]> {
    const { apiUrl, timeoutMs = 2_000 } = this.#options;
    const answer = await fetch(`${apiUrl}/checkout-rates`, {
      method: 'POST',
      ...sent,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      this.#pause(ALL);
      throw error;
    });
    const { status } = answer;
    if (answer.ok) {
      const { data } = (await answer.json()) as { data: { services: readonly DeliveryService[] } };
      return data.services;
    }
    // Too many questions of one order say nothing of others.
    if (status === 429) this.#pause(id);
    else if (status === 401 || status >= 500) this.#pause(ALL);
    else {
      this.#warn(`Dakiya refuses a cart with ${status}`);
      return [];
    }
    throw new Error(`it answered ${status}`);
  }

  #isSilent(id: string): boolean {
    return (this.#silent.get(id) ?? 0) > Date.now();
  }

  #pause(id: string): void {
    keep(this.#silent, id, Date.now() + SILENT_MS);
  }
}

const ALL = '';

/** Keeps a value, and drops the oldest one of too many. */
function keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > MOST_KEPT && oldest !== undefined) values.delete(oldest);
}

/** Custom fields that `custom-fields.ts` adds; a merchant may have left them empty. */
interface VariantFields {
  readonly lengthCm?: number | null;
  readonly breadthCm?: number | null;
  readonly heightCm?: number | null;
  readonly isDigital?: boolean | null;
}

/** The pincode is empty while the customer has not entered it. */
function cartOf({ lines, shippingAddress, subTotalWithTax }: Order, precision: number, weightField: string) {
  const { postalCode, countryCode } = shippingAddress ?? {};
  const items = lines.flatMap(({ quantity, productVariant }) => {
    const fields = (productVariant.customFields ?? {}) as VariantFields & Record<string, unknown>;
    const { lengthCm, breadthCm, heightCm, isDigital } = fields;
    const grams = Number(fields[weightField] ?? 0);
    if (isDigital === true || quantity <= 0) return [];
    const size = lengthCm && breadthCm && heightCm;
    return [
      {
        sku: [...productVariant.sku].slice(0, 100).join(''),
        units: quantity,
        // Whole grams, rounded up.
        ...(grams > 0 && { weight: Math.ceil(grams) / 1_000 }),
        ...(size && { length: lengthCm, breadth: breadthCm, height: heightCm }),
      },
    ];
  });
  return {
    destination: { pincode: (postalCode ?? '').replace(/\s/g, ''), country: countryCode || 'IN' },
    items,
    order_value: Math.round((subTotalWithTax / 10 ** precision) * 100) / 100,
  };
}
