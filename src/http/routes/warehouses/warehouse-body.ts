import { Type } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { Warehouse } from '../../../domain/warehouse.ts';

/** A warehouse as the API shows it (contract: warehouses). */
export const WarehouseBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    contact_person: Type.String(),
    phone_number: Type.String(),
    email: Type.String(),
    gst_no: Type.Union([Type.String(), Type.Null()]),
    address_attributes: Type.Object({
      street_address: Type.String(),
      zip: Type.String(),
      city: Type.String(),
      state: Type.String(),
      country: Type.String(),
    }),
    is_active: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { description: 'Where shipments are picked up.' },
);

/** One of the list: the address also flat beside the nested one, where clients of this family look for it. */
export const WarehouseRow = Type.Object({
  warehouse_id: Type.String({ format: 'uuid', description: 'The same as `id`.' }),
  ...WarehouseBody.properties,
  address: Type.String(),
  city: Type.String(),
  state: Type.String(),
  pincode: Type.String(),
  country: Type.String(),
});

export const OneWarehouse = Type.Object({ data: WarehouseBody });

export function warehouseBody(warehouse: Warehouse): Static<typeof WarehouseBody> {
  return {
    id: warehouse.warehouseId,
    name: warehouse.name,
    contact_person: warehouse.contactPerson,
    phone_number: warehouse.phone,
    email: warehouse.email,
    gst_no: warehouse.gstNo,
    address_attributes: {
      street_address: warehouse.streetAddress,
      zip: warehouse.zip,
      city: warehouse.city,
      state: warehouse.state,
      country: warehouse.country,
    },
    is_active: warehouse.isActive,
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
