import { type Static, Type } from 'typebox';
import { mapOf, text } from '../../../reading/fields.ts';
import { SHOP_RULES } from '../../../resources/shop-rules.ts';
import type { ShopCheckResult, ShopView } from '../../../usecases/shops/shops.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { SentenceBody, SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { answerPart } from '../../shape-answer.ts';

export const shopSystem = () => text({ max: 40, examples: ['woocommerce'] });
export const shopSettings = () =>
  mapOf(text({ max: 4_000 }), {
    max: 20,
    description: 'By name, as `GET /shop-systems` lists them; null removes a setting.',
    examples: [{ base_url: 'https://chai.example', consumer_key: 'ck_0123', consumer_secret: 'cs_0123' }],
  });

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
    rules: answerPart(SHOP_RULES, 'ShopRules'),
    orders_from: Time,
    created_at: Time,
    updated_at: Time,
    state: Type.String({
      enum: ['connected', 'failing', 'stopped'],
      description:
        '`failing`: the shop does not answer, and is asked again; `stopped`: its credential no longer works.',
    }),
    failure: orNull(textLike('WooCommerce did not answer within 30 s', 'Why it does not answer.')),
    failure_details: SentenceOrNull,
    failing_since: orNull(Time),
    answered_at: orNull(Time),
    last_order_at: orNull(Time),
    last_webhook_at: orNull(Time),
    webhooks_mended_at: orNull(
      Type.String({
        ...Time,
        description: 'When webhooks that the shop had switched off or lost were switched on again.',
      }),
    ),
    advice: orNull(
      textLike(
        'Enter its credential again; until then no orders are read, and the shop is not told of parcels',
        'What somebody should do.',
      ),
    ),
    advice_details: SentenceOrNull,
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
    unread_failure_details: SentenceOrNull,
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
    rules: SHOP_RULES.shown(shop.rules),
    orders_from: shop.ordersFrom.toISOString(),
    created_at: shop.createdAt.toISOString(),
    updated_at: shop.updatedAt.toISOString(),
    state: health.state,
    ...sentenceField('failure', health.failure),
    failing_since: shop.failingSince?.toISOString() ?? null,
    answered_at: shop.answeredAt?.toISOString() ?? null,
    last_order_at: shop.lastOrderAt?.toISOString() ?? null,
    last_webhook_at: shop.lastBellAt?.toISOString() ?? null,
    webhooks_mended_at: shop.webhooksMendedAt?.toISOString() ?? null,
    ...sentenceField('advice', health.advice),
    waiting_orders: waiting.orders,
    waiting_since: waiting.since?.toISOString() ?? null,
    unread_orders: waiting.unread,
    ...sentenceField('unread_failure', waiting.failure),
  };
}

export const ShopCheckBody = Type.Object({
  data: Type.Object(
    {
      ok: Type.Boolean(),
      message: textLike('The shop takes the key and sells in rupees'),
      message_details: SentenceBody,
    },
    { title: 'ShopCheck' },
  ),
});

export function shopCheckBody({ ok, message }: ShopCheckResult): Static<typeof ShopCheckBody> {
  return { data: { ok, ...sentenceField('message', message) } };
}
