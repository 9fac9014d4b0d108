import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  decimal,
  kilograms,
  listOf,
  object,
  oneOf,
  optional,
  paise,
  text,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import {
  type Cart,
  type CheckoutRates,
  NO_SERVICE_REASONS,
  quoteCheckout,
} from '../../../usecases/shops/quote-checkout.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { amount, Day, orNull, textLike, words } from '../../schemas.ts';

const side = (description?: string) =>
  optional(
    decimal({
      atLeast: 0,
      atMost: 10_000,
      unit: 'centimetres',
      examples: [10],
      ...(description === undefined ? {} : { description }),
    }),
  );

const ItemBody = object({
  sku: optional(text({ max: 100, mayBeNumber: true, examples: ['CHAI-250'] })),
  units: wholeNumber({ atLeast: 1, atMost: 100_000, examples: [2] }),
  weight: optional(
    kilograms({
      atLeast: 0,
      atMost: 10_000,
      description:
        'Of one unit, in kilograms. Absent or 0: the shop’s rule for the SKU, else its usual parcel.',
      examples: [0.25],
    }),
  ),
  length: side('Of one unit. Used only with `breadth` and `height`.'),
  breadth: side(),
  height: side(),
});

const Body = object({
  destination: object(
    {
      pincode: text({ max: 20, mayBeNumber: true, examples: ['560038'] }),
      country: withDefault(text({ max: 60, examples: ['IN'] }), 'IN'),
    },
    { title: 'CheckoutDestination' },
  ),
  items: listOf(ItemBody, { min: 1, max: 1_000 }),
  order_value: paise({
    atLeast: 0,
    description: 'What the customer pays for the items, with taxes and after discounts, in rupees.',
    examples: [499],
  }),
  payment_method: optional(
    oneOf(['cod', 'prepaid'], {
      description:
        'If it is not chosen yet, leave it out: `cod_charges` then tells where cash can be chosen.',
      examples: ['prepaid'],
    }),
  ),
  location_id: optional(
    text({
      max: 200,
      mayBeNumber: true,
      description: 'The shop’s id of the place from which it ships. Default: the shop’s `warehouse_id`.',
      examples: ['12'],
    }),
  ),
});

const ServiceBody = Type.Object(
  {
    service_code: textLike(
      'standard',
      'Always the same for the same service: `standard` is the cheapest, `express` the fastest; for each courier `<courier>-standard` and `<courier>-express`.',
    ),
    service_name: textLike('Standard delivery', 'In English; shops may show their own name for a code.'),
    price: amount(49, 'Rupees, without GST and without `cod_charges`.'),
    cod_charges: orNull(amount(31.3, 'What cash on delivery costs in addition. Null: it cannot be chosen.')),
    first_delivery_date: orNull(Day),
    last_delivery_date: orNull(Day),
  },
  { title: 'CheckoutService' },
);

const RatesBody = Type.Object({
  data: Type.Object(
    {
      services: Type.Array(ServiceBody, { description: 'In the order in which customers should see them.' }),
      reason: orNull(
        words(
          'NoServiceReason',
          NO_SERVICE_REASONS,
          'Why there are no services. `pincode`: there is no such pincode; `nothing_to_ship`: the rules skip all items.',
        ),
      ),
    },
    { title: 'CheckoutRates' },
  ),
});

/** Adds the rates at checkout, which a shop asks with its own key. */
export function addCheckoutRates(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/checkout-rates',
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'quoteCheckout',
        tag: 'Shops',
        role: 'shop',
        summary: 'Get rates at checkout',
        description:
          'For shops, with the key of `POST /shops/{id}/checkout-key`. What a customer can choose for a cart, by the shop’s rules. No services: the cart cannot be delivered. If this call fails or takes longer than customers wait, show a price of your own. A shop may ask ten times as often as `RATE_LIMIT` allows; for one customer, whom the header `Shop-Customer` names by a hash of the address, as often as that.',
        body: Body,
        answers: { 200: answer('The services.', RatesBody) },
      }),
    },
    async ({ checkout, body }) => ratesBody(await quoteCheckout(checkout, cartOf(body))),
  );
}

function cartOf(body: ValueOf<typeof Body>): Cart {
  return {
    pincode: body.destination.pincode,
    country: body.destination.country,
    locationKey: body.location_id ?? null,
    items: body.items.map(({ sku = null, units, weight, ...sides }) => {
      // Kilograms are read as grams; 0 means that the shop does not know it.
      const grams = Number(weight ?? 0);
      const [length, breadth, height] = [sides.length, sides.breadth, sides.height].map(Number);
      const size = length && breadth && height ? { length, breadth, height } : null;
      return { sku, units, gramsEach: grams > 0 ? grams : null, size };
    }),
    orderValuePaise: body.order_value,
    isCod: body.payment_method === 'cod',
  };
}

function ratesBody({ services, reason }: CheckoutRates): Static<typeof RatesBody> {
  return {
    data: {
      services: services.map((one) => ({
        service_code: one.code,
        service_name: one.name,
        price: one.pricePaise / 100,
        cod_charges: one.codChargesPaise === null ? null : one.codChargesPaise / 100,
        first_delivery_date: one.firstDelivery,
        last_delivery_date: one.lastDelivery,
      })),
      reason,
    },
  };
}
