import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#api';
import { api } from '../../api/client.ts';
import { refreshAfterConflict } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LongField } from '../../parts/field.tsx';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { requestsWords } from './requests-words.ts';

export interface Verdict {
  readonly request: Pick<components['schemas']['CustomerRequest'], 'id' | 'kind'>;
  /** The order's name. */
  readonly order: string;
  readonly action: 'approve' | 'reject';
}

/** @param note the text for the customer */
export async function decideRequest(id: string, action: Verdict['action'], note = ''): Promise<void> {
  const sent = { params: { path: { id } }, body: note.trim() ? { note } : {} };
  if (action === 'approve') await api.POST('/custom/api/v1/requests/{id}/approve', sent);
  else await api.POST('/custom/api/v1/requests/{id}/reject', sent);
}

/** Approves or rejects a customer request, with a note to the customer. */
export function Decide({ request, order, action, onClose }: Verdict & { onClose: () => void }) {
  const words = useWords(requestsWords);
  const [note, setNote] = useState('');
  const deciding = useMutation({
    mutationFn: () => decideRequest(request.id, action, note),
    onError: refreshAfterConflict,
    onSuccess: () => {
      toast(words.done);
      onClose();
    },
  });
  return (
    <Dialog
      title={`${words[action]}: ${words.kind[request.kind]}, ${order}`}
      onClose={onClose}
      foot={
        <button
          type="button"
          className="button first"
          disabled={deciding.isPending}
          onClick={() => deciding.mutate()}
        >
          {words[action]}
        </button>
      }
    >
      <p>{action === 'approve' ? words.approveWill[request.kind] : words.rejectWill}</p>
      <LongField
        label={words.note}
        rows={2}
        maxLength={300}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Failure error={deciding.error} />
    </Dialog>
  );
}
