import type { AccountScope } from '../account-scope.ts';

/** Tells whether the courier has remitted all the cash of a shipment. */
export async function isCashRemitted(scope: AccountScope, shipmentId: string): Promise<boolean> {
  const rows = await scope.read(
    `select 1 from cod_dues where account_id = $1 and shipment_id = $2 and collected_paise > 0
        and remitted_paise >= collected_paise`,
    [shipmentId],
  );
  return rows.length > 0;
}
