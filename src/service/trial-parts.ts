import type { Config } from '../config.ts';
import { readNetworks } from '../outgoing/networks.ts';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { PartnerTraffic } from '../partners/partner-traffic.ts';
import { SHOPS } from '../shops/shop-systems.ts';
import type { TrialCouriers } from '../usecases/couriers/try-courier-account.ts';
import type { Service } from '../usecases/service.ts';
import type { TrialShops } from '../usecases/shops/try-shop.ts';
import { courierOutgoing, openCourierParts } from './couriers.ts';
import { openSealing } from './open-sealing.ts';

/**
 * Composes what calls couriers and shops from a command, with the operator's allowed networks; the caller closes it.
 *
 * @param dataDir the data folder of the embedded PostgreSQL; null for the operator's own
 * @throws StartupError
 */
export async function openTrialParts(
  base: Service,
  config: Config,
  dataDir: string | null,
): Promise<{ readonly parts: TrialCouriers & TrialShops; close(): void }> {
  const couriers = await openCourierParts(base, { outgoing: courierOutgoing(config) });
  const outgoing = new OutgoingRequests({ allow: readNetworks(config.webhookAllow, 'WEBHOOK_ALLOW') });
  const shopTraffic = new PartnerTraffic(outgoing, { now: base.now, note: () => undefined });
  const sealing = await openSealing(config, dataDir);
  return {
    parts: { ...base, ...couriers, shops: SHOPS, shopTraffic, sealing },
    close: () => {
      couriers.courierTraffic.close();
      shopTraffic.close();
    },
  };
}
