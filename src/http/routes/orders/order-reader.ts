import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ProblemDetail } from '../../../problems/problem.ts';
import { object } from '../../../reading/fields.ts';
import { buildRequestReading } from '../../../reading/request-reading.ts';
import { doubtsOf } from '../../../usecases/booking/order-warnings.ts';
import type { ReadOrder } from '../../../usecases/imports/read-order.ts';
import { carrierChoice, orderConditions, orderFields, orderOf } from './order-fields.ts';

const Body = object({ ...orderFields, carrier_id: carrierChoice }, { conditions: orderConditions });

/** Reads orders from files in the same way as from requests. The pincode gives a missing city or state. */
export function orderReader(directory: PincodeDirectory): ReadOrder {
  const read = buildRequestReading({ knownPincode: (pincode) => directory.find(pincode) !== null }).readerOf(
    Body,
  );
  return (body) => {
    const result = read(withPlace(directory, body));
    if (result.error !== undefined) return { problems: result.error.problems.filter(isOfSender) };
    const { carrier_id, billing_email, shipping_email } = result.value;
    const draft = orderOf(result.value);
    const doubts = doubtsOf(draft, { billing_email, shipping_email }, directory);
    return { draft, carrierId: carrier_id ?? null, doubts };
  };
}

/** City and state come from the pincode: if they are missing, only the wrong pincode is reported. */
function isOfSender({ field, code }: ProblemDetail): boolean {
  return code !== 'required' || (field !== 'billing_city' && field !== 'billing_state');
}

function withPlace(
  directory: PincodeDirectory,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { billing_pincode: sent } = body;
  const pincode = typeof sent === 'string' || typeof sent === 'number' ? String(sent).replace(/\s/g, '') : '';
  const place = /^\d{6}$/.test(pincode) ? directory.find(pincode) : null;
  return place === null ? body : { billing_city: place.city, billing_state: place.state, ...body };
}
