import { askToAct } from '../booking/ask-carrier.ts';
import type { AccountContext } from '../service.ts';
import { decideNdr, type NdrAction } from './ndr-action.ts';
import { ownEvent } from './own-event.ts';
import type { AskedBy } from './request-reattempt.ts';

/**
 * Asks the carrier to bring a parcel back whose delivery failed.
 *
 * @param keep called in the transaction that records it
 * @param askedBy whose wish it is, as the history says it
 * @throws Problem `refused`
 */
export async function initiateRto(
  account: AccountContext,
  trackingNumber: string,
  keep?: NdrAction['keep'],
  askedBy: AskedBy = 'seller',
): Promise<void> {
  await decideNdr(account, trackingNumber, {
    action: 'initiate_rto',
    keep,
    ask: (booking) => askToAct(account, 'requestRto', booking),
    write: async (writer, shipment) =>
      ownEvent(
        shipment,
        account,
        writer,
        'rto_initiated',
        `The return was requested by the ${askedBy}`,
        askedBy === 'seller' ? 'seller_requested' : 'customer_refused',
      ),
  });
}
