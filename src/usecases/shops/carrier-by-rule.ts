import type { ForwardCarrierQuote, ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import type { BookingRule } from '../../domain/shops/shop-rules.ts';

/**
 * The carrier that the rule of a shop chooses for a quoted order: the first preferred carrier that serves it, else the fastest within
 * the price. Null leaves the choice to the booking, which takes the cheapest.
 */
export function carrierByRule(
  quote: ForwardQuote | ReturnQuote,
  { booking, fastestAtMostPaise, preferredCarriers }: BookingRule,
): string | null {
  const offers = quote.journey === 'forward' ? quote.carriers : [];
  const preferred = preferredCarriers.find((id) => offers.some(({ carrier }) => carrier.id === id));
  if (preferred !== undefined) return preferred;
  return booking === 'fastest' ? fastestWithin(offers, fastestAtMostPaise) : null;
}

/** Offers come cheapest first, so the first of the same day is the cheapest. */
function fastestWithin(offers: readonly ForwardCarrierQuote[], atMostPaise: number | null): string | null {
  // As in a booking: samples are chosen only by name.
  const affordable = offers.filter(
    ({ charges, connection }) =>
      connection.kind !== 'sample' && (atMostPaise === null || charges.total <= atMostPaise),
  );
  const [first] = [...affordable].sort((one, other) =>
    one.delivery < other.delivery ? -1 : Number(one.delivery > other.delivery),
  );
  return first?.carrier.id ?? null;
}
