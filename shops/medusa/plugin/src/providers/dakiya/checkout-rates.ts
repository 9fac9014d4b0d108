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

/** Asks Dakiya for the deliveries of a cart. Each option of a cart asks, and an answer is kept for a minute. */
export class CheckoutRates {
  readonly #address: URL;
  readonly #key: string;
  readonly #kept = new Map<
    string,
    { readonly until: number; readonly services: Promise<CheckoutService[]> }
  >();
  #pausedUntil = 0;

  constructor({ url, checkoutKey }: { readonly url: string; readonly checkoutKey: string }) {
    this.#address = new URL('custom/api/v1/checkout-rates', url.endsWith('/') ? url : `${url}/`);
    this.#key = checkoutKey;
  }

  /** Rejects if Dakiya does not answer in time, or refuses. */
  of(cart: Cart): Promise<CheckoutService[]> {
    const body = JSON.stringify(requestOf(cart));
    const kept = this.#kept.get(body);
    if (kept !== undefined && kept.until > Date.now()) return kept.services;
    if (this.#pausedUntil > Date.now()) return Promise.reject(new Error('it has just failed'));
    const services = this.#ask(body);
    this.#kept.set(body, { until: Date.now() + KEPT_MS, services });
    services.catch(() => this.#kept.delete(body));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return services;
  }

  async #ask(body: string): Promise<CheckoutService[]> {
    const answer = await fetch(this.#address, {
      method: 'POST',
      headers: { authorization: this.#key, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch((error: unknown) => {
      this.#pause();
      throw error;
    });
    // After a refused cart, the next one may still be accepted.
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500) this.#pause();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { services: CheckoutService[] } };
    return data.services;
  }

  #pause(): void {
    this.#pausedUntil = Date.now() + PAUSED_MS;
  }
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

/** Medusa has grams, Dakiya kilograms. What a variant lacks is the product's. */
function measuresOf(variant: Sized, product: Sized) {
  const grams = variant.weight ?? product.weight;
  const sized = [variant, product].find(({ length, width, height }) => length && width && height);
  return {
    ...(grams && { weight: grams / 1_000 }),
    ...(sized && { length: sized.length, breadth: sized.width, height: sized.height }),
  };
}
