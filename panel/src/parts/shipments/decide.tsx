import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#api';
import { api } from '../../api/client.ts';
import { refreshAfterConflict } from '../../api/queries.ts';
import { useWords } from '../../words/language.ts';
import { Dialog } from '../dialog.tsx';
import { LongField } from '../field.tsx';
import { Failure } from '../notices.tsx';
import { toast } from '../toasts.tsx';
import { requestsWords } from './requests-words.ts';

export interface Verdict {
  readonly requests: readonly (Pick<components['schemas']['CustomerRequest'], 'id' | 'kind'> & {
    /** The order's name. */
    readonly order: string;
  })[];
  readonly action: 'approve' | 'reject';
}

/** @param note the text for the customer */
export async function decideRequest(id: string, action: Verdict['action'], note = ''): Promise<void> {
  const sent = { params: { path: { id } }, body: note.trim() ? { note } : {} };
  if (action === 'approve') await api.POST('/custom/api/v1/requests/{id}/approve', sent);
  else await api.POST('/custom/api/v1/requests/{id}/reject', sent);
}

/**
 * Approves or rejects customer requests, with one note to their customers. What could not be done stays in the
 * dialog with its reason.
 */
export function Decide({ requests, action, onClose }: Verdict & { onClose: () => void }) {
  const words = useWords(requestsWords);
  const [note, setNote] = useState('');
  const [only] = requests.length === 1 ? requests : [];
  const deciding = useMutation({
    mutationFn: async () => {
      const refused: { id: string; order: string; error: Error }[] = [];
      // One by one, because each asks a courier.
      for (const { id, order } of requests) {
        try {
          await decideRequest(id, action, note);
        } catch (error) {
          if (only) throw error;
          refused.push({ id, order, error: error instanceof Error ? error : new Error(String(error)) });
        }
      }
      return refused;
    },
    onError: refreshAfterConflict,
    onSuccess: (refused) => {
      if (refused.length < requests.length) toast(words.decided[action](requests.length - refused.length));
      if (refused.length === 0) onClose();
    },
  });
  const refused = deciding.data ?? [];
  const kinds = [...new Set(requests.map(({ kind }) => kind))];
  return (
    <Dialog
      title={
        only
          ? `${words[action]}: ${words.kind[only.kind]}, ${only.order}`
          : `${words[action]}: ${words.count(requests.length)}`
      }
      // What goes on would otherwise close another dialog at its end.
      onClose={() => deciding.isPending || onClose()}
      foot={
        refused.length === 0 && (
          <button
            type="button"
            className="button first"
            disabled={deciding.isPending}
            onClick={() => deciding.mutate()}
          >
            {words[action]}
          </button>
        )
      }
    >
      {refused.length > 0 ? (
        <>
          <p>{words.notDone}</p>
          {refused.map(({ id, order, error }) => (
            <div key={id} className="stack tight">
              <span className="strong">{order}</span>
              <Failure error={error} />
            </div>
          ))}
        </>
      ) : (
        <>
          {action === 'approve' ? (
            kinds.map((kind) => <p key={kind}>{words.approveWill[kind]}</p>)
          ) : (
            <p>{words.rejectWill}</p>
          )}
          <LongField
            label={words.note}
            rows={2}
            maxLength={300}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Failure error={deciding.error} />
        </>
      )}
    </Dialog>
  );
}
