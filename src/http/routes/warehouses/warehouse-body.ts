import { type Static, Type } from 'typebox';
import { pathParameters, uuid } from '../../../reading/fields.ts';
import { WAREHOUSE_ADDRESS, WAREHOUSE_OWN, type Warehouse } from '../../../resources/warehouse.ts';
import type { KnownWarehouse } from '../../../usecases/warehouses/warehouses.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { answerProperties } from '../../shape-answer.ts';

/** `:id` of a path; an id that is no UUID is answered like an unknown warehouse. */
export const WarehousePath = pathParameters({ id: uuid() }, 'Warehouse');

export const WarehouseBody = Type.Object(
  {
    id: Uuid,
    ...answerProperties(WAREHOUSE_OWN),
    address_attributes: Type.Object(answerProperties(WAREHOUSE_ADDRESS)),
    created_at: Time,
  },
  { title: 'Warehouse', description: 'Where shipments are picked up.' },
);

/** A warehouse in the list: its address is also at the top level, where clients expect it. */
export const WarehouseRow = Type.Object(
  {
    warehouse_id: Type.String({ format: 'uuid', description: 'The same as `id`.' }),
    ...WarehouseBody.properties,
    address: textLike('12, Okhla Phase III'),
    city: textLike('New Delhi'),
    state: textLike('Delhi'),
    pincode: textLike('110020'),
    country: textLike('India'),
  },
  { title: 'ListedWarehouse' },
);

export const OneWarehouse = Type.Object({ data: WarehouseBody });

const RegistrationBody = Type.Object(
  {
    courier: textLike('delhivery'),
    state: words('WarehouseRegistrationState', ['registered', 'pending', 'refused']),
    reason: orNull(
      textLike('does not serve 781001', "The reason, as the end of a sentence after the courier's name."),
    ),
    reason_details: SentenceOrNull,
  },
  { title: 'WarehouseRegistration' },
);

const KnownWarehouseBody = Type.Object(
  {
    ...WarehouseBody.properties,
    couriers: Type.Array(RegistrationBody, {
      description: 'For each courier that requires registered warehouses: whether this one is registered.',
    }),
  },
  { title: 'WarehouseWithCouriers' },
);

export const OneKnownWarehouse = Type.Object({ data: KnownWarehouseBody });

export function knownWarehouseBody(warehouse: KnownWarehouse): Static<typeof KnownWarehouseBody> {
  return {
    ...warehouseBody(warehouse),
    couriers: warehouse.couriers.map(({ courier, state, reason }) => ({
      courier,
      state,
      ...sentenceField('reason', reason),
    })),
  };
}

export function warehouseBody(warehouse: Warehouse): Static<typeof WarehouseBody> {
  return {
    id: warehouse.warehouseId,
    ...WAREHOUSE_OWN.shown(warehouse),
    address_attributes: WAREHOUSE_ADDRESS.shown(warehouse),
    created_at: warehouse.createdAt.toISOString(),
  };
}

export function warehouseRow(warehouse: Warehouse): Static<typeof WarehouseRow> {
  return {
    warehouse_id: warehouse.warehouseId,
    ...warehouseBody(warehouse),
    address: warehouse.streetAddress,
    city: warehouse.city,
    state: warehouse.state,
    pincode: warehouse.zip,
    country: warehouse.country,
  };
}
