import type { EventEmitter } from 'node:events';
import { isRefused, LostAnswerError, NotSentError, type Refused } from '../../partners/partner.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import type { PartnerTraffic, Urgency } from '../../partners/partner-traffic.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type Sealing, WrongKeyError } from '../../sealing/sealing.ts';
import type { Shop, ShopConnection } from '../../shops/shop.ts';
import { KeptOutError, type ShopAdapter } from '../../shops/shop-adapter.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import { growingWait } from '../couriers/errands.ts';
import { defaultsOf, lacksSetting, NEEDS_CREDENTIALS } from '../partner-settings.ts';
import type { Service } from '../service.ts';
import { openShopSecrets, type ShopSecrets } from './shop-secrets.ts';

export interface OpenShop {
  readonly shop: Shop;
  readonly adapter: ShopAdapter;
  readonly secrets: ShopSecrets;
}

/** What calls shops, and is called by them. */
export interface ShopParts {
  readonly shops: readonly Shop[];
  readonly shopTraffic: PartnerTraffic;
  /** Emits each webhook of a shop, also those that are refused. */
  readonly shopBells: EventEmitter<{ rung: [ShopBellRung] }>;
  readonly sealing: Sealing;
}

/** What came of a webhook of a shop. */
export interface ShopBellRung {
  readonly shop: string;
  readonly outcome: 'order' | 'ping' | 'gone' | 'refused';
}

type Opening = Pick<ShopParts, 'shops' | 'shopTraffic' | 'sealing'> & Pick<Service, 'now'>;

const NOT_SUPPORTED = say(
  'is_shop_not_supported',
  'is a shop system that this installation does not support',
);

/** Opens a connection. @throws NotSentError with the end of a sentence that begins with the shop's name */
export function openConnectedShop(service: Opening, stored: StoredShop, urgency: Urgency = 'now'): OpenShop {
  const { shop, connection, secrets } = shopConnectionTo(service, stored, urgency);
  return { shop, adapter: shop.open(connection), secrets };
}

/** A connection to a shop, without its adapter. @throws NotSentError as `openConnectedShop` */
export function shopConnectionTo(
  service: Opening,
  stored: StoredShop,
  urgency: Urgency = 'now',
): Omit<OpenShop, 'adapter'> & { readonly connection: ShopConnection } {
  const shop = service.shops.find(({ name }) => name === stored.shop);
  if (shop === undefined) throw new NotSentError(NOT_SUPPORTED);
  const secrets = secretsOf(service, stored);
  const settings = { ...defaultsOf(shop), ...stored.settings, ...secrets.settings };
  const lacking = shop.settings.find(({ name, isRequired }) => isRequired && !(name in settings));
  if (lacking !== undefined) throw new NotSentError(lacksSetting(lacking.name));
  const { shopId } = stored;
  return { shop, connection: connectionOf(service, shop, { shopId, settings }, urgency), secrets };
}

function connectionOf(
  { shopTraffic, now }: Pick<Opening, 'shopTraffic' | 'now'>,
  shop: Shop,
  { shopId, settings }: Pick<ShopConnection, 'shopId' | 'settings'>,
  urgency: Urgency = 'now',
): ShopConnection {
  const addressee = { partner: shop, connectionId: shopId, settings };
  const requests = shopTraffic.requestsOf(addressee, NOBODY, urgency);
  const tokens = shopTraffic.tokensOf(addressee);
  return { shopId, settings, requests, tokens, now, sleep: shopTraffic.sleep };
}

function secretsOf({ sealing }: Opening, stored: StoredShop): ShopSecrets {
  try {
    return openShopSecrets(sealing, stored);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new KeptOutError(NEEDS_CREDENTIALS);
  }
}

/** What came of asking a shop. A reason is the end of a sentence that begins with the shop's name. */
export type ShopReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Exclude<Answer, Refused> }
  | { readonly kind: 'refused'; readonly reason: Sentence }
  /** Nothing was done. A retry makes sense after this time, if it is known; `isKeptOut`: only with another credential. */
  | {
      readonly kind: 'not sent';
      readonly reason: Sentence;
      readonly waitMs: number | null;
      readonly isKeptOut: boolean;
    }
  /** The outcome is unknown. */
  | { readonly kind: 'lost'; readonly reason: Sentence };

export type Unanswered = Exclude<ShopReply<never>, { readonly kind: 'answered' }>;

/** A try again once the shop may be asked, if that is known; else after the usual waits. Both grow. */
export function laterOutcome<Values>(now: Date, tries: number, waitMs: number | null, values: Values) {
  if (waitMs === null) return { again: values };
  const wait = Math.max(waitMs, growingWait(tries, SHORTEST_WAIT_MS, LONGEST_WAIT_MS));
  return { next: values, at: new Date(now.getTime() + wait) };
}

const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Asks a connected shop. @throws any error that is not the shop's */
export function askShop<Answer>(
  service: Opening,
  stored: StoredShop,
  withinMs: number,
  ask: (adapter: ShopAdapter, signal: AbortSignal, opened: OpenShop) => Promise<Answer>,
  urgency: Urgency = 'now',
): Promise<ShopReply<Answer>> {
  return replyOf(async () => {
    const opened = openConnectedShop(service, stored, urgency);
    return ask(opened.adapter, AbortSignal.timeout(withinMs), opened);
  });
}

/** Asks a shop that is not connected yet. @throws any error that is not the shop's */
export async function askNewShop<Answer>(
  service: Pick<Opening, 'shopTraffic' | 'now'>,
  shop: Shop,
  connection: Pick<ShopConnection, 'shopId' | 'settings'>,
  withinMs: number,
  ask: (adapter: ShopAdapter, signal: AbortSignal) => Promise<Answer>,
): Promise<ShopReply<Answer>> {
  try {
    const adapter = shop.open(connectionOf(service, shop, connection));
    return await replyOf(() => ask(adapter, AbortSignal.timeout(withinMs)));
  } finally {
    service.shopTraffic.forget(connection.shopId);
  }
}

async function replyOf<Answer>(ask: () => Promise<Answer>): Promise<ShopReply<Answer>> {
  try {
    const answer = await ask();
    if (isRefused(answer)) return { kind: 'refused', reason: answer.reason };
    return { kind: 'answered', answer: answer as Exclude<Answer, Refused> };
  } catch (error) {
    if (error instanceof LostAnswerError) return { kind: 'lost', reason: error.sentence };
    if (error instanceof NotSentError) {
      const isKeptOut = error instanceof KeptOutError;
      return { kind: 'not sent', reason: error.sentence, waitMs: error.waitMs, isKeptOut };
    }
    throw error;
  }
}
