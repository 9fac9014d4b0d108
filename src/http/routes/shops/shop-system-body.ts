import { type Static, Type } from 'typebox';
import type { Shop } from '../../../usecases/shops/shops.ts';
import { orNull, textLike } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';

const Setting = Type.Object(
  {
    name: textLike('consumer_key'),
    required: Type.Boolean(),
    secret: Type.Boolean({ description: 'Never shown again.' }),
    default: orNull(textLike('https://shop.example')),
    description: textLike('Starts with ck_.'),
    description_details: SentenceBody,
  },
  { title: 'ShopSetting' },
);

const Can = Type.Object(
  {
    webhooks: Type.Boolean({ description: 'Whether it tells of changes at once.' }),
    partial_fulfilments: Type.Boolean({ description: 'Whether an order can have several parcels.' }),
    progress: Type.Boolean({ description: 'Whether it shows where the parcel is.' }),
    cancel_fulfilment: Type.Boolean(),
    mark_paid: Type.Boolean({ description: 'Whether it can be told that cash was remitted.' }),
    complete: Type.Boolean({
      description:
        'Whether it can be told that an order is done: `rules.complete_prepaid`, `rules.complete_cash`.',
    }),
    checkout_rates: Type.Boolean({ description: 'Whether it asks for rates at checkout without a plugin.' }),
    locations: Type.Boolean({ description: 'Whether it has places from which goods are shipped.' }),
  },
  { title: 'ShopCapabilities' },
);

const ShopSystemBody = Type.Object(
  {
    shop: textLike('woocommerce'),
    name: textLike('WooCommerce'),
    settings: Type.Array(Setting),
    cod_methods: Type.Array(textLike('cod')),
    can: Can,
  },
  { title: 'ShopSystem' },
);

export const ShopSystemList = Type.Object({ data: Type.Array(ShopSystemBody) });

export function shopSystemBody({
  name,
  title,
  settings,
  codMethods,
  can,
}: Shop): Static<typeof ShopSystemBody> {
  return {
    shop: name,
    name: title,
    settings: settings.map(({ name: setting, isRequired, isSecret, defaultValue, description }) => ({
      name: setting,
      required: isRequired,
      secret: isSecret,
      default: defaultValue,
      ...sentenceField('description', description),
    })),
    cod_methods: [...codMethods],
    can: {
      webhooks: can.webhooks,
      partial_fulfilments: can.partialFulfilments,
      progress: can.progress,
      cancel_fulfilment: can.cancelFulfilment,
      mark_paid: can.markPaid,
      complete: can.complete,
      checkout_rates: can.checkoutRates,
      locations: can.locations,
    },
  };
}
