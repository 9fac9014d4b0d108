import { useMutation } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { answerOf, api, idempotencyKey, sentenceOf } from '../../api/client.ts';
import { fetchFile, saveFile } from '../../parts/download.ts';
import { ActionMenu } from '../../parts/menu.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { inLanguages, useWords } from '../../words/language.ts';

const papersWords = inLanguages({
  en: {
    print: 'Print',
    roll: 'Labels, 4 × 6 inch',
    a4: 'Labels, four on A4',
    zpl: 'Labels for a thermal printer (ZPL)',
    slip: 'Packing slips',
    picklist: 'Picklist',
    invoice: 'Create and print invoices',
    saved: (name: string) => `Saved ${name}`,
  },
  hi: {
    print: 'छापें',
    roll: 'लेबल, 4 × 6 इंच',
    a4: 'लेबल, A4 पर चार',
    zpl: 'थर्मल प्रिंटर के लिए लेबल (ZPL)',
    slip: 'पैकिंग पर्ची',
    picklist: 'पिकलिस्ट',
    invoice: 'इनवॉइस बनाएँ और छापें',
    saved: (name: string) => `${name} सेव हुआ`,
  },
});

/**
 * Saves the papers of shipments: labels in each format, packing slips, picklist, invoices.
 *
 * @param beside the classes of the button that this menu continues, as the second half of a `.split`
 */
export function PapersMenu({
  ids,
  hasLabels,
  beside,
}: {
  ids: readonly string[];
  hasLabels: boolean;
  beside?: string;
}) {
  const words = useWords(papersWords);
  const mayPrint = useMayActAs('packer');
  const printing = useMutation({
    mutationFn: async ([path, body, name]: readonly [path: string, body: object, name: string]) => {
      const shipment_ids = [...ids];
      if (name === 'invoices.pdf') {
        // A shipment that has an invoice keeps it.
        await answerOf(
          api.POST('/custom/api/v1/invoices', {
            body: { shipment_ids },
            headers: { 'idempotency-key': idempotencyKey() },
          }),
        );
      }
      saveFile(await fetchFile(path, { shipment_ids, ...body }), name);
      return name;
    },
    onSuccess: (name) => toast(words.saved(name)),
    onError: (error) => toast(sentenceOf(error)),
  });
  if (!mayPrint) return null;
  const papers = [
    ...(hasLabels
      ? ([
          [words.roll, '/labels', {}, 'labels.pdf'],
          [words.a4, '/labels', { paper: 'a4-4' }, 'labels-a4.pdf'],
          [words.zpl, '/labels', { format: 'zpl' }, 'labels.zpl'],
        ] as const)
      : []),
    [words.slip, '/papers', { paper: 'packing_slip' }, 'packing-slips.pdf'],
    [words.picklist, '/papers', { paper: 'picklist' }, 'picklist.pdf'],
    [words.invoice, '/papers', { paper: 'invoice' }, 'invoices.pdf'],
  ] as const;
  return (
    <ActionMenu
      label={words.print}
      {...(beside && { look: `${beside} icon` })}
      actions={papers.map(([text, path, body, name]) => ({
        text,
        disabled: printing.isPending,
        run: () => printing.mutate([path, body, name]),
      }))}
    >
      {!beside && words.print} <ChevronDown aria-hidden="true" />
    </ActionMenu>
  );
}
