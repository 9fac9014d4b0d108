import { momentsReached } from '../../domain/tracking/moments.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { ShipmentChange } from '../../storage/tracking/apply-events.ts';
import type { ShippingService } from '../service.ts';
import type { ShipmentMoment } from './on-moments.ts';

/** What new events made of a shipment, as far as customers are told of it. */
export type ToldChange = Pick<ShipmentChange, 'before' | 'after' | 'outcomes'> & {
  readonly shipment: { readonly shipmentId: string };
};

/** The moments that new events brought a shipment to. */
export function momentsOf(
  accountId: string,
  { shipment, before, after, outcomes }: ToldChange,
): ShipmentMoment[] {
  return momentsReached(before, after, outcomes).map(({ moment, attempt }) => ({
    accountId,
    shipmentId: shipment.shipmentId,
    moment,
    attempt,
    eventAt: after.statusAt,
  }));
}

/** Tells of the moments that actions of our own brought shipments to, in their own transaction. */
export async function tellMoments(
  service: ShippingService,
  writer: AccountWriter,
  changes: readonly ToldChange[],
): Promise<void> {
  const moments = changes.flatMap((change) => momentsOf(writer.accountId, change));
  if (moments.length > 0) await service.onMoments(writer.acrossAccounts, moments);
}
