import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LongField, TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/notices.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';
import { JobProgress } from './job-progress.tsx';
import { type Selection, sizeOf, targetOf } from './selection.ts';

export type BulkAction = 'ship' | 'cancel' | 'reattempt' | 'rto' | 'label' | 'manifest' | 'tag';

const DANGEROUS: readonly BulkAction[] = ['cancel', 'rto'];

/** Says what an action will do and to how many shipments, starts it as a job, and shows the progress. */
export function BulkDialog({
  action,
  selection,
  filter,
  onClose,
  onDone,
}: {
  action: BulkAction;
  selection: Selection;
  filter: Record<string, unknown>;
  onClose: () => void;
  /** Called when the action succeeded for all shipments, so that the selection can be cleared. */
  onDone: () => void;
}) {
  const words = useWords(actionWords);
  const common = useWords(commonWords);
  const carriers = useQuery({ ...carriersQuery, enabled: action === 'ship' }).data ?? [];
  const [carrier, setCarrier] = useState('');
  const [key] = useState(idempotencyKey);
  // The action applies to the number that was shown, even if more matches come or the selection changes.
  const [seen] = useState(selection);
  const size = sizeOf(seen);
  const [more, setMore] = useState({ comments: '', add: '', remove: '' });
  const starting = useMutation({
    mutationFn: async () => {
      const tags = (text: string) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean);
      const body = {
        action,
        ...targetOf(seen, filter),
        ...(carrier && { carrier_id: carrier }),
        ...(more.comments.trim() && { comments: more.comments.trim() }),
        ...(action === 'tag' && { add_tags: tags(more.add), remove_tags: tags(more.remove) }),
      };
      const { data } = await answerOf(
        api.POST('/custom/api/v1/jobs', { body, headers: { 'idempotency-key': key } }),
      );
      return data.id;
    },
  });
  if (starting.data !== undefined) {
    return (
      <Dialog title={words.title[action](size)} onClose={onClose}>
        <JobProgress id={starting.data} onClose={onClose} onDone={onDone} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.title[action](size)}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button
            type="button"
            className={DANGEROUS.includes(action) ? 'button danger' : 'button first'}
            disabled={starting.isPending}
            onClick={() => starting.mutate()}
          >
            {starting.isPending ? words.starting : words.name[action]}
          </button>
        </>
      }
    >
      <p>{words.will[action]}</p>
      {action === 'ship' && (
        <Choice
          label={words.carrier}
          value={carrier}
          options={[
            ['', words.cheapest],
            ...carriers.map((one) => [one.carrier_id, one.carrier_name] as const),
          ]}
          onChoose={setCarrier}
        />
      )}
      {action === 'reattempt' && (
        <LongField
          label={words.comments}
          maxLength={500}
          value={more.comments}
          onChange={({ target }) => setMore({ ...more, comments: target.value })}
        />
      )}
      {action === 'tag' && (
        <>
          <TextField
            label={words.addTags}
            hint={words.tagsHint}
            value={more.add}
            onChange={({ target }) => setMore({ ...more, add: target.value })}
          />
          <TextField
            label={words.removeTags}
            hint={words.tagsHint}
            value={more.remove}
            onChange={({ target }) => setMore({ ...more, remove: target.value })}
          />
        </>
      )}
      <Failure error={starting.error} />
    </Dialog>
  );
}
