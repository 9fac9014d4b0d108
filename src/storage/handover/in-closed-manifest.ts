/** SQL that is true if the row of `shipments s` is in a closed manifest with its current tracking number. */
export const IN_CLOSED_MANIFEST = `exists (select from manifest_parcels p
    join manifests m on m.account_id = p.account_id and m.manifest_id = p.manifest_id
   where p.account_id = $1 and p.shipment_id = s.shipment_id and p.tracking_number = s.tracking_number
     and p.is_open and m.closed_at is not null)`;
