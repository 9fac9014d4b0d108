import { useMutation } from '@tanstack/react-query';
import { Copy, ExternalLink, MessageCircle, RefreshCw } from 'lucide-react';
import { api, sentenceOf } from '../../api/client.ts';
import type { Shipment } from '../../api/shipments.ts';
import { granularOf, isOver } from '../../api/statuses.ts';
import { trackingPageOf } from '../../parts/here.ts';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { sheetWords } from './sheet-words.ts';

/**
 * Where the parcel can be followed: the customer's page, opened, copied or sent by the merchant's own WhatsApp,
 * and the courier's own page.
 */
export function TrackingLinks({ id, shipment }: { id: string; shipment: Shipment['attributes'] }) {
  const words = useWords(sheetWords);
  const { status, sub_status: also, tracking_number: awb, courier_tracking_url: ofCourier } = shipment;
  const refreshing = useMutation({
    mutationFn: () => api.POST('/custom/api/v1/shipments/{id}/refresh', { params: { path: { id } } }),
    onSuccess: () => toast(words.refreshed(shipment.order.display_id)),
    onError: (error) => toast(sentenceOf(error)),
  });
  if (awb === null) return null;
  const address = trackingPageOf(awb);
  const text = words.trackText(shipment.order.display_id, address);
  const phone = `91${shipment.shipping_address.phone}`;
  return (
    <section aria-labelledby="follow">
      <div className="line apart">
        <h3 id="follow">{words.follow}</h3>
        {!isOver(granularOf({ status, also })) && (
          <button
            type="button"
            className="button small bare"
            disabled={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            <RefreshCw aria-hidden="true" />
            {words.refresh}
          </button>
        )}
      </div>
      <div className="line">
        <a className="button small" href={address} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" />
          {words.track}
        </a>
        <button
          type="button"
          className="button small"
          onClick={() => void navigator.clipboard?.writeText(address).then(() => toast(words.linkCopied))}
        >
          <Copy aria-hidden="true" />
          {words.copyLink}
        </button>
        <a
          className="button small"
          href={`https://wa.me/${phone}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          WhatsApp
        </a>
        {ofCourier && (
          <a className="button small" href={ofCourier} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            {words.trackAt(new URL(ofCourier).hostname.replace(/^(?:www|app)\./, ''))}
          </a>
        )}
      </div>
    </section>
  );
}
