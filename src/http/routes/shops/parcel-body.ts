import { type Static, Type } from 'typebox';
import { rupeesNumber } from '../../../domain/rupees.ts';
import { PROBLEM_CODES, type ProblemDetail, sentenceOf } from '../../../problems/problem.ts';
import {
  type ListedParcel,
  SHOP_PARCEL_STATES,
  type ShopParcelInFull,
  TASK_ACTIONS,
} from '../../../usecases/shops/mend-shop-parcels.ts';
import { amount, orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceBody, SentenceOrNull, sentenceField } from '../../sentence-body.ts';

export const Reasons = Type.Array(
  Type.Object({
    field: orNull(
      textLike(
        'billing_pincode',
        'The field of the order that is wrong; `confirm` if somebody must confirm its cash.',
      ),
    ),
    code: words('ShopOrderReasonCode', PROBLEM_CODES),
    message: textLike('billing_pincode must be six digits'),
    message_details: SentenceBody,
  }),
  {
    description:
      'Why no order or no booking was made, or another service than the customer paid for, a sentence each.',
  },
);

export function reasonsBody(reasons: readonly ProblemDetail[]): Static<typeof Reasons> {
  return reasons.map((one) => ({
    field: one.field,
    code: one.code,
    ...sentenceField('message', sentenceOf(one)),
  }));
}

const Fields = {
  id: Uuid,
  shop_id: Uuid,
  shop_name: textLike('Chai & Co online'),
  shop_order_id: textLike('727', 'The shop’s own id.'),
  number: textLike('1001', 'The number that the customer knows.'),
  customer_name: orNull(textLike('Ravi Iyer')),
  state: words(
    'ShopOrderState',
    SHOP_PARCEL_STATES,
    '`open`: is being made, or waits for a reason; `needs_attention`: somebody must correct or confirm it; `made`: it has an order; `skipped`: not to be shipped.',
  ),
  reasons: Reasons,
  corrections: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The corrected fields, by the names of a new order.',
    examples: [{ billing_pincode: '560038' }],
  }),
  confirmed_at: orNull(Time),
  task: orNull(
    textLike(
      'It was cancelled in the shop',
      'What somebody must do, because the order changed after its booking.',
    ),
  ),
  task_details: SentenceOrNull,
  task_action: orNull(
    words(
      'ShopOrderTaskAction',
      TASK_ACTIONS,
      'What can be done here about the task. `ship_again`: send `ship_again`; `cancel_shipment`: cancel the shipment; `return_to_origin`: ask for its return, which couriers do after a failed delivery.',
    ),
  ),
  held: orNull(
    textLike('The shop has put it on hold, or waits for its payment', 'Why its order cannot be booked now.'),
  ),
  held_details: SentenceOrNull,
  order_id: orNull(Uuid),
  order_display_id: orNull(textLike('1001')),
  shipment_id: orNull(Uuid),
  failure: orNull(
    textLike(
      'did not answer within 30 s',
      'Why the shop could not be told of the parcel; it is tried again.',
    ),
  ),
  failure_details: SentenceOrNull,
  read_failure: orNull(
    textLike(
      'did not answer within 30 s',
      'Why the order could not be read again from the shop; it is tried again.',
    ),
  ),
  read_failure_details: SentenceOrNull,
  created_at: Time,
  updated_at: Time,
};

export const ParcelBody = Type.Object(Fields, { title: 'ShopOrder' });

export const WholeParcelBody = Type.Object(
  {
    ...Fields,
    fields: orNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The order that is made from it, by the fields of a new order, with the corrections. Null if it is not to be shipped.',
        examples: [{ billing_customer_name: 'Ravi', billing_pincode: '560038', payment_method: 'COD' }],
      }),
    ),
    chosen_service: orNull(
      Type.Object(
        {
          service_code: textLike('express', 'As `POST /checkout-rates` names it.'),
          price: amount(120, 'What the customer pays for it, in rupees, without what the shop adds.'),
        },
        { description: 'The service of ours that the customer chose at checkout. The rules book it.' },
      ),
    ),
  },
  { title: 'WholeShopOrder' },
);

export function wholeParcelBody(parcel: ShopParcelInFull): Static<typeof WholeParcelBody> {
  const { fields, chosen } = parcel;
  const service =
    chosen === null ? null : { service_code: chosen.code, price: rupeesNumber(chosen.pricePaise) };
  return { ...parcelBody(parcel), fields, chosen_service: service };
}

export function parcelBody(parcel: ListedParcel): Static<typeof ParcelBody> {
  const time = (text: string) => new Date(text).toISOString();
  return {
    id: parcel.parcelId,
    shop_id: parcel.shopId,
    shop_name: parcel.shopName,
    shop_order_id: parcel.orderKey,
    number: parcel.number,
    customer_name: parcel.customerName,
    state: parcel.state,
    reasons: reasonsBody(parcel.reasons),
    corrections: parcel.mended,
    confirmed_at: parcel.confirmedAt === null ? null : time(parcel.confirmedAt),
    ...sentenceField('task', parcel.task),
    task_action: parcel.taskAction,
    ...sentenceField('held', parcel.held),
    order_id: parcel.orderId,
    order_display_id: parcel.displayId,
    shipment_id: parcel.shipmentId,
    ...sentenceField('failure', parcel.failure),
    ...sentenceField('read_failure', parcel.readFailure),
    created_at: time(parcel.createdAt),
    updated_at: time(parcel.updatedAt),
  };
}
