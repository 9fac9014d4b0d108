import { Type } from 'typebox';
import { DEFAULT_LANGUAGES, LANGUAGES } from '../../../domain/store.ts';
import { STORE, type Store } from '../../../resources/store.ts';
import { orNull, textLike, Uuid, words } from '../../schemas.ts';
import { answerProperties } from '../../shape-answer.ts';

export const StoreBody = Type.Object(
  {
    id: Uuid,
    ...answerProperties(STORE),
    status: words('StoreStatus', ['connected', 'disconnected']),
    channel: textLike('manual_order'),
    logo_url: orNull(
      Type.String({
        format: 'uri',
        examples: ['https://ship.example.in/logos/01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d/3f0a.png'],
      }),
    ),
    brand_color: orNull(textLike('#B3261E', 'The chosen colour, otherwise the colour of the logo.')),
    languages: Type.Array(words('Language', LANGUAGES), { examples: [['en', 'hi']] }),
  },
  { title: 'Store', description: 'A sales channel with its brand.' },
);

export const OneStore = Type.Object({ data: StoreBody });

/** Returns the store's fields. The logo is its public address, which never changes. */
export function storeBody(store: Store, publicUrl: string) {
  return {
    id: store.storeId,
    ...STORE.shown(store),
    channel: store.channel,
    logo_url: store.logo
      ? `${publicUrl}/logos/${store.storeId}/${store.logo.contentHash}.${store.logo.extension}`
      : null,
    brand_color: store.brandColor ?? store.logo?.color ?? null,
    languages: store.languages ?? DEFAULT_LANGUAGES,
  };
}
