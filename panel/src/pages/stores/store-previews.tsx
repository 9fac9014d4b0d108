import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { here } from '../../parts/here.ts';
import { useWords } from '../../words/language.ts';
import type { Store } from './store.ts';
import { storesWords } from './stores-words.ts';

const KINDS = ['track', 'label', 'email', 'sms'] as const;

/** Previews of a store's newest shipment as the customer sees it; reloaded after each change of the store. */
export function StorePreviews({ store }: { store: Store }) {
  const words = useWords(storesWords);
  const [kind, setKind] = useState<(typeof KINDS)[number]>('track');
  const shown = useQuery({
    queryKey: ['preview of', store],
    queryFn: async () => {
      const filter = {
        store_name: [store.store_name],
        status: ['in_transit', 'delivered', 'out_for_delivery'],
        per_page: 1,
      };
      const { data } = await answerOf(api.POST('/custom/api/v1/shipments', { body: filter }));
      const [shipment] = data;
      if (shipment === undefined) return null;
      const query = { shipment_id: shipment.id };
      const messages = (await answerOf(api.GET('/custom/api/v1/messages', { params: { query } }))).data;
      const message = (channel: string) => messages.find((one) => one.channel === channel)?.id;
      const preview = (id: string | undefined) =>
        id === undefined ? null : `/custom/api/v1/messages/${id}/preview?brand=current`;
      const { tracking_number: awb, label_url: label } = shipment.attributes;
      return {
        // Customers' browsers cache the page for a while; the preview must not.
        track: awb && `/track/${encodeURIComponent(awb)}?looked=${Date.now()}`,
        label: label ? here(label) : null,
        email: preview(message('email')),
        sms: preview(message('sms')),
      };
    },
  });
  const address = shown.data?.[kind];
  return (
    <aside className="stack tight beside-it" aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <div className="tabs" role="tablist" aria-label={words.preview}>
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === kind}
            onClick={() => setKind(one)}
          >
            {words.previews[one]}
          </button>
        ))}
      </div>
      {shown.isSuccess && !address && <p className="quiet">{words.noPreview}</p>}
      {address && (
        <iframe
          // The browser's PDF viewer does not work in a sandbox.
          {...(kind === 'label' ? {} : { sandbox: '' })}
          key={`${address} ${shown.dataUpdatedAt}`}
          className="paper tall"
          title={words.previews[kind]}
          src={address}
        />
      )}
    </aside>
  );
}
