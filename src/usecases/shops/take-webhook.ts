import { SYSTEM } from '../../domain/actor.ts';
import { isOwnId } from '../../partners/answer-fields.ts';
import { NotSentError } from '../../partners/partner.ts';
import { notFound, Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { ShopBell, ShopWebhook } from '../../shops/shop.ts';
import { ringShopOrders } from '../../storage/shops/shop-orders.ts';
import {
  findShop,
  findShopToken,
  noteBell,
  noteShopTokenUse,
  pollSoon,
  type StoredShop,
} from '../../storage/shops/shops.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import { changeBy, type Service } from '../service.ts';
import { type OpenShop, openConnectedShop, type ShopBellRung, type ShopParts } from './open-shop.ts';

/** A connection whose address was called. */
export interface ShopHookContext extends Service, ShopParts {
  readonly credentialId: string;
  readonly accountId: string;
  readonly shopId: string;
  readonly shop: string;
}

/** Creates the check of the addresses to which shops send webhooks. */
export function shopTokens(
  service: Service & ShopParts,
  options: CredentialCheckOptions,
): CredentialCache<ShopHookContext> {
  return new CredentialCache<ShopHookContext>(service, {
    find: async (prefix) => {
      const token = await findShopToken(service.database, prefix, 'webhooks');
      if (token === null) return null;
      const { credentialId, accountId, shopId, shop } = token;
      return { ...token, context: { ...service, credentialId, accountId, shopId, shop } };
    },
    noteUse: (uses) => noteShopTokenUse(service.database, uses),
    ...options,
  });
}

/**
 * Takes a webhook of a shop. It only rings a bell, which is kept: the order is then read from the shop, so a repeated, late or
 * forged body changes nothing.
 *
 * @throws Problem `refused` for a signature that does not fit; `not_found` for a shop system without webhooks
 */
export async function takeShopWebhook(
  context: ShopHookContext,
  { headers, body }: Pick<ShopWebhook, 'headers' | 'body'>,
): Promise<void> {
  const { accountId, shopId, database } = context;
  const stored = await findShop(database.account(accountId), shopId);
  if (stored === null) throw notFound('Path');
  const { shop, secrets } = opened(context, stored);
  if (shop.readWebhook === undefined) throw notFound('Path');
  const settings = { ...stored.settings, ...secrets.settings };
  const bell = readBell(context, shop.readWebhook, { headers, body, secret: secrets.hookSecret, settings });
  if (bell.kind === 'ping') return;
  await database.change(accountId, changeBy(context, SYSTEM), async (writer) => {
    writer.skipAudit('a bell changes no data of the account');
    await noteBell(writer, shopId);
    // The poll finds out by itself whether the shop still takes the credential.
    if (bell.kind === 'gone') await pollSoon(writer, shopId);
    // The poll also finds an order whose id cannot be kept.
    if (bell.kind === 'order' && isOwnId(bell.orderKey))
      await ringShopOrders(writer, shopId, [bell.orderKey]);
  });
}

/** Reads a webhook, and counts it. @throws Problem `refused` for one that is not from the shop, or too old */
function readBell(
  { shop, shopBells }: Pick<ShopHookContext, 'shop' | 'shopBells'>,
  read: (webhook: ShopWebhook) => ShopBell,
  webhook: ShopWebhook,
): ShopBell {
  let outcome: ShopBellRung['outcome'] = 'refused';
  try {
    const bell = read(webhook);
    outcome = bell.kind;
    return bell;
  } finally {
    shopBells.emit('rung', { shop, outcome });
  }
}

/** @throws Problem `unavailable` for a connection that cannot be used now; the poll reads its orders later */
function opened(context: ShopHookContext, stored: StoredShop): OpenShop {
  try {
    return openConnectedShop(context, stored);
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
    const sentence = say('shop_not_usable_now', 'The connection of this shop cannot be used now');
    throw new Problem('unavailable', sentence, { cause: error });
  }
}
