import type { Pickup, PickupRequest } from '../../domain/handover/handover.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import { readOrNull } from '../stored-sentence.ts';

const JOINS = `join warehouses w on w.account_id = $1 and w.warehouse_id = p.warehouse_id
  left join pickup_requests r on r.account_id = $1 and r.warehouse_id = p.warehouse_id
    and r.courier_account_id = p.courier_account_id and r.day = p.day`;

const COLUMNS = `p.pickup_id as "pickupId", p.warehouse_id as "warehouseId", w.name as "warehouseName",
  p.carrier_id as "carrierId", p.carrier_name as "carrierName", p.day, p.actor_name as "madeBy",
  p.created_at as "createdAt", case when r.courier is not null then json_build_object('courier', r.courier,
    'state', r.state, 'courierPickupId', r.courier_pickup_id, 'note', r.note, 'reason', r.reason) end as request`;

interface Row extends Omit<Pickup, 'createdAt' | 'request'> {
  readonly createdAt: Date | string;
  readonly request:
    | (Omit<PickupRequest, 'note' | 'reason'> & {
        readonly note: string | null;
        readonly reason: string | null;
      })
    | null;
}

export async function listPickups(scope: AccountScope, page: NewestPage): Promise<Newest<Pickup>> {
  const list = {
    from: 'from pickups p where p.account_id = $1',
    columns: COLUMNS,
    id: 'p.pickup_id',
    joins: JOINS,
    parameters: [],
  };
  const found = await readNewest<Row>(scope, list, page);
  return { ...found, rows: found.rows.map(pickupOfRow) };
}

/** @returns false if the warehouse has a pickup for this carrier and day, even if two requests race */
export async function insertPickup(
  writer: AccountWriter,
  {
    pickupId,
    warehouseId,
    carrierId,
    carrierName,
    day,
  }: Omit<Pickup, 'warehouseName' | 'madeBy' | 'createdAt' | 'request'>,
): Promise<boolean> {
  const inserted = await writer.change(
    `insert into pickups (account_id, pickup_id, created_at, warehouse_id, day, carrier_id, carrier_name, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [pickupId, writer.now, warehouseId, day, carrierId, carrierName, writer.actor.name],
  );
  return inserted.length > 0;
}

/** Finds the pickup of a warehouse for a carrier and day; null if there is none. */
export async function findPickup(
  scope: AccountScope,
  { warehouseId, carrierId, day }: Pick<Pickup, 'warehouseId' | 'carrierId' | 'day'>,
): Promise<Pickup | null> {
  const [row] = await scope.read<Row>(
    `select ${COLUMNS} from pickups p ${JOINS}
      where p.account_id = $1 and p.warehouse_id = $2 and p.carrier_id = $3 and p.day = $4`,
    [warehouseId, carrierId, day],
  );
  return row === undefined ? null : pickupOfRow(row);
}

function pickupOfRow(row: Row): Pickup {
  const { request } = row;
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    request: request && { ...request, note: readOrNull(request.note), reason: readOrNull(request.reason) },
  };
}
