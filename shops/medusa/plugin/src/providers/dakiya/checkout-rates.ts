import { createHmac } from 'node:crypto';
import type { CalculateShippingOptionPriceDTO } from '@medusajs/framework/types';

export interface CheckoutService {
  readonly service_code: string;
  /** In rupees, without GST. */
  readonly price: number;
}

type Cart = CalculateShippingOptionPriceDTO['context'];

/** Customers wait for it. */
const WITHIN_MS = 2_500;
const KEPT_MS = 60_000;
const MOST_KEPT = 1_000;
/** The time without requests after Dakiya has failed, so that no checkout waits for it. */
const PAUSED_MS = 30_000;

/** What an item without a weight counts in `weightOf`, in kilograms. */
const UNKNOWN_KG = 0.5;

/** Dakiya cannot deliver this cart, or not as it is now. Its customer gets no price, because customers could choose that one. */
export class RefusedError extends Error {}

/** Asks Dakiya for the deliveries of a cart. Each option of a cart asks, and an answer is kept for a minute. */
export class CheckoutRates {
  readonly #address: URL;
  readonly #key: string;
  readonly #kept = new Map<
    string,
    { readonly until: number; readonly services: Promise<CheckoutService[]> }
  >();
  /** Until when nothing is asked for a customer; for nobody where the customer is `EVERYBODY`. */
  readonly #paused = new Map<string, number>();

  constructor({ url, checkoutKey }: { readonly url: string; readonly checkoutKey: string }) {
    this.#address = new URL('custom/api/v1/checkout-rates', url.endsWith('/') ? url : `${url}/`);
    this.#key = checkoutKey;
  }

  /** Rejects with `RefusedError` for a cart that is refused, and with others if Dakiya does not answer in time. */
  async of(cart: Cart): Promise<CheckoutService[]> {
    if (!cart.shipping_address?.postal_code) throw new RefusedError('there is no pincode yet');
    const body = JSON.stringify(requestOf(cart));
    const kept = this.#kept.get(body);
    if (kept !== undefined && kept.until > Date.now()) return kept.services;
    const customer = customerOf(cart, this.#key);
    if (this.#isPaused(EVERYBODY) || this.#isPaused(customer)) throw new Error('it has just failed');
    const services = this.#ask(body, customer);
    keep(this.#kept, body, { until: Date.now() + KEPT_MS, services });
    services.catch(() => this.#kept.delete(body));
    return services;
  }

  async #ask(body: string, customer: string): Promise<CheckoutService[]> {
    const answer = await fetch(this.#address, {
      method: 'POST',
      headers: { authorization: this.#key, 'content-type': 'application/json', 'shop-customer': customer },
      body,
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch((error: unknown) => {
      this.#pause(EVERYBODY);
      throw error;
    });
    const { status } = answer;
    // Too many questions of one customer say nothing of others.
    if (status === 429) this.#pause(customer);
    else if (status === 401 || status >= 500) this.#pause(EVERYBODY);
    else if (!answer.ok) throw new RefusedError(`it answered ${status}`);
    if (!answer.ok) throw new Error(`it answered ${status}`);
    const { data } = (await answer.json()) as { data: { services: CheckoutService[] } };
    return data.services;
  }

  #isPaused(customer: string): boolean {
    return (this.#paused.get(customer) ?? 0) > Date.now();
  }

  #pause(customer: string): void {
    keep(this.#paused, customer, Date.now() + PAUSED_MS);
  }
}

const EVERYBODY = '';

/** Keeps a value, and drops the oldest one of too many. */
function keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > MOST_KEPT && oldest !== undefined) values.delete(oldest);
}

/** A hash, because Dakiya need not know who it is. Medusa does not tell providers the customer's address. */
function customerOf(cart: Cart, key: string): string {
  const { customer_id: customer, email, id } = cart as Partial<Record<string, unknown>>;
  const who = [customer, email, id].find((one) => typeof one === 'string' && one !== '');
  return createHmac('sha256', key)
    .update(String(who ?? JSON.stringify(requestOf(cart))))
    .digest('base64url');
}

/** The weight of a cart in kilograms. */
export function weightOf(cart: Cart): number {
  return requestOf(cart).items.reduce((sum, { units, weight = UNKNOWN_KG }) => sum + units * weight, 0);
}

interface Sized {
  readonly weight?: number | null;
  readonly length?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

interface Line {
  readonly quantity: unknown;
  readonly unit_price?: unknown;
  readonly is_tax_inclusive?: boolean;
  /** Absent where Medusa has not worked out taxes yet. */
  readonly tax_lines?: readonly { readonly rate: unknown }[] | null;
}

/** In rupees, with taxes. */
function priceOf({
  quantity,
  unit_price: price,
  is_tax_inclusive: isWithTax,
  tax_lines: taxes,
}: Line): number {
  const percent = isWithTax ? 0 : (taxes ?? []).reduce((sum, { rate }) => sum + Number(rate), 0);
  return Number(quantity) * Number(price) * (1 + percent / 100);
}

function requestOf(cart: Cart) {
  const items = (cart.items ?? []).filter(({ requires_shipping: ships }) => ships !== false);
  const { postal_code: pincode, country_code: country } = cart.shipping_address ?? {};
  const value = items.reduce((sum, item) => sum + priceOf(item as Line), 0);
  return {
    destination: { pincode: pincode ?? '', country: (country ?? 'in').toUpperCase() },
    items: items.map(({ variant_sku: sku, quantity, variant, product }) => ({
      ...(sku && { sku: [...sku].slice(0, 100).join('') }),
      units: Number(quantity),
      ...measuresOf((variant ?? {}) as Sized, (product ?? {}) as Sized),
    })),
    order_value: Math.round(value * 100) / 100,
    ...(cart.from_location?.id && { location_id: cart.from_location.id }),
  };
}

/** Medusa has grams, Dakiya kilograms: whole grams, rounded up. What a variant lacks is the product's. */
function measuresOf(variant: Sized, product: Sized) {
  const grams = variant.weight ?? product.weight;
  const sized = [variant, product].find(({ length, width, height }) => length && width && height);
  return {
    ...(grams && { weight: Math.ceil(grams) / 1_000 }),
    ...(sized && { length: sized.length, breadth: sized.width, height: sized.height }),
  };
}
