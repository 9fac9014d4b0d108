import { useMutation } from '@tanstack/react-query';
import { Copy, ExternalLink, Printer } from 'lucide-react';
import { sentenceOf } from '../../api/client.ts';
import type { ShipmentRow } from '../../api/shipments.ts';
import { fetchFile, saveFile } from '../../parts/download.ts';
import { trackingPageOf } from '../../parts/here.ts';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { shipmentsWords } from './shipments-words.ts';

/** What is done most often with a booked shipment, at the end of its row. */
export function RowActions({ row }: { row: ShipmentRow }) {
  const words = useWords(shipmentsWords);
  const common = useWords(commonWords);
  const mayPrint = useMayActAs('packer');
  const { tracking: awb, order } = row;
  const printing = useMutation({
    mutationFn: async () =>
      saveFile(await fetchFile('/labels', { shipment_ids: [row.id] }), `${order}-label.pdf`),
    onError: (error) => toast(sentenceOf(error)),
  });
  if (awb === null) return null;
  return (
    <>
      {mayPrint && (
        <button
          type="button"
          className="button small icon"
          aria-label={words.rowLabel(order)}
          title={words.rowLabel(order)}
          disabled={printing.isPending}
          onClick={() => printing.mutate()}
        >
          <Printer aria-hidden="true" />
        </button>
      )}
      <a
        className="button small icon"
        aria-label={words.rowTrack(order)}
        title={words.rowTrack(order)}
        href={trackingPageOf(awb)}
        target="_blank"
        rel="noreferrer"
      >
        <ExternalLink aria-hidden="true" />
      </a>
      <button
        type="button"
        className="button small icon"
        aria-label={words.rowCopy(awb)}
        title={words.rowCopy(awb)}
        onClick={() => void navigator.clipboard?.writeText(awb).then(() => toast(common.copied(awb)))}
      >
        <Copy aria-hidden="true" />
      </button>
    </>
  );
}
