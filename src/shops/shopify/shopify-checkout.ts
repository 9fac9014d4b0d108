import type { Cart, CheckoutService } from '../../domain/shops/checkout-services.ts';
import { wholeGrams } from '../../domain/shops/whole-grams.ts';
import { fieldsOf, itemsOf, numberOf, textOf } from '../../partners/answer-fields.ts';

const MOST_UNITS = 100_000;
const MOST_GRAMS = 10_000_000;
const MOST_PAISE = 100_000_000_000;

/**
 * Reads what Shopify asks a carrier service. Prices are in paise, and weights in grams, each of one unit. Whether the customer pays
 * on delivery is chosen later. https://shopify.dev/docs/api/admin-rest/latest/resources/carrierservice
 *
 * @returns null for another currency: its rates would be in rupees
 */
export function readCart(sent: unknown): Cart | null {
  const { destination, items, currency, order_totals: totals } = fieldsOf(fieldsOf(sent).rate);
  if (currency !== 'INR') return null;
  const { postal_code: pincode, country } = fieldsOf(destination);
  const all = itemsOf(items)
    .map(fieldsOf)
    .map(({ sku, quantity, grams, price, requires_shipping: isShipped }) => ({
      sku: textOf(sku),
      units: upTo(MOST_UNITS, quantity),
      grams: Math.min(wholeGrams(numberOf(grams) ?? 0), MOST_GRAMS),
      price: upTo(MOST_PAISE, price),
      isShipped: isShipped !== false,
    }));
  const worth = all.reduce((sum, { price, units }) => sum + price * units, 0);
  const discount = Math.abs(numberOf(fieldsOf(totals).discount_amount) ?? 0);
  return {
    pincode: textOf(pincode) ?? '',
    country: textOf(country) ?? '',
    locationKey: null,
    items: all
      .filter(({ isShipped, units }) => isShipped && units > 0)
      .map(({ sku, units, grams }) => ({ sku, units, gramsEach: grams > 0 ? grams : null, size: null })),
    orderValuePaise: upTo(MOST_PAISE, worth - discount),
    isCod: false,
  };
}

/** A whole number from 0 up to a limit, so that no cart is too large to compute. */
function upTo(most: number, sent: unknown): number {
  return Math.min(Math.max(0, Math.round(numberOf(sent) ?? 0)), most);
}

/** Begins our service codes in Shopify, because its orders do not say clearly whose a code is. */
const MARK = 'dakiya-';

/** The code of our service, by what an order of Shopify has as the code of a delivery; null for one that is not ours. */
export function ownCodeIn(code: string | null): string | null {
  return code?.startsWith(MARK) ? code.slice(MARK.length) || null : null;
}

/** Shopify shows a service only with all of its first five fields. */
export function ratesOf(services: readonly CheckoutService[]): unknown {
  return {
    rates: services.map(({ code, name, pricePaise, firstDelivery, lastDelivery }) => ({
      service_name: name,
      service_code: `${MARK}${code}`,
      description: name,
      total_price: String(pricePaise),
      currency: 'INR',
      ...(firstDelivery !== null && { min_delivery_date: evening(firstDelivery) }),
      ...(lastDelivery !== null && { max_delivery_date: evening(lastDelivery) }),
    })),
  };
}

function evening(day: string): string {
  return `${day} 20:00:00 +0530`;
}
