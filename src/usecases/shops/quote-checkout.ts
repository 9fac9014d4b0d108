import { hash } from 'node:crypto';
import type { ForwardCarrierQuote } from '../../domain/rates/quote.ts';
import { type Rupees, rupeesOf } from '../../domain/rates/rate-amounts.ts';
import {
  type Cart,
  type CheckoutQuotes,
  type CheckoutService,
  checkoutServices,
  fallbackServices,
  NO_QUOTES,
} from '../../domain/shops/checkout-services.ts';
import type { ParcelGuess } from '../../domain/shops/shop-rules.ts';
import { notFound, Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { unavailableProblem } from '../../storage/outage.ts';
import type { CheckoutContext } from './checkout-keys.ts';
import { measured, shippedItems, warehouseOf } from './parcel-request.ts';

export type { Cart };
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

/** The most different carts of a shop that are remembered in a second. */
const MOST_CARTS = 500;

/** The rates of equal carts, as long as the rules and warehouses of their shop are cached: for a second. */
const known = new WeakMap<CheckoutContext, Map<string, Promise<CheckoutRates>>>();

/**
 * The ways of delivery for a cart, with the rates of the account's rate book. No courier is asked, and nothing is read from the
 * database while the book and the rules are cached. Equal carts within a second are quoted once, unless rates change meanwhile.
 */
export async function quoteCheckout(context: CheckoutContext, cart: Cart): Promise<CheckoutRates> {
  const carts = known.get(context) ?? new Map<string, Promise<CheckoutRates>>();
  known.set(context, carts);
  const key = `${context.quotes.seenVersion} ${hash('sha256', JSON.stringify(cart), 'base64url')}`;
  const kept = carts.get(key);
  if (kept !== undefined) return kept;
  if (carts.size >= MOST_CARTS) carts.clear();
  const rates = quoteCart(context, cart);
  carts.set(key, rates);
  try {
    return await rates;
  } catch (error) {
    carts.delete(key);
    throw error;
  }
}

async function quoteCart(context: CheckoutContext, cart: Cart): Promise<CheckoutRates> {
  const { rules, pincodes, directory } = context;
  const pincode = cart.pincode.replace(/\s/g, '');
  if (!/^(?:in|ind|india)$/i.test(cart.country)) return { services: [], reason: 'country' };
  if (directory.placeNear(pincode) < 0) return { services: [], reason: 'pincode' };
  const items = shippedItems(cart, rules);
  if (items.length === 0) return { services: [], reason: 'nothing_to_ship' };
  const { checkout } = rules;
  const origin = pincodes.get(warehouseOf(cart, rules));
  const parcel = measured(items, rules);
  const services = await quotesFrom(context, { origin, pincode, parcel, cart }).then(
    (quotes) => checkoutServices(quotes, cart, checkout),
    (error: unknown) => {
      const fallback = isUnavailable(error) ? fallbackServices(cart, parcel, checkout) : [];
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
  const cart = context.rules.checkout.isShown ? form.readCart(sent) : null;
  const { services } = cart === null ? { services: [] } : await quoteCheckout(context, cart);
  return form.answer(services);
}

/** @throws Problem `unavailable` if there are no quotes in time; what comes later is not used */
async function quotesFrom(
  { accountId, quotes, rules, now }: CheckoutContext,
  { origin, pincode, parcel, cart }: ToQuote,
): Promise<CheckoutQuotes> {
  if (origin === undefined) return NO_QUOTES;
  const { weight, length, breadth, height } = parcel;
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
  const { handlingDays } = rules.checkout;
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
  readonly parcel: ParcelGuess;
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
    const sentence = say('rates_took_too_long', 'The rates took too long');
    const problem = new Problem('unavailable', sentence, { retryAfterSeconds: 1 });
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
