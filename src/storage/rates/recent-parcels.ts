import type { AccountScope } from '../account-scope.ts';

/** A booked parcel, as it was quoted. */
export interface RecentParcel {
  readonly journey: 'forward' | 'return';
  readonly originPincode: string;
  readonly destinationPincode: string;
  readonly deadWeight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  /** Null if nothing is collected. */
  readonly codPaise: number | null;
}

/** Lists the newest booked parcels since a time. */
export function listRecentParcels(scope: AccountScope, since: Date, limit: number): Promise<RecentParcel[]> {
  return scope.read<RecentParcel>(
    `select s.journey, b.origin_pincode as "originPincode", b.destination_pincode as "destinationPincode",
            b.dead_weight_g::text as "deadWeight", b.length_cm::text as length, b.breadth_cm::text as width,
            b.height_cm::text as height,
            case when b.is_cod and s.journey = 'forward' then s.cod_amount_paise::float8 end as "codPaise"
       from shipments s
       join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      where s.account_id = $1 and s.created_at >= $2
      order by s.created_at desc, s.shipment_id desc limit $3`,
    [since, limit],
  );
}
