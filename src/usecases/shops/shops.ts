import { randomBytes } from 'node:crypto';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { partnerSays } from '../../partners/partner.ts';
import { fieldProblem, notFound, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, detailsOf, type Sentence, say } from '../../problems/sentence.ts';
import { STORE } from '../../resources/store.ts';
import type { Shop } from '../../shops/shop.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { NONE_WAITING, readWaitingOrders, type WaitingOrders } from '../../storage/shops/shop-orders.ts';
import {
  deleteShop,
  findShop,
  insertShop,
  insertShopToken,
  listShops,
  lockShop,
  revokeShopTokens,
  SHOP_OF_STORE,
  type StoredShop,
  updateShop,
  wakeShop,
} from '../../storage/shops/shops.ts';
import { findStore, insertStore } from '../../storage/stores/stores.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { makeSecret } from '../accounts/credential-secret.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { MessageParts } from '../messages/messaging.ts';
import {
  judgeAddress,
  laySettings,
  NEEDS_CREDENTIALS,
  NO_SETTINGS,
  type SentSettings,
} from '../partner-settings.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { refusingTakenName } from '../stores/stores.ts';
import { askShop, type ShopParts } from './open-shop.ts';
import { hookAddressOf, keepSeenWebhooks } from './see-webhooks.ts';
import { healthOf, type ShopHealth } from './shop-health.ts';
import { openShopSecrets, type ShopSecrets, sealShopSecrets } from './shop-secrets.ts';

export const CHECK_WITHIN_MS = 20_000;
/** A shop that hangs must not keep people from disconnecting it. */
const DISCONNECT_WITHIN_MS = 2_000;

/** A connection as people see it. */
export interface ShopView extends Omit<StoredShop, 'secrets' | 'secretNames' | 'settings'> {
  /** Indexed by setting, in the shop's order: a text or null; for a secret, only if it is set. */
  readonly settings: Readonly<Record<string, string | null | { readonly set: boolean }>>;
  readonly title: string;
  readonly health: ShopHealth;
  /** Its `failure` is a whole sentence. */
  readonly waiting: WaitingOrders;
}

export interface NewShop {
  readonly shop: string;
  /** Null takes the title of the shop system. */
  readonly name: string | null;
  /** The store to take; null makes one. */
  readonly storeId: string | null;
  /** Of the store that is made. */
  readonly storeName: string | null;
  readonly brandName: string | null;
  readonly settings: SentSettings;
  readonly rules: ShopRules;
  readonly ordersFrom: Date;
}

export async function listOwnShops(account: AccountContext & ShopParts): Promise<ShopView[]> {
  const scope = account.database.account(account.accountId);
  const [shops, waiting] = await Promise.all([listShops(scope), readWaitingOrders(scope)]);
  return shops.map((shop) => viewOf(account, shop, waiting.get(shop.shopId)));
}

/** @throws Problem `not_found` */
export async function getShop(account: AccountContext & ShopParts, shopId: string): Promise<ShopView> {
  const scope = account.database.account(account.accountId);
  const [found, waiting] = await Promise.all([findShop(scope, shopId), readWaitingOrders(scope)]);
  if (found === null) throw notFound('Shop');
  return viewOf(account, found, waiting.get(shopId));
}

/** Connects a shop with its store; its orders are read from then on. @throws Problem `refused` */
export async function connectShop<Answer>(
  account: AccountContext & ShopParts,
  { shop: named, name, storeId, storeName, brandName, settings: sent, rules: sentRules, ordersFrom }: NewShop,
  answer: WriteAnswer<ShopView, Answer>,
): Promise<Answer> {
  const shop = connectable(account, named);
  const settings = laySettings(shop, NO_SETTINGS, sent);
  await judgeAddress(account.shopTraffic, settings);
  const hook = makeSecret();
  const rates = shop.can.checkoutRates ? makeSecret() : null;
  const work = async (writer: AccountWriter) => {
    const rules = await judgedRules(writer, sentRules);
    const shopId = writer.newId();
    const owner = { accountId: account.accountId, shopId };
    const secrets: ShopSecrets = {
      settings: settings.secret,
      hookToken: hook.text,
      ratesToken: rates?.text ?? '',
      hookSecret: randomBytes(24).toString('base64url'),
    };
    const stored: StoredShop = {
      ...owner,
      createdAt: writer.now,
      updatedAt: writer.now,
      storeId:
        storeId === null ? await makeStore(writer, shop, { storeName, brandName, settings: sent }) : storeId,
      shop: shop.name,
      name: name ?? shop.title,
      settings: settings.plain,
      secrets: sealShopSecrets(account.sealing, owner, secrets),
      secretNames: Object.keys(settings.secret),
      rules,
      ordersFrom,
      readUntil: ordersFrom,
      readCursor: null,
      nextTryAt: writer.now,
      tries: 0,
      answeredAt: null,
      ...NEVER_FAILED,
      lastOrderAt: null,
      lastBellAt: null,
      webhooksSeenAt: null,
      webhooksMendedAt: null,
      webhooksFailure: null,
    };
    if (storeId !== null && (await findStore(writer, storeId))?.status !== 'connected') {
      throw refused(fieldProblem('store_id', 'unknown', NO_ACTIVE_STORE));
    }
    await insertShop(writer, stored);
    const token = { shopId, shop: shop.name };
    await insertShopToken(writer, { ...token, ...hook, usedFor: 'webhooks' });
    if (rates !== null) await insertShopToken(writer, { ...token, ...rates, usedFor: 'checkout' });
    await record(writer, stored, 'shop.connected', {
      shop: shop.name,
      name: stored.name,
      store_id: stored.storeId,
      settings: settings.plain,
      secrets: stored.secretNames,
    });
    return answer(writer, viewOf(account, stored));
  };
  return refusingTakenStore(() =>
    refusingTakenName(account, storeName, () =>
      account.database.change(account.accountId, changeBy(account, account.actor), work),
    ),
  );
}

const NO_ACTIVE_STORE = about('names_no_active_store', 'names no active store of this account');
const NO_ACTIVE_WAREHOUSE = about('names_no_active_warehouse', 'names no active warehouse of this account');

const NEVER_FAILED = {
  failure: null,
  failingSince: null,
  keptOutSince: null,
  stoppedAt: null,
  toldAt: null,
} as const;

/** Rules, from the payment methods of the shop system that usually mean cash on delivery. */
export type RulesByUsual = (usual: readonly string[]) => ShopRules;

/** A change of a connection; undefined keeps a value. */
export interface ShopChange {
  readonly name?: string | undefined;
  readonly settings?: SentSettings | undefined;
  readonly rules?: RulesByUsual | undefined;
}

/** Changes a connection, and starts it again if it has stopped. @throws Problem `not_found`, `refused` */
export async function changeShop(
  account: AccountContext & ShopParts,
  shopId: string,
  { name, settings: sent = {}, rules: rulesBy }: ShopChange,
): Promise<ShopView> {
  const seen = await findShop(account.database.account(account.accountId), shopId);
  if (seen === null) throw notFound('Shop');
  const shop = connectable(account, seen.shop);
  const sentRules = rulesBy?.(shop.codMethods);
  if ('base_url' in sent)
    await judgeAddress(account.shopTraffic, laySettings(shop, settingsOf(account, seen), sent));
  const changed = await account.database.change(
    account.accountId,
    changeBy(account, account.actor),
    async (writer) => {
      const before = await lockShop(writer, shopId);
      if (before === null) throw notFound('Shop');
      const rules = sentRules === undefined ? undefined : await judgedRules(writer, sentRules);
      const settings = laySettings(shop, settingsOf(account, before), sent);
      const isNew = Object.keys(sent).length > 0;
      const secrets = { ...secretsOf(account, before), settings: settings.secret };
      const after: StoredShop = {
        ...before,
        updatedAt: writer.now,
        name: name ?? before.name,
        settings: settings.plain,
        secrets: isNew ? sealShopSecrets(account.sealing, before, secrets) : before.secrets,
        secretNames: Object.keys(settings.secret),
        rules: rules ?? before.rules,
        ...(isNew && { ...NEVER_FAILED, nextTryAt: writer.now, tries: 0 }),
        // It may be another shop, of which nothing was read.
        ...(settings.plain.base_url !== before.settings.base_url && {
          readUntil: before.ordersFrom,
          readCursor: null,
        }),
      };
      await updateShop(writer, after);
      if (isNew) await wakeShop(writer, shopId);
      await record(writer, after, 'shop.updated', {
        name: after.name,
        settings: settings.plain,
        secrets: after.secretNames,
        ...(rules !== undefined && { rules }),
      });
      return viewOf(account, after, (await readWaitingOrders(writer)).get(shopId));
    },
  );
  account.shopTraffic.forget(shopId);
  return changed;
}

/**
 * Ends a connection. Our orders stay, and the store too. The shop's webhooks are removed if the shop answers
 * within two seconds; otherwise they are refused, and the audit log keeps why the shop still sends them.
 *
 * @throws Problem `not_found`
 */
export async function disconnectShop(
  account: AccountContext & ShopParts & MessageParts,
  shopId: string,
): Promise<void> {
  const seen = await findShop(account.database.account(account.accountId), shopId);
  if (seen === null) throw notFound('Shop');
  // Two calls, so that the second is made even if the first fails.
  const replies = await Promise.all([
    askShop(account, seen, DISCONNECT_WITHIN_MS, async (adapter, signal, { secrets }) =>
      adapter.unsubscribe?.(hookAddressOf(account, seen, secrets), signal),
    ),
    withdrawRates(account, seen, DISCONNECT_WITHIN_MS),
  ]);
  const failed = replies.find((reply) => reply.kind !== 'answered');
  const stillSends = failed === undefined ? null : partnerSays(titleOf(account, seen), failed.reason);
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const shop = await lockShop(writer, shopId);
    if (shop === null) throw notFound('Shop');
    await deleteShop(writer, shopId);
    await revokeShopTokens(writer, shopId);
    await record(writer, shop, 'shop.disconnected', {
      shop: shop.shop,
      name: shop.name,
      ...(stillSends !== null && {
        still_sends: stillSends.text,
        still_sends_details: detailsOf(stillSends),
      }),
    });
  });
  account.shopTraffic.forget(shopId);
}

export interface ShopCheckResult {
  readonly ok: boolean;
  readonly message: Sentence;
}

/**
 * Asks a shop whether it takes the credential, and makes it send webhooks, and ask for rates if the merchant wants them shown.
 *
 * @throws Problem `not_found`
 */
export async function checkShop(
  account: AccountContext & ShopParts & MessageParts,
  shopId: string,
): Promise<ShopCheckResult> {
  const stored = await findShop(account.database.account(account.accountId), shopId);
  if (stored === null) throw notFound('Shop');
  const isShown = stored.rules.checkout.isShown;
  const reply = await askShop(
    account,
    stored,
    CHECK_WITHIN_MS,
    async (adapter, signal, { shop, secrets }) => {
      const check = await adapter.check(signal);
      if (!check.ok) return { ...check, subscribed: undefined };
      const address = hookAddressOf(account, stored, secrets);
      const subscribed = shop.can.webhooks
        ? await adapter.subscribe?.(address, secrets.hookSecret, signal)
        : undefined;
      const offered = isShown
        ? await adapter.offerRates?.(ratesAddressOf(account, stored, secrets), signal)
        : undefined;
      let { message } = check;
      if (subscribed?.outcome === 'refused') {
        message = say(
          'shop_sends_no_webhooks',
          '{check}. It does not send webhooks, because it {reason}: orders are read every few minutes',
          { check: message, reason: subscribed.reason },
        );
      }
      if (offered?.outcome === 'refused') {
        message = say(
          'shop_shows_no_rates',
          '{check}. Customers see no rates at checkout, because it {reason}',
          { check: message, reason: offered.reason },
        );
      }
      return { ok: true, message, subscribed };
    },
  );
  const { title } = connectable(account, stored.shop);
  if (reply.kind !== 'answered') return { ok: false, message: partnerSays(title, reply.reason) };
  // Otherwise the shop would still ask, and get no rates.
  const { ok, message, subscribed } = reply.answer;
  if (ok && !isShown) await withdrawRates(account, stored);
  if (subscribed !== undefined) await keepSeenWebhooks(account, stored, subscribed);
  return { ok, message };
}

function withdrawRates(
  account: AccountContext & ShopParts & MessageParts,
  stored: StoredShop,
  withinMs = CHECK_WITHIN_MS,
) {
  return askShop(account, stored, withinMs, async (adapter, signal, { secrets }) =>
    adapter.withdrawRates?.(ratesAddressOf(account, stored, secrets), signal),
  );
}

/** The address that a shop asks for rates during checkout. */
function ratesAddressOf(
  { messaging }: Pick<MessageParts, 'messaging'>,
  { shop }: Pick<StoredShop, 'shop'>,
  { ratesToken }: Pick<ShopSecrets, 'ratesToken'>,
): string {
  return `${messaging.publicUrl()}/shop-rates/${shop}/${ratesToken}`;
}

async function makeStore(
  writer: AccountWriter,
  shop: Shop,
  { storeName, brandName, settings }: Pick<NewShop, 'storeName' | 'brandName' | 'settings'>,
): Promise<string> {
  const name = storeName ?? nameOfAddress(settings.base_url ?? shop.name);
  const storeId = writer.newId();
  const fields = { storeName: name, brandName };
  await insertStore(writer, {
    ...STORE.empty,
    ...fields,
    storeId,
    channel: shop.name,
    status: 'connected',
    logo: null,
  });
  await writer.record({
    action: 'store.created',
    subjectKind: 'store',
    subjectId: storeId,
    changes: STORE.set(fields),
  });
  return storeId;
}

/** `https://www.chai.example` becomes `chai-example`. */
function nameOfAddress(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : address;
  return (
    host
      .replace(/^www\./, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .slice(0, 100) || 'shop'
  );
}

/**
 * Returns the rules with the ids of their warehouses, which a request may name by codes.
 *
 * @throws Problem `refused` with a sentence for each warehouse that cannot be used
 */
export async function judgedRules(scope: AccountScope, rules: ShopRules): Promise<ShopRules> {
  const problems: ProblemDetail[] = [];
  const idOf = async (field: string, named: string) => {
    const warehouse = await findWarehouse(scope, named);
    if (warehouse?.isActive !== true) problems.push(fieldProblem(field, 'unknown', NO_ACTIVE_WAREHOUSE));
    return warehouse?.warehouseId ?? named;
  };
  const warehouseId = await idOf('rules.warehouse_id', rules.warehouseId);
  const locations: ShopRules['locations'][number][] = [];
  for (const [index, one] of rules.locations.entries()) {
    const id = await idOf(`rules.locations[${index}].warehouse_id`, one.warehouseId);
    locations.push({ ...one, warehouseId: id });
  }
  if (problems.length > 0) throw refused(problems);
  return { ...rules, warehouseId, locations };
}

async function refusingTakenStore<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!violatesUnique(error, SHOP_OF_STORE)) throw error;
    throw refused(
      fieldProblem(
        'store_id',
        'taken',
        say('store_has_shop', 'Another shop is already connected with this store'),
      ),
    );
  }
}

/** @throws Problem `refused` for a shop system that cannot be connected here */
export function connectable({ shops }: Pick<ShopParts, 'shops'>, named: string): Shop {
  const shop = shops.find(({ name }) => name === named);
  if (shop !== undefined) return shop;
  const sentence = about('cannot_be_connected', '{value} cannot be connected; available are {known}', {
    value: named,
    known: shops.map(({ name }) => name),
  });
  throw refused(fieldProblem('shop', 'unknown', sentence));
}

/** Secrets that cannot be decrypted count as not set. */
function secretsOf({ sealing }: Pick<ShopParts, 'sealing'>, stored: StoredShop): ShopSecrets {
  const opens = stored.secrets !== null && sealing.opens(stored.secrets);
  return opens
    ? openShopSecrets(sealing, stored)
    : { settings: {}, hookToken: '', ratesToken: '', hookSecret: '' };
}

function settingsOf(account: Pick<ShopParts, 'sealing'>, stored: StoredShop) {
  return { plain: stored.settings, secret: secretsOf(account, stored).settings };
}

function viewOf(
  { shops, now, sealing }: Pick<Service, 'now'> & Pick<ShopParts, 'shops' | 'sealing'>,
  { secrets, secretNames, settings, ...stored }: StoredShop,
  waiting: WaitingOrders = NONE_WAITING,
): ShopView {
  const shop = shops.find(({ name }) => name === stored.shop);
  const shown = (shop?.settings ?? []).map(({ name, isSecret, defaultValue }) => [
    name,
    isSecret ? { set: secretNames.includes(name) } : (settings[name] ?? defaultValue),
  ]);
  const title = titleOf({ shops }, stored);
  const opens = secrets === null || sealing.opens(secrets);
  const known = opens
    ? stored
    : { ...stored, failure: NEEDS_CREDENTIALS, stoppedAt: stored.stoppedAt ?? now() };
  const health = healthOf(
    { ...known, ...waiting, failure: known.failure },
    title,
    shop?.can.webhooks === true,
    now(),
  );
  const { failure } = waiting;
  return {
    ...stored,
    settings: Object.fromEntries(shown),
    title,
    health,
    waiting: { ...waiting, failure: failure && partnerSays(title, failure) },
  };
}

function titleOf({ shops }: Pick<ShopParts, 'shops'>, stored: Pick<StoredShop, 'shop'>): string {
  return shops.find(({ name }) => name === stored.shop)?.title ?? stored.shop;
}

/** Records the names of secrets, never their values. */
function record(
  writer: AccountWriter,
  { shopId }: StoredShop,
  action: string,
  changes: Record<string, unknown>,
): Promise<void> {
  return writer.record({ action, subjectKind: 'shop', subjectId: shopId, changes });
}

/** The shop systems that can be connected here. */
export function listShopSystems({ shops }: Pick<ShopParts, 'shops'>): readonly Shop[] {
  return shops;
}

/** The payment methods of a shop system that usually mean cash on delivery; none for an unknown one. */
export function usualCodMethods({ shops }: Pick<ShopParts, 'shops'>, named: string): readonly string[] {
  return shops.find(({ name }) => name === named)?.codMethods ?? [];
}

const FIRST_ORDERS_MS = 30 * 24 * 60 * 60_000;

/** @param day `2026-11-01`, in India; null for 30 days ago */
export function firstOrdersFrom(now: Date, day: string | null): Date {
  return day === null ? new Date(now.getTime() - FIRST_ORDERS_MS) : new Date(`${day}T00:00:00+05:30`);
}

export type { Shop };
