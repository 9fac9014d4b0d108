import { type Static, Type } from 'typebox';
import type { DoubtCode, OrderDoubt } from '../domain/orders/order-doubts.ts';
import { allWords } from './all-words.ts';
import { textLike, words } from './schemas.ts';
import { SentenceBody } from './sentence-body.ts';

export const DOUBT_CODES = allWords<DoubtCode>({
  city_elsewhere: true,
  state_elsewhere: true,
  pincode_not_listed: true,
  another_pincode: true,
  few_letters: true,
  weight_in_grams: true,
  email_left_out: true,
  sums_differ: true,
  cash_in_no_part: true,
  recipient_without_address: true,
  hsn_form: true,
  not_printed: true,
  order_id_alike: true,
  rto_warehouse_unused: true,
  seldom_read: true,
  repeated_row: true,
  gstin_left_out: true,
  text_shortened: true,
});

export const OrderWarningBody = Type.Object(
  {
    field: textLike('cod_collectible'),
    code: words('WarningCode', DOUBT_CODES, 'What is odd, for programs. Words may be added.'),
    ...SentenceBody.properties,
    message: textLike('weight 450 kg looks like grams: weight is in kilograms'),
  },
  { title: 'OrderWarning' },
);

export function orderWarningBody({
  field,
  code,
  message,
  template,
  values,
}: OrderDoubt): Static<typeof OrderWarningBody> {
  return { field, code, message, template, values };
}
