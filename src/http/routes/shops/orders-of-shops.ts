import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  boolean,
  mapOf,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import {
  getShopParcel,
  listOwnShopParcels,
  mendShopParcel,
  SHOP_PARCEL_STATES,
} from '../../../usecases/shops/mend-shop-parcels.ts';
import { answer, operation } from '../../operation.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { ParcelBody, parcelBody, WholeParcelBody, wholeParcelBody } from './parcel-body.ts';

const Query = object({
  shop_id: optional(uuid({ description: 'Orders of this shop only.' })),
  shipment_id: optional(uuid({ description: 'The order of this shipment only.' })),
  state: optional(oneOf(SHOP_PARCEL_STATES)),
  for_people: withDefault(
    boolean({ description: 'True for those that need attention, or have a task.' }),
    false,
  ),
  ...NEWEST_FIELDS,
});
const Path = pathParameters({ id: uuid() }, 'Order of the shop');
type InPath = { Params: ValueOf<typeof Path> };
const MendBody = object({
  corrections: withDefault(
    mapOf(text({ max: 500, multiline: true, mayBeNumber: true }), {
      max: 40,
      description: 'Fields of a new order, by name; null takes a correction back.',
      examples: [{ billing_pincode: '560038' }],
    }),
    {},
  ),
  confirm: withDefault(boolean({ description: 'Ship a cash order above the limit.' }), false),
  task_done: withDefault(
    boolean({ description: 'The task is done. The same task does not come back.' }),
    false,
  ),
  ship_again: withDefault(
    boolean({ description: 'Make another order, because the one that was made is cancelled: 1001-R2.' }),
    false,
  ),
});

const OneParcel = Type.Object({ data: WholeParcelBody });

export function addOrdersOfShops(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/shop-orders',
    {
      schema: operation({
        operationId: 'listShopOrders',
        tag: 'Shops',
        role: 'viewer',
        summary: 'List orders of shops',
        description: 'One entry for each parcel that a shop wants shipped, newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the orders, newest first.',
            Type.Object({ data: Type.Array(ParcelBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async ({ account, query }) => {
      const { shop_id = null, shipment_id = null, state = null, for_people: forPeople } = query;
      const found = await listOwnShopParcels(account, {
        shopId: shop_id,
        shipmentId: shipment_id,
        state,
        forPeople,
        ...pageOf(query),
      });
      return { data: found.rows.map(parcelBody), meta: newestMetaBody(query, found) };
    },
  );

  api.get<InPath>(
    '/shop-orders/:id',
    {
      schema: operation({
        operationId: 'getShopOrder',
        tag: 'Shops',
        role: 'viewer',
        summary: 'Get an order of a shop',
        description: 'What was read of it, what is wrong with it, and the order that was made.',
        params: Path,
        answers: { 200: answer('The order.', OneParcel) },
      }),
    },
    async ({ account, params }) => ({ data: wholeParcelBody(await getShopParcel(account, params.id)) }),
  );

  api.put<InPath & { Body: ValueOf<typeof MendBody> }>(
    '/shop-orders/:id',
    {
      schema: operation({
        operationId: 'mendShopOrder',
        tag: 'Shops',
        role: 'packer',
        summary: 'Correct or confirm an order of a shop',
        description: 'It is tried again at once. The shop itself is not changed.',
        params: Path,
        body: MendBody,
        answers: { 200: answer('The order as it is now.', OneParcel) },
      }),
    },
    async ({ account, params, body }) => {
      const { corrections, confirm, task_done, ship_again } = body;
      const mending = {
        ...{ fields: corrections, confirms: confirm },
        ...{ endsTask: task_done, shipsAgain: ship_again },
      };
      return { data: wholeParcelBody(await mendShopParcel(account, params.id, mending)) };
    },
  );
}
