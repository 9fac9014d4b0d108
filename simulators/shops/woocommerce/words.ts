import { json, type StandInAnswer } from '../../kit/stand-in.ts';

/** An error in the form of WordPress. */
export function wrong(status: number, code: string, message: string): StandInAnswer {
  return json(status, { code, message, data: { status } });
}

export function invalidParameter(name: string, message: string): StandInAnswer {
  return json(400, {
    code: 'rest_invalid_param',
    message: `Invalid parameter(s): ${name}`,
    data: { status: 400, params: { [name]: message } },
  });
}

export const NO_ROUTE = wrong(
  404,
  'rest_no_route',
  'No route was found matching the URL and request method.',
);
export const NO_ORDER = wrong(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
