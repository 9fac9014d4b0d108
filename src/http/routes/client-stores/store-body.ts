import { Type } from '@fastify/type-provider-typebox';
import type { Store } from '../../../domain/store.ts';

/** A store as the API shows it (contract: stores). */
export const StoreBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    store_name: Type.String(),
    brand_name: Type.Union([Type.String(), Type.Null()]),
    channel: Type.String(),
    status: Type.String({ enum: ['connected', 'disconnected'] }),
    logo_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  },
  { description: 'A sales channel with its brand.' },
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
