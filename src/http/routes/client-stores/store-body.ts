import { Type } from '@fastify/type-provider-typebox';
import type { Store } from '../../../domain/store.ts';
import { orNull, textLike, Uuid, words } from '../../schemas.ts';

/** A store as the API shows it (contract: stores). */
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
  };
}
