import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { storesQuery } from '../api/lists.ts';
import { inLanguages, useWords } from '../words/language.ts';
import { spelledOut } from './status.tsx';

const channelWords = inLanguages({
  en: {
    manual_order: 'Manual',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    medusa: 'Medusa',
    vendure: 'Vendure',
  } as Record<string, string>,
  hi: {
    manual_order: 'मैनुअल',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    medusa: 'Medusa',
    vendure: 'Vendure',
  } as Record<string, string>,
});

/** The name of a channel by its word in the API. */
export function useChannelName(): (channel: string) => string {
  const words = useWords(channelWords);
  return useCallback((channel) => words[channel] ?? spelledOut(channel), [words]);
}

/** The brand name of a store by its name in the API. */
export function useBrandName(): (store: string) => string {
  const stores = useQuery(storesQuery).data;
  return useCallback(
    (store) => stores?.find(({ store_name }) => store_name === store)?.brand_name ?? store,
    [stores],
  );
}
