import { LRUCache } from 'lru-cache';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

export interface LinkedShipment {
  readonly accountId: string;
  readonly shipmentId: string;
}

/** A code always belongs to the same shipment, so opening a page again costs one statement instead of two. */
const known = new WeakMap<Database, LRUCache<string, LinkedShipment>>();
const MOST_KNOWN = 20_000;

/** Finds a link's shipment, of any account; null for an unknown link. It may have been removed since. */
export async function findLinkedShipment(database: Database, code: string): Promise<LinkedShipment | null> {
  const links = known.get(database) ?? new LRUCache<string, LinkedShipment>({ max: MOST_KNOWN });
  known.set(database, links);
  const kept = links.get(code);
  if (kept !== undefined) return kept;
  const rows = await database.run<LinkedShipment>(
    {
      name: 'find-linked-shipment',
      text: `select account_id as "accountId", shipment_id as "shipmentId" from tracking_links where code = $1`,
    },
    [code],
  );
  const [found] = rows;
  if (found === undefined) return null;
  links.set(code, found);
  return found;
}

const FIND_CODES = {
  name: 'find-link-codes',
  text: `select shipment_id as "shipmentId", code from tracking_links where account_id = $1 and shipment_id = any($2::uuid[])`,
};

/** Finds the codes of shipments' links, by shipment. Shipments without a link are left out. */
export async function findLinkCodes(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (shipmentIds.length === 0) return new Map();
  const rows = await scope.read<{ shipmentId: string; code: string }>(FIND_CODES, [shipmentIds]);
  return new Map(rows.map(({ shipmentId, code }) => [shipmentId, code]));
}

/** Finds the code of a shipment's link; null if it has no link yet. */
export async function findLinkCode(scope: AccountScope, shipmentId: string): Promise<string | null> {
  return (await findLinkCodes(scope, [shipmentId])).get(shipmentId) ?? null;
}

export async function insertLink(writer: AccountWriter, shipmentId: string, code: string): Promise<void> {
  await writer.change('insert into tracking_links (account_id, shipment_id, code) values ($1, $2, $3)', [
    shipmentId,
    code,
  ]);
}
