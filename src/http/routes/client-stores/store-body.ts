import { Type } from 'typebox';
import { DEFAULT_LANGUAGES, LANGUAGES, type Store } from '../../../domain/store.ts';
import { orNull, textLike, Uuid, words } from '../../schemas.ts';

export const StoreBody = Type.Object(
  {
    id: Uuid,
    store_name: textLike('my-first-store'),
    brand_name: orNull(textLike('Chai & Co')),
    channel: textLike('custom'),
    status: words('StoreStatus', ['connected', 'disconnected']),
    logo_url: orNull(
      Type.String({
        format: 'uri',
        examples: ['https://ship.example.in/logos/01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d/3f0a.png'],
      }),
    ),
    brand_color: orNull(textLike('#B3261E', 'The chosen colour, otherwise the colour of the logo.')),
    support_phone: orNull(textLike('1800 123 4567')),
    support_email: orNull(textLike('help@chai.example')),
    support_whatsapp: orNull(textLike('9876543210')),
    site_url: orNull(textLike('https://chai.example')),
    return_policy_url: orNull(textLike('https://chai.example/returns')),
    return_days: orNull(
      Type.Integer({
        description:
          'The number of days after delivery in which customers can request a return on the tracking page.',
        examples: [7],
      }),
    ),
    languages: Type.Array(words('Language', LANGUAGES), { examples: [['en', 'hi']] }),
    gstin: orNull(textLike('29ABCDE1234F1ZW')),
    legal_name: orNull(textLike('Chai and Company Private Limited')),
    legal_address: orNull(textLike('12, 4th Cross, Indiranagar, Bengaluru 560038, Karnataka')),
    invoice_prefix: orNull(textLike('CHAI')),
    gst_rate: orNull(textLike('5', 'In percent, for items without their own rate.')),
  },
  { title: 'Store', description: 'A sales channel with its brand.' },
);

export const OneStore = Type.Object({ data: StoreBody });

/** The store's fields; the logo as its public, immutable address. */
export function storeBody(store: Store, publicUrl: string) {
  return {
    id: store.storeId,
    store_name: store.storeName,
    brand_name: store.brandName,
    channel: store.channel,
    status: store.status,
    logo_url: store.logo
      ? `${publicUrl}/logos/${store.storeId}/${store.logo.contentHash}.${store.logo.extension}`
      : null,
    brand_color: store.brandColor ?? store.logo?.color ?? null,
    support_phone: store.supportPhone,
    support_email: store.supportEmail,
    support_whatsapp: store.supportWhatsapp,
    site_url: store.siteUrl,
    return_policy_url: store.returnPolicyUrl,
    return_days: store.returnDays,
    languages: store.languages ?? DEFAULT_LANGUAGES,
    gstin: store.gstin,
    legal_name: store.legalName,
    legal_address: store.legalAddress,
    invoice_prefix: store.invoicePrefix,
    gst_rate: store.gstRate,
  };
}
