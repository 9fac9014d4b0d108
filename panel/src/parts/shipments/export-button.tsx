import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client.ts';
import { indianDay, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { fetchFile, saveFile } from '../download.ts';
import { toast } from '../toasts.tsx';
import { shipmentWords } from './shipment-words.ts';

/** Exports all matches as CSV, with a counter. */
export function ExportButton({
  filter,
  path = '/shipments/export',
  name = 'shipments',
}: {
  filter: Record<string, unknown>;
  path?: string;
  name?: string;
}) {
  const words = useWords(shipmentWords);
  const counts = useCounts();
  const [rows, setRows] = useState(0);
  const exporting = useMutation({
    meta: { changesNothing: true },
    mutationFn: () => fetchFile(path, filter, (_bytes, lines) => setRows(Math.max(0, lines - 1))),
    onSuccess: (file) => saveFile(file, `${name}-${indianDay(new Date())}.csv`),
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <button
      type="button"
      className="button"
      aria-label={words.export}
      disabled={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      <Download aria-hidden="true" />
      <span className="wide-only">
        {exporting.isPending ? (rows > 0 ? counts.rows(rows) : words.exporting) : words.export}
      </span>
    </button>
  );
}
