import type { ForwardCarrierQuote } from '../../domain/rates/quote.ts';
import { type Rupees, rupeesOf } from '../../domain/rates/rate-amounts.ts';
import {
  type Cart,
  type CheckoutQuotes,
  type CheckoutService,
  checkoutServices,
  NO_QUOTES,
} from '../../domain/shops/checkout-services.ts';
import { measured, shippedItems, warehouseOf } from '../../domain/shops/parcel-request.ts';
import { CHECKOUT_OFFERS, CHECKOUT_ROUNDINGS, checkoutRulesOf } from '../../domain/shops/shop-rules.ts';
import { notFound, Problem } from '../../problems/problem.ts';
import { unavailableProblem } from '../../storage/outage.ts';
import type { CheckoutContext } from './checkout-keys.ts';

export type { Cart };
export { CHECKOUT_OFFERS, CHECKOUT_ROUNDINGS, checkoutRulesOf };

/**
 * Why a cart has no services: it goes abroad; its pincode does not exist; nothing in it is shipped; no carrier takes it.
 */
export const NO_SERVICE_REASONS = ['country', 'pincode', 'nothing_to_ship', 'no_carrier'] as const;

export interface CheckoutRates {
  readonly services: readonly CheckoutService[];
  /** Null if there are services. */
  readonly reason: (typeof NO_SERVICE_REASONS)[number] | null;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The ways of delivery for a cart, with the rates of the account's rate book. No courier is asked, and nothing is read from the
 * database while the book and the rules are cached. Quotes are not cached, because a quote takes less time than a request.
 */
export async function quoteCheckout(context: CheckoutContext, cart: Cart): Promise<CheckoutRates> {
  const { rules, pincodes, findPlace } = context;
  const pincode = cart.pincode.replace(/\s/g, '');
  if (!/^(?:in|ind|india)$/i.test(cart.country)) return { services: [], reason: 'country' };
  if (findPlace(pincode) === null) return { services: [], reason: 'pincode' };
  const items = shippedItems(cart, rules);
  if (items.length === 0) return { services: [], reason: 'nothing_to_ship' };
  const checkout = checkoutRulesOf(rules);
  const origin = pincodes.get(warehouseOf(cart, rules));
  const offer = (quotes: CheckoutQuotes) => checkoutServices(quotes, cart, checkout);
  const services = await quotesFrom(context, { origin, pincode, items, cart }).then(
    offer,
    (error: unknown) => {
      const fallback = isUnavailable(error) ? offer(NO_QUOTES) : [];
      if (fallback.length === 0) throw error;
      return fallback;
    },
  );
  return { services, reason: services.length > 0 ? null : 'no_carrier' };
}

/**
 * Answers a shop that asks for rates in a form of its own: with none unless the merchant wants them shown.
 *
 * @throws Problem `not_found` for a shop system that does not ask
 */
export async function quoteForShop(context: CheckoutContext, sent: unknown): Promise<unknown> {
  const form = context.shops.find(({ name }) => name === context.shop)?.checkout;
  if (form === undefined) throw notFound('Path');
  const cart = checkoutRulesOf(context.rules).isShown === true ? form.readCart(sent) : null;
  const { services } = cart === null ? { services: [] } : await quoteCheckout(context, cart);
  return form.answer(services);
}

/** @throws Problem `unavailable` if there are no quotes in time; what comes later is not used */
async function quotesFrom(
  { accountId, quotes, rules, now }: CheckoutContext,
  { origin, pincode, items, cart }: ToQuote,
): Promise<CheckoutQuotes> {
  if (origin === undefined) return NO_QUOTES;
  const { weight, length, breadth, height } = measured(items, rules);
  const route = {
    journey: 'forward',
    originPincode: origin,
    destinationPincode: pincode,
    deadWeight: decimalText(weight * 1_000),
    length: decimalText(length),
    width: decimalText(breadth),
    height: decimalText(height),
  } as const;
  const time = now();
  const offers = async (codValue: Rupees | null, at: Date): Promise<readonly ForwardCarrierQuote[]> => {
    const quote = await quotes.quote(accountId, { ...route, codValue }, at);
    // As in a booking: samples are chosen only by name.
    const carriers = quote.journey === 'forward' ? quote.carriers : [];
    return carriers.filter(({ connection }) => connection.kind !== 'sample');
  };
  const codValue = rupeesOf(cart.orderValuePaise);
  const { handlingDays } = checkoutRulesOf(rules);
  const handedOver = new Date(time.getTime() + handlingDays * DAY_MS);
  return inTime(
    (async () => {
      const prepaid = await offers(null, time);
      const cod = await offers(codValue, time);
      const now = cart.isCod ? cod : prepaid;
      return {
        prepaid,
        cod,
        late: handlingDays === 0 ? now : await offers(cart.isCod ? codValue : null, handedOver),
      };
    })(),
  );
}

interface ToQuote {
  /** The pincode of the warehouse; undefined if it is not active. */
  readonly origin: string | undefined;
  readonly pincode: string;
  readonly items: Cart['items'];
  readonly cart: Cart;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem ? error.kind === 'unavailable' : unavailableProblem(error) !== null;
}

/** Customers do not wait longer. */
const QUOTED_WITHIN_MS = 2_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const problem = new Problem('unavailable', 'The rates took too long', { retryAfterSeconds: 1 });
    timer = setTimeout(() => reject(problem), QUOTED_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** At most two decimals, and more than 0; never with an exponent. */
function decimalText(number: number): string {
  return String(Math.max(Math.round(number * 100), 1) / 100);
}
