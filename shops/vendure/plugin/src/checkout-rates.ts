import { createHash } from 'node:crypto';
import { Logger, type Order } from '@vendure/core';
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

/** Null: not known, because the address is not complete, or Dakiya did not answer in time. */
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

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 1_000;
/** The time without requests after Dakiya has failed, so that no checkout waits for it. */
const SILENT_MS = 30_000;

/** Asks for the rates of carts. A cart is asked once, because the shop wants its price after each change of the order. */
export class CheckoutRates {
  readonly #options: DakiyaOptions;
  readonly #known = new Map<string, { readonly until: number; readonly offer: Promise<Offer> }>();
  #silentUntil = 0;

  constructor(options: DakiyaOptions) {
    this.#options = options;
  }

  /**
   * Never fails.
   *
   * @param precision the decimals of the shop's amounts
   */
  offerFor(order: Order, precision: number): Promise<Offer> {
    const cart = cartOf(order, precision, this.#options.weightField ?? 'weightGrams');
    if (this.#options.checkoutKey === undefined || cart === null) return Promise.resolve(null);
    if (cart.items.length === 0) return Promise.resolve([NOTHING_TO_SHIP]);
    const body = JSON.stringify(cart);
    const key = createHash('sha256').update(body).digest('base64');
    const known = this.#known.get(key);
    if (known !== undefined && known.until > Date.now()) return known.offer;
    if (this.#silentUntil > Date.now()) return Promise.resolve(null);
    const offer = this.#ask(body).catch((error: unknown) => {
      this.#known.delete(key);
      Logger.warn(`Dakiya has no rates: ${error instanceof Error ? error.message : error}`, 'Dakiya');
      return null;
    });
    this.#keep(key, offer);
    return offer;
  }

  #keep(key: string, offer: Promise<Offer>): void {
    this.#known.delete(key);
    this.#known.set(key, { until: Date.now() + KEPT_MS, offer });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
  }

  async #ask(body: string): Promise<readonly DeliveryService[]> {
    const { apiUrl, checkoutKey, timeoutMs = 2_000 } = this.#options;
    const answer = await fetch(`${apiUrl}/checkout-rates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${checkoutKey}` },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      this.#pause();
      throw error;
    });
    // After a refused cart, the next one may still be accepted.
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500) this.#pause();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { services: readonly DeliveryService[] } };
    return data.services;
  }

  #pause(): void {
    this.#silentUntil = Date.now() + SILENT_MS;
  }
}

/** Custom fields that `custom-fields.ts` adds; a merchant may have left them empty. */
interface VariantFields {
  readonly lengthCm?: number | null;
  readonly breadthCm?: number | null;
  readonly heightCm?: number | null;
  readonly isDigital?: boolean | null;
}

/** Null while the customer has not entered a pincode. */
function cartOf({ lines, shippingAddress, subTotalWithTax }: Order, precision: number, weightField: string) {
  const { postalCode, countryCode } = shippingAddress ?? {};
  if (!postalCode) return null;
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
        ...(grams > 0 && { weight: grams / 1_000 }),
        ...(size && { length: lengthCm, breadth: breadthCm, height: heightCm }),
      },
    ];
  });
  return {
    destination: { pincode: postalCode.replace(/\s/g, ''), country: countryCode || 'IN' },
    items,
    order_value: Math.round((subTotalWithTax / 10 ** precision) * 100) / 100,
  };
}
