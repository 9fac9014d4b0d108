import type { AccountWriter } from '../../../src/storage/account-scope.ts';
import { forgetSums } from '../../../src/storage/old-rows.ts';
import { ADD_COUNTS } from './bulk-load.ts';
import { LOADED_TABLE_NAMES, LOADED_TABLES, type ShipmentRows } from './shipment-rows.ts';

/** Loads the shipments of one account in the transaction of a writer, next to the running service. */
export async function copyRows(writer: AccountWriter, rows: ShipmentRows): Promise<void> {
  for (const name of LOADED_TABLE_NAMES) {
    const pieces = rows.piecesOf(name);
    if (pieces.length > 0) await writer.copy(`${name} (${LOADED_TABLES[name]})`, pieces);
  }
  await writer.acrossAccounts.run(ADD_COUNTS, rows.countLists);
  await forgetSums(writer);
}
