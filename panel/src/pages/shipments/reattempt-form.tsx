import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiProblem, answerOf, api, isConflict } from '../../api/client.ts';
import { refreshAfterConflict } from '../../api/queries.ts';
import { LongField, TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { sheetWords } from './sheet-words.ts';

const FIELDS = {
  phone: ['updated_phone_number'],
  address: ['updated_address', 'updated_address.address_line'],
  landmark: ['updated_address.landmark'],
  comments: ['comments'],
} as const;

/** Requests another delivery attempt, optionally with a corrected address or phone. */
export function ReattemptForm({
  awb,
  isReplacing = false,
  onDone,
  onConflict,
  children,
}: {
  awb: string;
  /** The form replaces an existing answer that the person has seen. */
  isReplacing?: boolean;
  onDone: () => void;
  /** Called with the service's sentence if somebody else was faster. */
  onConflict?: (sentence: string) => void;
  /** The buttons, including the submit button. */
  children: (isPending: boolean) => ReactNode;
}) {
  const words = useWords(sheetWords);
  const [form, setForm] = useState({ phone: '', address: '', landmark: '', comments: '' });
  const asking = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/custom/api/v1/reattempt', {
          body: {
            awb,
            ...(isReplacing && { replace_answer: true }),
            ...(form.address.trim() && {
              updated_address: {
                address_line: form.address.trim(),
                ...(form.landmark.trim() && { landmark: form.landmark.trim() }),
              },
            }),
            ...(form.phone.trim() && { updated_phone_number: form.phone.trim() }),
            ...(form.comments.trim() && { comments: form.comments.trim() }),
          },
        }),
      ),
    onError: (error) => {
      refreshAfterConflict(error);
      if (isConflict(error)) onConflict?.(error.message);
    },
    onSuccess: () => {
      toast(words.asked);
      onDone();
    },
  });
  const field = (name: keyof typeof FIELDS) => ({
    value: form[name],
    wrong: asking.error instanceof ApiProblem ? asking.error.of(...FIELDS[name]) : null,
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        asking.mutate();
      }}
    >
      <div className="fields">
        <TextField label={words.newPhone} inputMode="tel" {...field('phone')} />
        <TextField
          label={words.landmark}
          maxLength={200}
          disabled={form.address.trim() === ''}
          {...field('landmark')}
        />
        <LongField label={words.newAddress} maxLength={300} {...field('address')} />
        <TextField label={words.comments} maxLength={500} wide {...field('comments')} />
      </div>
      <Failure error={asking.error} shown={Object.values(FIELDS).flat()} />
      <div className="line">{children(asking.isPending)}</div>
    </form>
  );
}
