import type { AccountWriter } from '../../storage/account-scope.ts';
import { findRemittances } from '../../storage/money/remittances.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';

/** The limit is needed because a file may have a payment in each row. */
const AT_ONCE = 1_000;

/** Notifies webhook endpoints of the payments' current state, in the transaction that recorded them. */
export async function notifyRemittances(
  { emitWebhooks }: Pick<AnnouncementParts, 'emitWebhooks'>,
  writer: AccountWriter,
  remittanceIds: readonly string[],
): Promise<void> {
  const { accountId, now } = writer;
  for (let from = 0; from < remittanceIds.length; from += AT_ONCE) {
    const remittances = await findRemittances(writer, remittanceIds.slice(from, from + AT_ONCE));
    await emitWebhooks(
      writer.acrossAccounts,
      remittances.map(() => accountId),
      () =>
        remittances.map((remittance) => ({
          accountId,
          shipmentId: null,
          event: 'remittance.recorded',
          at: now.getTime(),
          data: {
            remittance_id: remittance.id,
            courier: remittance.courier,
            utr_no: remittance.utr,
            remittance_date: remittance.remittedOn,
            amount: remittance.amountPaise / 100,
            cod_amount: remittance.expectedPaise / 100,
            shipments: remittance.shipments,
            differences: remittance.differences,
          },
        })),
    );
  }
}
