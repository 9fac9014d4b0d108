import { Type } from 'typebox';
import { day, object, optional, text, type ValueOf, warehouse } from '../../../reading/fields.ts';
import type { WantedHandover } from '../../../usecases/handover/create-manifest.ts';
import { Day, Time, textLike, Uuid } from '../../schemas.ts';

export const HandoverRequest = object({
  warehouse_id: warehouse(),
  carrier_id: text({
    max: 40,
    description: 'The carrier’s id from `GET /carriers`.',
    examples: ['k4tq9m2x'],
    nearMisses: ['courier_id', 'courier_company_id'],
  }),
  date: optional(day({ description: 'The day of the handover, at most 30 days ahead. Default: today.' })),
});

export function wantedHandover(body: ValueOf<typeof HandoverRequest>): WantedHandover {
  return { warehouse: body.warehouse_id, carrierId: body.carrier_id, day: body.date ?? null };
}

/** The fields that manifests and pickups share. */
export const HANDOVER = {
  id: Uuid,
  date: Day,
  warehouse: Type.Object({ id: Uuid, name: textLike('Okhla') }),
  carrier: Type.Object({ id: textLike('k4tq9m2x'), name: textLike('Titlipath Lite 250 g') }),
  made_by: textLike('shop server'),
  created_at: Time,
};

interface ShownHandover {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly day: string;
  readonly madeBy: string;
  readonly createdAt: Date;
}

export function handoverBody(id: string, shown: ShownHandover) {
  return {
    id,
    date: shown.day,
    warehouse: { id: shown.warehouseId, name: shown.warehouseName },
    carrier: { id: shown.carrierId, name: shown.carrierName },
    made_by: shown.madeBy,
    created_at: shown.createdAt.toISOString(),
  };
}
