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

/** Each journey has an index of its newest parcels, which needs the journey as a literal. */
const newestOf = (journey: RecentParcel['journey']) => `
  (select shipment_id, booking_id, journey, created_at, cod_amount_paise from shipments
    where account_id = $1 and journey = '${journey}' and created_at >= $2 and booking_id is not null
    order by created_at desc, shipment_id desc limit $3)`;

/** Lists the newest booked parcels since a time. */
export function listRecentParcels(scope: AccountScope, since: Date, limit: number): Promise<RecentParcel[]> {
  return scope.read<RecentParcel>(
    `select s.journey, b.origin_pincode as "originPincode", b.destination_pincode as "destinationPincode",
            b.dead_weight_g::text as "deadWeight", b.length_cm::text as length, b.breadth_cm::text as width,
            b.height_cm::text as height,
            case when b.is_cod and s.journey = 'forward' then s.cod_amount_paise::float8 end as "codPaise"
       from (${newestOf('forward')} union all ${newestOf('return')}) s
       join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      order by s.created_at desc, s.shipment_id desc limit $3`,
    [since, limit],
  );
}
