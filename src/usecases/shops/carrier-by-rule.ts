import type { OrderDraft } from '../../domain/orders/order.ts';
import type { ForwardCarrierQuote, ForwardQuote, ReturnQuote } from '../../domain/rates/quote.ts';
import type { BookingRule } from '../../domain/shops/shop-rules.ts';
import { checkReferences } from '../booking/check-references.ts';
import { quotableOf, quoteRequestOf } from '../booking/choose-carriers.ts';
import type { AccountContext } from '../service.ts';

/**
 * The carrier that the rule of a shop chooses for an order: the first preferred carrier that serves it, else the fastest within
 * the price. Null leaves the choice to the booking, which takes the cheapest.
 *
 * @throws Problem `refused`
 */
export async function carrierByRule(
  account: AccountContext,
  draft: OrderDraft,
  rule: BookingRule,
): Promise<string | null> {
  if (rule.preferred.length === 0 && rule.choose !== 'fastest') return null;
  const { warehouse } = await checkReferences(account, draft);
  const request = quoteRequestOf(quotableOf(draft, warehouse, draft.parcel));
  const quote = await account.quotes.quote(account.accountId, request, account.now());
  const offers = offersOf(quote);
  const preferred = rule.preferred.find((id) => offers.some(({ carrier }) => carrier.id === id));
  if (preferred !== undefined) return preferred;
  return rule.choose === 'fastest' ? fastestWithin(offers, rule.atMostPaise) : null;
}

function offersOf(quote: ForwardQuote | ReturnQuote): readonly ForwardCarrierQuote[] {
  return quote.journey === 'forward' ? quote.carriers : [];
}

/** Offers come cheapest first, so the first of the same day is the cheapest. */
function fastestWithin(offers: readonly ForwardCarrierQuote[], atMostPaise: number | null): string | null {
  const affordable = offers.filter(({ charges }) => atMostPaise === null || charges.total <= atMostPaise);
  const [first] = [...affordable].sort((one, other) =>
    one.delivery < other.delivery ? -1 : Number(one.delivery > other.delivery),
  );
  return first?.carrier.id ?? null;
}
