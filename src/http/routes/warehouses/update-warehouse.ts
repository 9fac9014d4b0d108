import type { FastifyInstance } from 'fastify';
import { boolean, clearable, object, optional, unclearable, type ValueOf } from '../../../reading/fields.ts';
import { updateWarehouseFields } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';
import { OneWarehouse, warehouseBody } from './warehouse-body.ts';
import {
  city,
  contactPerson,
  gstNo,
  phoneNumber,
  state,
  streetAddress,
  WarehousePath,
  warehouseCountry,
  warehouseEmail,
  warehouseName,
  zip,
} from './warehouse-fields.ts';

const Body = object({
  name: unclearable(warehouseName),
  phone_number: unclearable(phoneNumber),
  email: unclearable(warehouseEmail),
  contact_person: unclearable(contactPerson),
  gst_no: clearable(gstNo, { emptyTextClears: true }),
  address_attributes: optional(
    object({
      street_address: unclearable(streetAddress),
      zip: unclearable(zip),
      city: unclearable(city),
      state: unclearable(state),
      country: unclearable(warehouseCountry),
    }),
  ),
  is_active: unclearable(boolean({ description: '`false` deactivates it: no new order can use it.' })),
});

export function addUpdateWarehouse(api: FastifyInstance): void {
  api.put<{ Body: ValueOf<typeof Body>; Params: ValueOf<typeof WarehousePath> }>(
    '/warehouses/:id',
    {
      schema: operation({
        operationId: 'updateWarehouse',
        tag: 'Warehouses',
        role: 'manager',
        summary: 'Update or deactivate a warehouse',
        description:
          'Only the given fields change. New orders cannot use a deactivated warehouse; old orders keep it.',
        params: WarehousePath,
        body: Body,
        answers: { 200: answer('The warehouse as it is now.', OneWarehouse) },
      }),
    },
    async (request) => {
      const { body } = request;
      const address = body.address_attributes;
      const warehouse = await updateWarehouseFields(request.account, request.params.id, {
        name: body.name,
        phone: body.phone_number,
        email: body.email,
        contactPerson: body.contact_person,
        gstNo: body.gst_no,
        streetAddress: address?.street_address,
        zip: address?.zip,
        city: address?.city,
        state: address?.state,
        isActive: body.is_active,
      });
      return { data: warehouseBody(warehouse) };
    },
  );
}
