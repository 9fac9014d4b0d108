import { partnerSays } from '../../partners/partner.ts';
import { notFound, refused } from '../../problems/problem.ts';
import type { ShopPlace } from '../../shops/shop-adapter.ts';
import { findShop } from '../../storage/shops/shops.ts';
import {
  defaultsOf,
  judgeAddress,
  laySettings,
  NO_SETTINGS,
  type SentSettings,
} from '../partner-settings.ts';
import type { AccountContext } from '../service.ts';
import { askNewShop, askShop, type ShopParts } from './open-shop.ts';
import { CHECK_WITHIN_MS, connectable, type ShopCheckResult } from './shops.ts';

export interface NewShopCheck extends ShopCheckResult {
  readonly locations: readonly ShopPlace[];
}

/** Asks a shop whether it takes settings, which are not kept. @throws Problem `refused` */
export async function checkNewShop(
  account: AccountContext & ShopParts,
  named: string,
  sent: SentSettings,
): Promise<NewShopCheck> {
  const shop = connectable(account, named);
  const settings = laySettings(shop, NO_SETTINGS, sent);
  await judgeAddress(account.shopTraffic, settings);
  const connection = {
    shopId: account.newId(),
    settings: { ...defaultsOf(shop), ...settings.plain, ...settings.secret },
  };
  const reply = await askNewShop(account, shop, connection, CHECK_WITHIN_MS, async (adapter, signal) => {
    const check = await adapter.check(signal);
    return { ...check, locations: check.ok ? ((await adapter.locations?.(signal)) ?? []) : [] };
  });
  if (reply.kind === 'answered') return reply.answer;
  return { ok: false, message: partnerSays(shop.title, reply.reason), locations: [] };
}

/** The places from which a connected shop ships. @throws Problem `not_found`, `refused` if it does not tell them */
export async function listShopPlaces(
  account: AccountContext & ShopParts,
  shopId: string,
): Promise<readonly ShopPlace[]> {
  const stored = await findShop(account.database.account(account.accountId), shopId);
  if (stored === null) throw notFound('Shop');
  const shop = connectable(account, stored.shop);
  if (!shop.can.locations) return [];
  const reply = await askShop(
    account,
    stored,
    CHECK_WITHIN_MS,
    async (adapter, signal) => (await adapter.locations?.(signal)) ?? [],
  );
  if (reply.kind === 'answered') return reply.answer;
  throw refused(partnerSays(shop.title, reply.reason));
}
