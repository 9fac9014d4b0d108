import { isRefused, LostAnswerError, NotSentError, type Refused } from '../../partners/partner.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import { WrongKeyError } from '../../sealing/sealing.ts';
import type { Shop } from '../../shops/shop.ts';
import { KeptOutError, type ShopAdapter } from '../../shops/shop-adapter.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import { growingWait } from '../couriers/errands.ts';
import type { ShippingService } from '../service.ts';
import { openShopSecrets, type ShopSecrets } from './shop-secrets.ts';

export interface OpenShop {
  readonly shop: Shop;
  readonly adapter: ShopAdapter;
  readonly secrets: ShopSecrets;
}

type Opening = Pick<ShippingService, 'shops' | 'shopTraffic' | 'sealing' | 'now'>;

/** Opens a connection. @throws NotSentError with the end of a sentence that begins with the shop's name */
export function openConnectedShop(service: Opening, stored: StoredShop): OpenShop {
  const shop = service.shops.find(({ name }) => name === stored.shop);
  if (shop === undefined) throw new NotSentError('is a shop system that this installation does not support');
  const secrets = secretsOf(service, stored);
  const settings = { ...stored.settings, ...secrets.settings };
  const lacking = shop.settings.find(({ name, isRequired }) => isRequired && !(name in settings));
  if (lacking !== undefined) throw new NotSentError(`has no ${lacking.name}: enter it again`);
  const addressee = { partner: shop, connectionId: stored.shopId, settings };
  const requests = service.shopTraffic.requestsOf(addressee, NOBODY);
  const tokens = service.shopTraffic.tokensOf(addressee);
  const connection = { shopId: stored.shopId, settings, requests, tokens, now: service.now };
  return { shop, adapter: shop.open(connection), secrets };
}

function secretsOf({ sealing }: Opening, stored: StoredShop): ShopSecrets {
  try {
    return openShopSecrets(sealing, stored);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new NotSentError('needs its credentials again: they were encrypted with another SECRETS_KEY');
  }
}

/** What came of asking a shop. A reason is the end of a sentence that begins with the shop's name. */
export type ShopReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Exclude<Answer, Refused> }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing was done. A retry makes sense after this time, if it is known; `isKeptOut`: only with another credential. */
  | {
      readonly kind: 'not sent';
      readonly reason: string;
      readonly waitMs: number | null;
      readonly isKeptOut: boolean;
    }
  /** The outcome is unknown. */
  | { readonly kind: 'lost'; readonly reason: string };

export type Unanswered = Exclude<ShopReply<never>, { readonly kind: 'answered' }>;

/** A try again once the shop may be asked, if that is known; else after the usual waits. Both grow. */
export function laterOutcome<Values>(now: Date, tries: number, waitMs: number | null, values: Values) {
  if (waitMs === null) return { again: values };
  const wait = Math.max(waitMs, growingWait(tries, SHORTEST_WAIT_MS, LONGEST_WAIT_MS));
  return { next: values, at: new Date(now.getTime() + wait) };
}

const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Asks a shop. @throws any error that is not the shop's */
export async function askShop<Answer>(
  service: Opening,
  stored: StoredShop,
  withinMs: number,
  ask: (adapter: ShopAdapter, signal: AbortSignal, opened: OpenShop) => Promise<Answer>,
): Promise<ShopReply<Answer>> {
  try {
    const opened = openConnectedShop(service, stored);
    const answer = await ask(opened.adapter, AbortSignal.timeout(withinMs), opened);
    if (isRefused(answer)) return { kind: 'refused', reason: answer.reason };
    return { kind: 'answered', answer: answer as Exclude<Answer, Refused> };
  } catch (error) {
    if (error instanceof LostAnswerError) return { kind: 'lost', reason: error.message };
    if (error instanceof NotSentError) {
      const isKeptOut = error instanceof KeptOutError;
      return { kind: 'not sent', reason: error.message, waitMs: error.waitMs, isKeptOut };
    }
    throw error;
  }
}
