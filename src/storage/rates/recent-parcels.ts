import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type { AccountScope } from '../account-scope.ts';
import { PARCEL } from '../booking/shipments.ts';

/** A booked parcel, as it was quoted. */
export interface RecentParcel extends ParcelSize {
  readonly journey: 'forward' | 'return';
  readonly originPincode: string;
  readonly destinationPincode: string;
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
            ${PARCEL.selected('b')}, case when b.is_cod and s.journey = 'forward' then s.cod_amount_paise end as "codPaise"
       from (${newestOf('forward')} union all ${newestOf('return')}) s
       join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      order by s.created_at desc, s.shipment_id desc limit $3`,
    [since, limit],
  );
}
