import {
  CHECKOUT_OFFERS,
  CHECKOUT_ROUNDINGS,
  COMPLETE_CASH,
  COMPLETE_PREPAID,
  CUSTOMER_NEWS,
  SHOP_BOOKINGS,
  type ShopRules,
  USUAL_CHECKOUT,
} from '../domain/shops/shop-rules.ts';
import {
  boolean,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  paise,
  text,
  type ValueOf,
  warehouse,
  wholeNumber,
} from '../reading/fields.ts';
import { nullable, part, required, shape, usual } from './shape.ts';

const word = (max: number, example: string) => text({ max, examples: [example] });
const side = (example: number) =>
  required(number({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', examples: [example] }));

const PARCEL = shape({
  weight: required(
    number({
      greaterThan: 0,
      atMost: 10_000,
      unit: 'kilograms',
      description: 'In kilograms.',
      examples: [0.5],
    }),
  ),
  length: side(20),
  breadth: side(15),
  height: side(10),
});
const LOCATION = shape({
  locationKey: required(word(200, '12'), { api: 'location_id' }),
  warehouseId: required(warehouse()),
});
const SKU_SIZE = shape({ sku: required(word(100, 'CHAI-250')), ...PARCEL.fields });

const CHECKOUT_RULES = shape({
  isShown: usual(
    boolean({
      description:
        'True if customers see these rates in a shop that asks by itself (`can.checkout_rates`); the check of the shop sets it up there. Shops with a plugin show them by its key.',
    }),
    USUAL_CHECKOUT.isShown,
    { api: 'shown' },
  ),
  offer: usual(
    oneOf(CHECKOUT_OFFERS, {
      answerTitle: 'CheckoutOffer',
      description: '`each_courier`: the cheapest of each courier, standard and express.',
      examples: ['cheapest_and_fastest'],
    }),
    USUAL_CHECKOUT.offer,
  ),
  markupPercent: usual(
    number({
      atLeast: -100,
      atMost: 1_000,
      maxDecimals: 2,
      description:
        'Added to what the courier takes, which is without GST. Negative: the merchant pays a part.',
      examples: [18],
    }),
    USUAL_CHECKOUT.markupPercent,
  ),
  rounding: usual(
    oneOf(CHECKOUT_ROUNDINGS, {
      answerTitle: 'CheckoutRounding',
      description: 'Prices are rounded up: to whole rupees, to 5 or 10 rupees, or so that they end in 9.',
      examples: ['nine'],
    }),
    USUAL_CHECKOUT.rounding,
  ),
  freeAbovePaise: nullable(
    paise({
      atLeast: 0,
      description: 'From this value of an order on, the cheapest delivery is free.',
      examples: [999],
    }),
    { api: 'free_above' },
  ),
  fallbackPaise: nullable(
    paise({
      atLeast: 0,
      description:
        'The price of a prepaid cart while rates cannot be had in time. Default: it cannot be ordered then.',
      examples: [80],
    }),
    { api: 'fallback_price' },
  ),
  fallbackMaxWeight: usual(
    number({
      greaterThan: 0,
      atMost: 10_000,
      unit: 'kilograms',
      description: 'The heaviest parcel that has the fallback price, in kilograms.',
      examples: [5],
    }),
    USUAL_CHECKOUT.fallbackMaxWeight,
  ),
  handlingDays: usual(
    wholeNumber({
      atLeast: 0,
      atMost: 60,
      description: 'Days after which a parcel is handed over at the latest.',
      examples: [1],
    }),
    USUAL_CHECKOUT.handlingDays,
  ),
});

/** The rules of a shop: `ShopRules` of the domain. */
export const SHOP_RULES = shape({
  warehouseId: required(warehouse({ description: 'Ships orders whose place has no warehouse of its own.' })),
  locations: usual(listOf(part(LOCATION), { max: 200 }), []),
  codMethods: required(
    list(word(100, 'cod'), {
      max: 50,
      description:
        'The shop’s payment methods that mean cash on delivery. Default: those that the shop system usually has.',
    }),
  ),
  skipTags: usual(list(word(100, 'pickup'), { max: 50 }), []),
  skipSkus: usual(list(word(100, 'GIFT-CARD'), { max: 500 }), []),
  skuSizes: usual(listOf(part(SKU_SIZE), { max: 2_000 }), []),
  usualParcel: required(
    part(PARCEL, {
      title: 'UsualParcel',
      description: 'Of a parcel with an item of unknown weight or size: its size, and its least weight.',
    }),
  ),
  usualItemWeight: nullable(
    number({
      greaterThan: 0,
      atMost: 10_000,
      unit: 'kilograms',
      description:
        'What each item counts that has no weight in the shop or in `sku_sizes`, in kilograms. Default: nothing.',
      examples: [0.2],
    }),
  ),
  booking: usual(
    oneOf(SHOP_BOOKINGS, { description: '`none`: a person books.', examples: ['cheapest'] }),
    'none',
  ),
  fastestAtMostPaise: nullable(
    paise({
      greaterThan: 0,
      description: 'For `fastest`: the highest price of a shipment, without GST.',
      examples: [90],
    }),
    { api: 'fastest_at_most' },
  ),
  preferredCarriers: usual(list(word(40, 'TLFS'), { max: 20 }), []),
  confirmCodAbovePaise: nullable(
    paise({
      atLeast: 0,
      description: 'Cash orders above this amount wait until somebody confirms them.',
      examples: [5_000],
    }),
    { api: 'confirm_cod_above' },
  ),
  customerNews: usual(
    oneOf(CUSTOMER_NEWS, {
      description:
        'Who tells customers that their parcel is on its way: this service, or the shop’s own messages.',
    }),
    'dakiya',
  ),
  completePrepaid: usual(
    oneOf(COMPLETE_PREPAID, {
      description:
        'When a prepaid order becomes *Completed*, in a shop with `can.complete`: once all of its parcels are this far. The shop mails its customer then.',
      examples: ['delivered'],
    }),
    'delivered',
  ),
  completeCash: usual(
    oneOf(COMPLETE_CASH, {
      description:
        'When a cash order becomes *Completed*: once its cash was paid out, which dates the payment; or never: a private note tells the payment, and the shop does not date it.',
      examples: ['remitted'],
    }),
    'remitted',
  ),
  checkout: required(
    part(CHECKOUT_RULES, {
      title: 'NewCheckoutRules',
      answerTitle: 'CheckoutRules',
      description: 'What customers are offered at checkout.',
    }),
  ),
});

/** The rules in a request. */
export const SentShopRules = object(
  {
    ...SHOP_RULES.create,
    cod_methods: optional(SHOP_RULES.create.cod_methods),
    checkout: optional(SHOP_RULES.create.checkout),
  },
  { title: 'NewShopRules' },
);

/** Reads the rules of a shop. @param usual the shop system's methods of cash on delivery, if none are sent */
export function shopRulesOf(sent: ValueOf<typeof SentShopRules>, usual: readonly string[]): ShopRules {
  const { cod_methods = [...usual], checkout = USUAL_CHECKOUT } = sent;
  return { ...SHOP_RULES.empty, ...SHOP_RULES.created({ ...sent, cod_methods, checkout }) };
}
