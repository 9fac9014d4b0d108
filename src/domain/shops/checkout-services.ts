import { courierNameOf } from '../rates/courier-name.ts';
import type { ForwardCarrierQuote } from '../rates/quote.ts';
import type { ChosenService, ShopItem, ShopOrder } from './shop-order.ts';
import type { CheckoutRounding, CheckoutRules, ParcelGuess } from './shop-rules.ts';

/** What a customer is about to order. */
export interface Cart {
  /** As the customer wrote it. */
  readonly pincode: string;
  /** The name or code of the country: `IN`. */
  readonly country: string;
  /** The shop's id of the place from which it ships; null if the shop does not say. */
  readonly locationKey: string | null;
  readonly items: readonly Pick<ShopItem, 'sku' | 'units' | 'gramsEach' | 'size'>[];
  readonly orderValuePaise: number;
  /** True if the customer pays on delivery; false also if that is not known yet. */
  readonly isCod: boolean;
}

/** A way of delivery that a customer can choose at checkout. */
export interface CheckoutService {
  /** Always the same for the same way: `standard`, `express`, or `morpankhi-standard` for a courier's. */
  readonly code: string;
  readonly name: string;
  /** Without GST, and without what cash on delivery costs. */
  readonly pricePaise: number;
  /** What cash on delivery costs in addition; null if it cannot be chosen. */
  readonly codChargesPaise: number | null;
  /** `YYYY-MM-DD`, if the parcel is handed over at once; null if no courier said a date. */
  readonly firstDelivery: string | null;
  /** If it is handed over after the handling days. */
  readonly lastDelivery: string | null;
}

/** Quotes of one cart, each cheapest first, with only the carriers that booking may choose by itself. */
export interface CheckoutQuotes {
  readonly prepaid: readonly ForwardCarrierQuote[];
  readonly cod: readonly ForwardCarrierQuote[];
  /** Of a parcel that is handed over after the handling days. */
  readonly late: readonly ForwardCarrierQuote[];
}

export interface CheckoutTerms {
  readonly orderValuePaise: number;
  /** True if the customer pays on delivery; false also if that is not known yet. */
  readonly isCod: boolean;
}

/** The quotes of a cart that no courier serves. */
export const NO_QUOTES: CheckoutQuotes = { prepaid: [], cod: [], late: [] };

/**
 * The services that a shop offers for a cart, in the order in which customers see them. A cart that is paid on delivery has only
 * services of carriers that collect.
 */
export function checkoutServices(
  { prepaid, cod, late }: CheckoutQuotes,
  { orderValuePaise, isCod }: CheckoutTerms,
  rules: CheckoutRules,
): CheckoutService[] {
  const groups = groupsOf(isCod ? cod : prepaid, rules);
  const prices = groups.map(({ chosen }) => priceOf(chosen.charges.freight, rules));
  const free = isFree(orderValuePaise, rules) ? prices.indexOf(Math.min(...prices)) : -1;
  return groups.map(({ code, name, chosen, carrierIds }, index) => {
    const price = prices[index] ?? 0;
    const collecting = cod.find(({ carrier }) => carrierIds.has(carrier.id));
    return {
      code,
      name,
      pricePaise: index === free ? 0 : price,
      codChargesPaise:
        collecting === undefined ? null : codChargesOf(collecting, index === free ? null : price, rules),
      firstDelivery: chosen.delivery,
      lastDelivery: late.find(({ carrier }) => carrier.id === chosen.carrier.id)?.delivery ?? chosen.delivery,
    };
  });
}

/**
 * The service of a cart while rates cannot be had. It is not for carts that no courier serves: a customer could choose its price by
 * ordering such a cart. So it also has a highest weight, and nothing is collected for it.
 */
export function fallbackServices(
  { orderValuePaise, isCod }: CheckoutTerms,
  { weight }: Pick<ParcelGuess, 'weight'>,
  rules: CheckoutRules,
): CheckoutService[] {
  if (isCod || rules.fallbackPaise === null || weight > rules.fallbackMaxWeight) return [];
  const pricePaise = isFree(orderValuePaise, rules) ? 0 : rules.fallbackPaise;
  return [{ ...STANDARD, pricePaise, codChargesPaise: null, firstDelivery: null, lastDelivery: null }];
}

/** What a customer chose at checkout for a parcel. */
export interface ChosenDelivery extends Pick<ChosenService, 'code' | 'pricePaise'> {
  /** The value of the whole order, as the checkout knew it. */
  readonly orderValuePaise: number;
}

/** Null if none of our services was chosen. Several services of one parcel have a code that none has: a person must decide. */
export function chosenDelivery(
  { chosenServices = [], parcels, elsewherePaise }: ShopOrder,
  parcelKey: string,
): ChosenDelivery | null {
  const chosen = chosenServices.filter((one) => one.parcelKey === null || one.parcelKey === parcelKey);
  if (chosen.length === 0) return null;
  const items = parcels.flatMap((parcel) => parcel.items);
  return {
    code: [...new Set(chosen.map(({ code }) => code))].join(' + '),
    pricePaise: chosen.reduce((sum, { pricePaise }) => sum + pricePaise, 0),
    orderValuePaise: items.reduce((sum, { totalPaise }) => sum + totalPaise, elsewherePaise),
  };
}

/**
 * The offers that serve a service with this code, whatever is offered now: the offer of the rules may have changed since the checkout.
 *
 * @param offers cheapest first, with only the carriers that booking may choose by itself
 * @returns cheapest first; none if no courier serves it any more
 */
export function offersOfService(
  offers: readonly ForwardCarrierQuote[],
  code: string,
  { offer }: Pick<CheckoutRules, 'offer'>,
): readonly ForwardCarrierQuote[] {
  const group = [offer, 'cheapest_and_fastest' as const, 'each_courier' as const]
    .flatMap((one) => groupsOf(offers, { offer: one }))
    .find((one) => one.code === code);
  return group === undefined ? [] : offers.filter(({ carrier }) => group.carrierIds.has(carrier.id));
}

/** What the checkout asks for the delivery by one of these offers. */
export function checkoutPriceOf(
  { charges: { freight } }: ForwardCarrierQuote,
  offers: readonly ForwardCarrierQuote[],
  orderValuePaise: number,
  rules: CheckoutRules,
): number {
  const price = priceOf(freight, rules);
  const least = Math.min(...offers.map(({ charges }) => priceOf(charges.freight, rules)));
  return isFree(orderValuePaise, rules) && price <= least ? 0 : price;
}

function isFree(orderValuePaise: number, { freeAbovePaise }: CheckoutRules): boolean {
  return freeAbovePaise !== null && orderValuePaise >= freeAbovePaise;
}

/**
 * What cash on delivery costs in addition to a price: what the carrier that collects takes for it, and by how much its freight is
 * dearer.
 *
 * @param pricePaise null if the delivery is free
 */
function codChargesOf(
  { charges: { freight, cod } }: ForwardCarrierQuote,
  pricePaise: number | null,
  rules: CheckoutRules,
): number {
  return cod + (pricePaise === null ? 0 : Math.max(0, priceOf(freight, rules) - pricePaise));
}

/** The service that leaves the carrier to the rules. */
export const STANDARD = { code: 'standard', name: 'Standard delivery' } as const;
const EXPRESS = { code: 'express', name: 'Express delivery' } as const;

/** Carriers that serve equally for one service. */
interface ServiceGroup {
  readonly code: string;
  readonly name: string;
  /** Its price and date count. */
  readonly chosen: ForwardCarrierQuote;
  readonly carrierIds: ReadonlySet<string>;
}

function groupsOf(
  offers: readonly ForwardCarrierQuote[],
  { offer }: Pick<CheckoutRules, 'offer'>,
): ServiceGroup[] {
  const [cheapest] = offers;
  if (cheapest === undefined) return [];
  if (offer === 'each_courier') return byCourier(offers);
  const standard = groupOf(STANDARD, cheapest, offers);
  const soonest = offers.reduce((day, { delivery }) => (delivery < day ? delivery : day), cheapest.delivery);
  const fast = offers.filter(({ delivery }) => delivery === soonest);
  const express = groupOf(EXPRESS, fast[0] ?? cheapest, fast);
  switch (offer) {
    case 'cheapest':
      return [standard];
    case 'fastest':
      return [express];
    case 'cheapest_and_fastest':
      return cheapest.delivery === soonest ? [standard] : [standard, express];
  }
}

/** The cheapest carrier of each courier and service level: customers know couriers, not their weight classes. */
function byCourier(offers: readonly ForwardCarrierQuote[]): ServiceGroup[] {
  const ofCode = new Map<string, ForwardCarrierQuote[]>();
  for (const offer of offers) {
    const code = codeOf(`${courierOf(offer.carrier)} ${offer.carrier.serviceLevel}`);
    ofCode.set(code, [...(ofCode.get(code) ?? []), offer]);
  }
  return [...ofCode].flatMap(([code, same]) => {
    const [chosen] = same;
    if (chosen === undefined) return [];
    const courier = courierOf(chosen.carrier);
    const name = chosen.carrier.serviceLevel === 'express' ? `${courier} Express` : courier;
    return [groupOf({ code, name }, chosen, same)];
  });
}

function groupOf(
  service: Pick<ServiceGroup, 'code' | 'name'>,
  chosen: ForwardCarrierQuote,
  same: readonly ForwardCarrierQuote[],
): ServiceGroup {
  return { ...service, chosen, carrierIds: new Set(same.map(({ carrier }) => carrier.id)) };
}

function courierOf({ courierName, name }: ForwardCarrierQuote['carrier']): string {
  return courierName ?? courierNameOf(name);
}

/** `Blue Dart standard` becomes `blue-dart-standard`. */
function codeOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function priceOf(freightPaise: number, { markupPercent, rounding }: CheckoutRules): number {
  const basisPoints = 10_000 + Math.round(markupPercent * 100);
  return roundUp(Math.round((freightPaise * basisPoints) / 10_000), rounding);
}

const STEPS_PAISE: Readonly<Record<CheckoutRounding, number>> = {
  none: 1,
  rupee: 100,
  five: 500,
  ten: 1_000,
  nine: 1_000,
};

/** Up, so that no rounding costs the merchant anything. `nine` ends in 9 rupees: 44.40 becomes 49. */
function roundUp(paise: number, rounding: CheckoutRounding): number {
  if (paise === 0) return 0;
  const step = STEPS_PAISE[rounding];
  const below = rounding === 'nine' ? 100 : 0;
  return Math.ceil((paise + below) / step) * step - below;
}
