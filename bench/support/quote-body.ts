/** A quote from Delhi to Mumbai, as `POST /rates` takes it. */
export const QUOTE_BODY = JSON.stringify({
  journey_type: 'forward',
  origin_pincode: '110001',
  destination_pincode: '400001',
  dead_weight: 500,
  length: 10,
  width: 10,
  height: 10,
  payment_method: 'prepaid',
});
