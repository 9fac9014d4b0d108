import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, sentenceOf } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import type { Manifest } from './handover-queries.ts';
import { handoverWords } from './handover-words.ts';

/** Undoes a handover; tells the service's reason if it is too late. */
export function useReopening({ id, parcels }: Manifest) {
  const words = useWords(handoverWords);
  return useMutation({
    mutationFn: () => api.POST('/custom/api/v1/manifests/{id}/reopen', { params: { path: { id } } }),
    onSuccess: () => toast(words.undone(parcels)),
    onError: (error) => toast(sentenceOf(error)),
  });
}

/** The button that marks a manifest as handed over. It says in advance what that does. */
export function MarkAsHandedOver({ manifest, isNext = false }: { manifest: Manifest; isNext?: boolean }) {
  const words = useWords(handoverWords);
  const [isAsked, ask] = useState(false);
  const reopening = useReopening(manifest);
  const { id, parcels, carrier, warehouse } = manifest;
  return (
    <>
      <button type="button" className={isNext ? 'button first' : 'button small'} onClick={() => ask(true)}>
        {words.mark}
      </button>
      {isAsked && (
        <Confirm
          title={words.markTitle(parcels)}
          will={words.markWill(parcels, carrier.name, warehouse.name)}
          action={words.mark}
          isUsual
          done={words.marked(parcels)}
          undo={{ label: words.undo, run: () => reopening.mutate() }}
          run={() => api.POST('/custom/api/v1/manifests/{id}/close', { params: { path: { id } } })}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

export function UndoHandover({ manifest }: { manifest: Manifest }) {
  const words = useWords(handoverWords);
  const reopening = useReopening(manifest);
  return (
    <button
      type="button"
      className="button small"
      disabled={reopening.isPending}
      onClick={() => reopening.mutate()}
    >
      {words.undo}
    </button>
  );
}
