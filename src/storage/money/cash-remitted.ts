import type { AccountScope } from '../account-scope.ts';

/** Tells whether couriers have remitted all the cash of shipments. */
export async function isCashRemitted(scope: AccountScope, shipmentIds: readonly string[]): Promise<boolean> {
  const rows = await scope.read(
    `select 1 from cod_dues where account_id = $1 and shipment_id = any($2) and collected_paise > 0
        and remitted_paise >= collected_paise`,
    [shipmentIds],
  );
  return rows.length === shipmentIds.length;
}
