import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { partnerSays } from '../../partners/partner.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import {
  findShop,
  findShopToken,
  insertShopToken,
  lockShop,
  noteShopTokenUse,
  revokeShopTokens,
} from '../../storage/shops/shops.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import { CredentialCache, type CredentialCheckOptions } from '../accounts/credential-cache.ts';
import { makeSecret } from '../accounts/credential-secret.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { ShopParts } from './open-shop.ts';
import { connectable } from './shops.ts';

/** A shop that asks for rates at checkout, and all that is needed to answer it. */
export interface CheckoutContext extends Service, RateParts, Pick<ShopParts, 'shops'> {
  readonly credentialId: string;
  readonly accountId: string;
  readonly shopId: string;
  readonly shop: string;
  readonly rules: ShopRules;
  /** The pincodes of the active warehouses, indexed by their ids. */
  readonly pincodes: ReadonlyMap<string, string>;
}

/**
 * Creates the check of the keys with which shops ask for rates. The rules and warehouses are read with the key, so they are
 * cached like it: without a query for a second, and through a short outage of the database.
 */
export function checkoutKeys(
  service: Service & RateParts & Pick<ShopParts, 'shops'>,
  options: CredentialCheckOptions,
): CredentialCache<CheckoutContext> {
  return new CredentialCache<CheckoutContext>(service, {
    find: async (prefix) => {
      const token = await findShopToken(service.database, prefix, 'checkout');
      if (token === null) return null;
      const { credentialId, accountId, shopId, shop } = token;
      const scope = service.database.account(accountId);
      const [stored, warehouses] = await Promise.all([findShop(scope, shopId), listWarehouses(scope)]);
      if (stored === null) return null;
      const pincodes = new Map(
        warehouses.flatMap(({ isActive, warehouseId, zip }) => (isActive ? [[warehouseId, zip]] : [])),
      );
      const context = { ...service, credentialId, accountId, shopId, shop, rules: stored.rules, pincodes };
      return { ...token, context };
    },
    noteUse: (uses) => noteShopTokenUse(service.database, uses),
    ...options,
  });
}

const NEEDS_NO_KEY = say('asks_for_rates_itself', 'asks for rates by itself: it needs no key');

/**
 * Gives a shop a new key for rates at checkout, which allows nothing else; the old one stops working.
 *
 * @throws Problem `not_found`; `refused` for a shop that asks by itself, at an address that the check gives it
 */
export async function makeCheckoutKey<Answer>(
  account: AccountContext & ShopParts,
  shopId: string,
  answer: WriteAnswer<{ readonly key: string }, Answer>,
): Promise<Answer> {
  const { text, prefix, secretHash } = makeSecret();
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const stored = await lockShop(writer, shopId);
    if (stored === null) throw notFound('Shop');
    const { title, can } = connectable(account, stored.shop);
    if (can.checkoutRates) throw refused(partnerSays(title, NEEDS_NO_KEY));
    await revokeShopTokens(writer, shopId, ['checkout']);
    await insertShopToken(writer, { shopId, shop: stored.shop, usedFor: 'checkout', prefix, secretHash });
    await writer.record({
      action: 'shop.checkout_key_made',
      subjectKind: 'shop',
      subjectId: shopId,
      changes: {},
    });
    return answer(writer, { key: text });
  });
}
