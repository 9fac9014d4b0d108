import { findShop } from '../../storage/shops/shops.ts';
import type { Notice } from '../notices.ts';
import { healthOf } from './shop-health.ts';

/** Tells the owners of an account that a shop has not answered for a day, or that its connection has stopped. */
export const SHOP_SILENT_NOTICE: Notice = {
  task: 'tell-shop-silent',
  idField: 'shop_id',
  least: 'owner',
  about: async ({ database, shops, now }, accountId, shopId) => {
    const shop = await findShop(database.account(accountId), shopId);
    const system = shops.find(({ name }) => name === shop?.shop);
    if (shop === null || shop.toldAt === null || system === undefined) return null;
    const { state, failure, advice } = healthOf(shop, system.title, system.can.webhooks, now());
    const what =
      state === 'stopped'
        ? 'the connection to your shop {} has stopped'
        : 'your shop {} has not answered for a day';
    const named = what.replace('{}', () => shop.name);
    return {
      subject: `${named.slice(0, 1).toUpperCase()}${named.slice(1)}`,
      paragraphs: [`${named}: ${failure?.text}.`, `${advice?.text}.`],
      since: shop.stoppedAt ?? shop.toldAt,
    };
  },
};
