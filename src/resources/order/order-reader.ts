import type { OrderDraft } from '../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { ProblemDetail } from '../../problems/problem.ts';
import { object } from '../../reading/fields.ts';
import { buildRequestReading } from '../../reading/request-reading.ts';
import { carrierChoice, orderFields, orderOf, orderRules, type SentOrder } from './order.ts';

/** An order that a file or a shop sent by the names of a request, or why it is none. */
export type OrderRead =
  | { readonly draft: OrderDraft; readonly carrierId: string | null }
  | { readonly problems: readonly ProblemDetail[] };

const Body = object({ ...orderFields, carrier_id: carrierChoice }, orderRules);

/** Makes the reader of orders from files and shops: as from requests, but the pincode gives a missing city or state. */
export function orderReader(directory: PincodeDirectory): (sent: SentOrder, now: Date) => OrderRead {
  const reading = buildRequestReading({ knownPincode: (pincode) => directory.placeNear(pincode) >= 0 });
  const read = reading.readerOf(Body);
  return (sent, now) => {
    const result = read(withPlace(directory, sent));
    if (result.error !== undefined) return { problems: result.error.problems.filter(isOfSender) };
    const { value } = result;
    return { draft: orderOf(value, now), carrierId: value.carrier_id ?? null };
  };
}

/** City and state come from the pincode: if they are missing, only the wrong pincode is reported. */
function isOfSender({ field, code }: ProblemDetail): boolean {
  return code !== 'required' || (field !== 'billing_city' && field !== 'billing_state');
}

function withPlace(directory: PincodeDirectory, sent: SentOrder): SentOrder {
  const { billing_pincode: of } = sent;
  const pincode = typeof of === 'string' || typeof of === 'number' ? String(of).replace(/\s/g, '') : '';
  const place = /^\d{6}$/.test(pincode) ? directory.findNear(pincode) : null;
  return place === null ? sent : { billing_city: place.city, billing_state: place.state, ...sent };
}
