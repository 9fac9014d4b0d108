import type { ForwardCarrierQuote, ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import { money } from '../../domain/rupees.ts';
import {
  type ChosenDelivery,
  checkoutPriceOf,
  offersOfService,
  STANDARD,
} from '../../domain/shops/checkout-services.ts';
import type { BookingRule, ShopRules } from '../../domain/shops/shop-rules.ts';
import { type Sentence, say } from '../../problems/sentence.ts';

export interface CarrierChoice {
  /** Null leaves the choice to the booking, which takes the cheapest. */
  readonly carrierId: string | null;
  /** What a person must know: the customer paid more for a service that nobody offers any more. Null for nothing. */
  readonly missedService: Sentence | null;
}

/**
 * The carrier of a quoted order: of the service that the customer chose at checkout, else the one that the rule of its shop chooses.
 *
 * @param chosen null if it was none of our services
 */
export function chooseCarrier(
  quote: ForwardQuote | ReturnQuote,
  rules: BookingRule & Pick<ShopRules, 'checkout'>,
  chosen: ChosenDelivery | null,
): CarrierChoice {
  const offers = quote.journey === 'forward' ? quote.carriers : [];
  const byRule = carrierByRule(offers, rules);
  if (chosen === null || chosen.code === STANDARD.code) return { carrierId: byRule, missedService: null };
  const bookable = withoutSamples(offers);
  const serving = offersOfService(bookable, chosen.code, rules.checkout);
  const [cheapest] = serving;
  if (cheapest !== undefined) {
    return { carrierId: preferredOf(serving, rules) ?? cheapest.carrier.id, missedService: null };
  }
  const taken = offers.find(({ carrier }) => carrier.id === byRule) ?? bookable[0];
  const costs =
    taken === undefined ? null : checkoutPriceOf(taken, bookable, chosen.orderValuePaise, rules.checkout);
  const isMissed = costs !== null && chosen.pricePaise > costs;
  return {
    carrierId: byRule,
    missedService: isMissed
      ? say(
          'chosen_service_gone',
          'The customer paid {paid} for {service}, but no courier offers it: what the rules book costs {costs} at checkout',
          { paid: money(chosen.pricePaise), service: chosen.code, costs: money(costs) },
        )
      : null,
  };
}

/** The first preferred carrier that serves the order, else the fastest within the price. */
function carrierByRule(
  offers: readonly ForwardCarrierQuote[],
  { booking, fastestAtMostPaise, preferredCarriers }: BookingRule,
): string | null {
  const preferred = preferredOf(offers, { preferredCarriers });
  if (preferred !== undefined) return preferred;
  return booking === 'fastest' ? fastestWithin(offers, fastestAtMostPaise) : null;
}

function preferredOf(
  offers: readonly ForwardCarrierQuote[],
  { preferredCarriers }: Pick<BookingRule, 'preferredCarriers'>,
): string | undefined {
  return preferredCarriers.find((id) => offers.some(({ carrier }) => carrier.id === id));
}

/** Offers come cheapest first, so the first of the same day is the cheapest. */
function fastestWithin(offers: readonly ForwardCarrierQuote[], atMostPaise: number | null): string | null {
  const affordable = withoutSamples(offers).filter(
    ({ charges }) => atMostPaise === null || charges.total <= atMostPaise,
  );
  const [first] = [...affordable].sort((one, other) =>
    one.delivery < other.delivery ? -1 : Number(one.delivery > other.delivery),
  );
  return first?.carrier.id ?? null;
}

/** As in a booking: samples are chosen only by name. */
function withoutSamples(offers: readonly ForwardCarrierQuote[]): readonly ForwardCarrierQuote[] {
  return offers.filter(({ connection }) => connection.kind !== 'sample');
}
