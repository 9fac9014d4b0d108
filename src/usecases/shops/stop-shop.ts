import type { AccountWriter } from '../../storage/account-scope.ts';
import { lockShop, updateShop } from '../../storage/shops/shops.ts';
import { enqueueNotices } from '../notices.ts';
import type { ShippingService } from '../service.ts';
import { SHOP_SILENT_NOTICE } from './shop-silent-notice.ts';

/**
 * Stops a connection that its shop has ended, and tells the owners.
 *
 * @param why what follows the shop's name
 */
export async function stopShop(
  service: ShippingService,
  writer: AccountWriter,
  shopId: string,
  why: string,
): Promise<void> {
  const shop = await lockShop(writer, shopId);
  if (shop === null || shop.stoppedAt !== null) return;
  const { now } = writer;
  const failing = { failure: why, failingSince: shop.failingSince ?? now, toldAt: shop.toldAt ?? now };
  await updateShop(writer, { ...shop, ...failing, nextTryAt: null, stoppedAt: now });
  if (shop.toldAt === null) await enqueueNotices(service, writer, SHOP_SILENT_NOTICE, shopId);
  await recordStop(writer, shopId, why);
}

/** Records that a connection has stopped. @param why what follows the shop's name */
export function recordStop(writer: AccountWriter, shopId: string, why: string): Promise<void> {
  return writer.record({ action: 'shop.stopped', subjectKind: 'shop', subjectId: shopId, changes: { why } });
}
