import { AWAITING_PICKUP } from '../../domain/handover/handover.ts';

/** SQL that is true if the row of `shipments s` is booked but not picked up by the courier. */
export const AWAITS_COURIER = `s.status = 'pending' and s.granular_status in (${AWAITING_PICKUP.map((word) => `'${word}'`).join(', ')})
        and s.tracking_number is not null`;

/** SQL that is true if the row of `shipments s` is in a closed manifest with its current tracking number. */
export const IN_CLOSED_MANIFEST = inManifest('m.closed_at is not null');

/**
 * SQL that is true if a manifest keeps the row of `shipments s`, so that no other can take it: the manifest is
 * closed, or its day is not over.
 *
 * @param today the parameter of today in India, such as `$2`
 */
export function keptByManifest(today: string): string {
  return inManifest(keepsParcels(today));
}

/** SQL for manifests `m` that keep their parcels. */
export function keepsParcels(today: string): string {
  return `(m.closed_at is not null or m.day >= ${today}::date)`;
}

function inManifest(condition: string): string {
  return `exists (select from manifest_parcels p
    join manifests m on m.account_id = p.account_id and m.manifest_id = p.manifest_id
   where p.account_id = $1 and p.shipment_id = s.shipment_id and p.tracking_number = s.tracking_number
     and p.is_open and ${condition})`;
}
