import { type Static, Type } from 'typebox';
import type { ShopRules } from '../../../domain/shops/shop-rules.ts';
import {
  boolean,
  decimal,
  kilograms,
  list,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  paise,
  text,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import {
  CHECKOUT_OFFERS,
  CHECKOUT_ROUNDINGS,
  checkoutRulesOf,
} from '../../../usecases/shops/quote-checkout.ts';
import type { ShopCheckResult, ShopView } from '../../../usecases/shops/shops.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';

const side = () => decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', examples: [10] });
const parcel = {
  weight: kilograms({ greaterThan: 0, atMost: 10_000, description: 'In kilograms.', examples: [0.5] }),
  length: side(),
  breadth: side(),
  height: side(),
};
const word = (max: number, example: string) => text({ max, examples: [example] });

const CheckoutBody = object(
  {
    shown: withDefault(
      boolean({
        description:
          'True if customers see these rates in a shop that asks by itself (`can.checkout_rates`); the check of the shop sets it up there. Shops with a plugin show them by its key.',
      }),
      false,
    ),
    offer: withDefault(
      oneOf(CHECKOUT_OFFERS, {
        description: '`each_courier`: the cheapest of each courier, standard and express.',
        examples: ['cheapest_and_fastest'],
      }),
      'cheapest',
    ),
    markup_percent: withDefault(
      decimal({
        atLeast: -100,
        atMost: 1_000,
        maxDecimals: 2,
        description:
          'Added to what the courier takes, which is without GST. Negative: the merchant pays a part.',
        examples: [18],
      }),
      '0',
    ),
    rounding: withDefault(
      oneOf(CHECKOUT_ROUNDINGS, {
        description: 'Prices are rounded up: to whole rupees, to 5 or 10 rupees, or so that they end in 9.',
        examples: ['nine'],
      }),
      'rupee',
    ),
    free_above: optional(
      paise({
        atLeast: 0,
        description: 'From this value of an order on, the cheapest delivery is free.',
        examples: [999],
      }),
    ),
    fallback_price: optional(
      paise({
        atLeast: 0,
        description:
          'The price of a prepaid cart while no courier serves it, or none can be quoted in time. Default: it cannot be delivered.',
        examples: [80],
      }),
    ),
    handling_days: withDefault(
      wholeNumber({
        atLeast: 0,
        atMost: 60,
        description: 'Days after which a parcel is handed over at the latest.',
        examples: [1],
      }),
      0,
    ),
  },
  { title: 'NewCheckoutRules', description: 'What customers are offered at checkout.' },
);

export const shopSystem = () => word(40, 'woocommerce');
export const shopSettings = () =>
  mapOf(text({ max: 4_000 }), {
    max: 20,
    description: 'By name, as `GET /shop-systems` lists them; null removes a setting.',
    examples: [{ base_url: 'https://chai.example', consumer_key: 'ck_0123', consumer_secret: 'cs_0123' }],
  });

export const RulesBody = object(
  {
    warehouse_id: uuid({
      of: 'a warehouse',
      description: 'Ships orders whose place has no warehouse of its own.',
    }),
    locations: withDefault(
      listOf(object({ location_id: word(200, '12'), warehouse_id: uuid({ of: 'a warehouse' }) }), {
        max: 200,
      }),
      [],
    ),
    cod_methods: optional(
      list(word(100, 'cod'), {
        max: 50,
        description:
          'The shop’s payment methods that mean cash on delivery. Default: those that the shop system usually has.',
      }),
    ),
    skip_tags: withDefault(list(word(100, 'pickup'), { max: 50 }), []),
    skip_skus: withDefault(list(word(100, 'GIFT-CARD'), { max: 500 }), []),
    sku_sizes: withDefault(listOf(object({ sku: word(100, 'CHAI-250'), ...parcel }), { max: 2_000 }), []),
    usual_parcel: object(parcel, { title: 'UsualParcel' }),
    booking: withDefault(
      oneOf(['none', 'cheapest', 'fastest'], {
        description: '`none`: a person books.',
        examples: ['cheapest'],
      }),
      'none',
    ),
    fastest_at_most: optional(
      paise({ greaterThan: 0, description: 'For `fastest`: the highest price of a shipment, without GST.' }),
    ),
    preferred_carriers: withDefault(list(word(40, 'TLFS'), { max: 20 }), []),
    confirm_cod_above: optional(
      paise({ atLeast: 0, description: 'Cash orders above this amount wait until somebody confirms them.' }),
    ),
    customer_news: withDefault(
      oneOf(['dakiya', 'shop'], {
        description:
          'Who tells customers that their parcel is on its way: this service, or the shop’s own messages.',
      }),
      'dakiya',
    ),
    checkout: optional(CheckoutBody),
  },
  { title: 'NewShopRules' },
);

/** @param usual the shop system's methods of cash on delivery */
export function shopRulesOf(body: ValueOf<typeof RulesBody>, usual: readonly string[]): ShopRules {
  return {
    warehouseId: body.warehouse_id,
    locations: body.locations.map((one) => ({ locationKey: one.location_id, warehouseId: one.warehouse_id })),
    codMethods: body.cod_methods ?? usual,
    skipTags: body.skip_tags,
    skipSkus: body.skip_skus,
    skuSizes: body.sku_sizes.map(({ sku, ...size }) => ({ sku, ...measuredOf(size) })),
    usualParcel: measuredOf(body.usual_parcel),
    booking: {
      choose: body.booking,
      atMostPaise: body.fastest_at_most ?? null,
      preferred: body.preferred_carriers,
    },
    confirmCodAbovePaise: body.confirm_cod_above ?? null,
    customerNews: body.customer_news,
    ...(body.checkout !== undefined && {
      checkout: {
        isShown: body.checkout.shown,
        offer: body.checkout.offer,
        markupPercent: Number(body.checkout.markup_percent),
        rounding: body.checkout.rounding,
        freeAbovePaise: body.checkout.free_above ?? null,
        fallbackPaise: body.checkout.fallback_price ?? null,
        handlingDays: body.checkout.handling_days,
      },
    }),
  };
}

/** Kilograms are read as grams. */
function measuredOf(size: {
  readonly weight: string;
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
}) {
  const { weight, length, breadth, height } = size;
  return {
    weight: Number(weight) / 1_000,
    length: Number(length),
    breadth: Number(breadth),
    height: Number(height),
  };
}

const numberLike = (example: number) => Type.Number({ examples: [example] });
const Parcel = {
  weight: numberLike(0.5),
  length: numberLike(20),
  breadth: numberLike(15),
  height: numberLike(10),
};
const Rules = Type.Object(
  {
    warehouse_id: Uuid,
    locations: Type.Array(Type.Object({ location_id: textLike('12'), warehouse_id: Uuid })),
    cod_methods: Type.Array(textLike('cod')),
    skip_tags: Type.Array(textLike('pickup')),
    skip_skus: Type.Array(textLike('GIFT-CARD')),
    sku_sizes: Type.Array(Type.Object({ sku: textLike('CHAI-250'), ...Parcel })),
    usual_parcel: Type.Object(Parcel),
    booking: Type.String({ enum: ['none', 'cheapest', 'fastest'] }),
    fastest_at_most: orNull(numberLike(90)),
    preferred_carriers: Type.Array(textLike('TLFS')),
    confirm_cod_above: orNull(numberLike(5_000)),
    customer_news: Type.String({ enum: ['dakiya', 'shop'] }),
    checkout: Type.Object(
      {
        shown: Type.Boolean({ description: 'Whether a shop that asks by itself shows them.' }),
        offer: words('CheckoutOffer', CHECKOUT_OFFERS),
        markup_percent: numberLike(18),
        rounding: words('CheckoutRounding', CHECKOUT_ROUNDINGS),
        free_above: orNull(numberLike(999)),
        fallback_price: orNull(numberLike(80)),
        handling_days: Type.Integer({ examples: [1] }),
      },
      { title: 'CheckoutRules' },
    ),
  },
  { title: 'ShopRules' },
);

const ShopBody = Type.Object(
  {
    id: Uuid,
    shop: textLike('woocommerce', 'The shop system, as `GET /shop-systems` names it.'),
    name: textLike('Chai & Co online'),
    store_id: Uuid,
    settings: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Object({ set: Type.Boolean() }), Type.Null()]),
      {
        description: 'By name; of a secret, only whether it is set.',
        examples: [{ base_url: 'https://chai.example', consumer_key: { set: true } }],
      },
    ),
    rules: Rules,
    orders_from: Time,
    created_at: Time,
    updated_at: Time,
    state: Type.String({
      enum: ['connected', 'failing', 'stopped'],
      description:
        '`failing`: the shop does not answer, and is asked again; `stopped`: its credential no longer works.',
    }),
    failure: orNull(textLike('WooCommerce did not answer within 30 s', 'Why it does not answer.')),
    failing_since: orNull(Time),
    answered_at: orNull(Time),
    last_order_at: orNull(Time),
    last_webhook_at: orNull(Time),
    advice: orNull(
      textLike(
        'Enter its credential again; until then no orders are read, and the shop is not told of parcels',
        'What somebody should do.',
      ),
    ),
    waiting_orders: Type.Integer({
      description: 'Orders, new or changed, that were not taken yet.',
      examples: [0],
    }),
    waiting_since: orNull(Type.String({ ...Time, description: 'Since when the oldest of them waits.' })),
    unread_orders: Type.Integer({
      description: 'Those among them that could not be read; they are read again.',
      examples: [0],
    }),
    unread_failure: orNull(
      textLike('WooCommerce did not answer within 30 s', 'Why the oldest of those could not be read.'),
    ),
  },
  { title: 'Shop' },
);

export const OneShop = Type.Object({ data: ShopBody });
export const ShopList = Type.Object({
  data: Type.Array(ShopBody),
  meta: Type.Object({ total: Type.Integer({ examples: [1] }) }),
});

export function shopBody({ health, waiting, ...shop }: ShopView): Static<typeof ShopBody> {
  return {
    id: shop.shopId,
    shop: shop.shop,
    name: shop.name,
    store_id: shop.storeId,
    settings: shop.settings,
    rules: rulesBody(shop.rules),
    orders_from: shop.ordersFrom.toISOString(),
    created_at: shop.createdAt.toISOString(),
    updated_at: shop.updatedAt.toISOString(),
    state: health.state,
    failure: health.failure,
    failing_since: shop.failingSince?.toISOString() ?? null,
    answered_at: shop.answeredAt?.toISOString() ?? null,
    last_order_at: shop.lastOrderAt?.toISOString() ?? null,
    last_webhook_at: shop.lastBellAt?.toISOString() ?? null,
    advice: health.advice,
    waiting_orders: waiting.orders,
    waiting_since: waiting.since?.toISOString() ?? null,
    unread_orders: waiting.unread,
    unread_failure: waiting.failure === null ? null : `${shop.title} ${waiting.failure}`,
  };
}

function rulesBody(rules: ShopRules): Static<typeof Rules> {
  const rupeesOf = (paise: number | null) => (paise === null ? null : paise / 100);
  const checkout = checkoutRulesOf(rules);
  return {
    warehouse_id: rules.warehouseId,
    locations: rules.locations.map((one) => ({
      location_id: one.locationKey,
      warehouse_id: one.warehouseId,
    })),
    cod_methods: [...rules.codMethods],
    skip_tags: [...rules.skipTags],
    skip_skus: [...rules.skipSkus],
    sku_sizes: [...rules.skuSizes],
    usual_parcel: rules.usualParcel,
    booking: rules.booking.choose,
    fastest_at_most: rupeesOf(rules.booking.atMostPaise),
    preferred_carriers: [...rules.booking.preferred],
    confirm_cod_above: rupeesOf(rules.confirmCodAbovePaise),
    customer_news: rules.customerNews,
    checkout: {
      shown: checkout.isShown === true,
      offer: checkout.offer,
      markup_percent: checkout.markupPercent,
      rounding: checkout.rounding,
      free_above: rupeesOf(checkout.freeAbovePaise),
      fallback_price: rupeesOf(checkout.fallbackPaise),
      handling_days: checkout.handlingDays,
    },
  };
}

export const ShopCheckBody = Type.Object({
  data: Type.Object(
    { ok: Type.Boolean(), message: textLike('The shop takes the key and sells in rupees') },
    { title: 'ShopCheck' },
  ),
});

export function shopCheckBody({ ok, message }: ShopCheckResult): Static<typeof ShopCheckBody> {
  return { data: { ok, message } };
}
