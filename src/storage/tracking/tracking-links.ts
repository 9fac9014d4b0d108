import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** Which shipment a link shows. */
export interface LinkedShipment {
  readonly accountId: string;
  readonly shipmentId: string;
}

/** The shipment of a link, of any account; null for one that is not known. */
export async function findLinkedShipment(database: Database, code: string): Promise<LinkedShipment | null> {
  const { rows } = await database.pool.query<LinkedShipment>({
    name: 'find-linked-shipment',
    text: `select account_id as "accountId", shipment_id as "shipmentId" from tracking_links where code = $1`,
    values: [code],
  });
  return rows[0] ?? null;
}

/** The code of a shipment's link; null where it has none yet. */
export async function findLinkCode(scope: AccountScope, shipmentId: string): Promise<string | null> {
  const [row] = await scope.rawQuery<{ code: string }>(
    'select code from tracking_links where account_id = $1 and shipment_id = $2',
    [shipmentId],
  );
  return row?.code ?? null;
}

/** Gives a shipment a link, unless it has one. */
export async function insertLink(writer: AccountWriter, shipmentId: string, code: string): Promise<void> {
  await writer.rawChange(
    'insert into tracking_links (account_id, shipment_id, code) values ($1, $2, $3) on conflict do nothing',
    [shipmentId, code],
  );
}
