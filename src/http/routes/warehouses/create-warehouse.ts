import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, optional, type ValueOf } from '../../../reading/fields.ts';
import { createWarehouse } from '../../../usecases/warehouses/warehouses.ts';
import { answer, operation } from '../../operation.ts';
import {
  addressAttributes,
  contactPerson,
  gstNo,
  phoneNumber,
  warehouseEmail,
  warehouseName,
} from './warehouse-fields.ts';

const Body = object({
  name: warehouseName,
  phone_number: phoneNumber,
  email: warehouseEmail,
  contact_person: contactPerson,
  gst_no: optional(gstNo),
  address_attributes: addressAttributes,
});

export function addCreateWarehouse(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/warehouse',
    {
      schema: operation({
        operationId: 'createWarehouse',
        tag: 'Warehouses',
        role: 'manager',
        summary: 'Create a warehouse',
        description:
          'If an active warehouse has the same name and address, the answer is the id of that warehouse.',
        body: Body,
        answers: {
          200: answer(
            'The id of the warehouse.',
            Type.Object({
              status: Type.Literal('SUCCESS'),
              payload: Type.Object({ warehouse_id: Type.String({ format: 'uuid' }) }),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const { body } = request;
      const address = body.address_attributes;
      const warehouseId = await createWarehouse(request.account, {
        name: body.name,
        phone: body.phone_number,
        email: body.email,
        contactPerson: body.contact_person,
        gstNo: body.gst_no ?? null,
        streetAddress: address.street_address,
        zip: address.zip,
        city: address.city,
        state: address.state,
        country: 'India',
      });
      return { status: 'SUCCESS' as const, payload: { warehouse_id: warehouseId } };
    },
  );
}
