import type { Conditions } from './conditions.ts';

/** Limits rows of other tables to shipments of these carriers and stores. Null means any. */
export interface OfShipments {
  readonly carrierIds: readonly string[] | null;
  /** Names of stores, exactly. */
  readonly stores: readonly string[] | null;
}

/** Adds the condition on the shipment of each row. @param alias the name of the rows' table */
export function addOfShipments(
  conditions: Conditions,
  alias: string,
  { carrierIds, stores }: OfShipments,
): void {
  const parts: string[] = [];
  if (carrierIds !== null) parts.push(`s.carrier_id = any(${conditions.parameter(carrierIds)}::text[])`);
  if (stores !== null) {
    const names = conditions.parameter(stores);
    parts.push(
      `s.store_id in (select store_id from stores where account_id = $1 and store_name = any(${names}::text[]))`,
    );
  }
  if (parts.length === 0) return;
  conditions.addPlain(
    `exists (select from shipments s where s.account_id = $1 and s.shipment_id = ${alias}.shipment_id and ${parts.join(' and ')})`,
  );
}
