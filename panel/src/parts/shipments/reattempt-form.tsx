import type { ReactNode } from 'react';
import { answerOf, api, isConflict, sentenceOf } from '../../api/client.ts';
import { refreshAfterConflict } from '../../api/queries.ts';
import { useWords } from '../../words/language.ts';
import { LongField, TextField } from '../field.tsx';
import { useForm } from '../form.tsx';
import { Failure } from '../notices.tsx';
import { toast } from '../toasts.tsx';
import { shipmentWords } from './shipment-words.ts';

const NOTHING = { phone: '', address: '', landmark: '', comments: '' };

/** Requests another delivery attempt, optionally with a corrected address or phone. */
export function ReattemptForm({
  awb,
  order,
  isReplacing = false,
  onDone,
  onConflict,
  children,
}: {
  awb: string;
  /** The order's name. */
  order: string;
  /** The form replaces an existing answer that the person has seen. */
  isReplacing?: boolean;
  onDone: () => void;
  /** Called with the service's sentence if somebody else was faster. */
  onConflict?: (sentence: string) => void;
  /** The buttons, including the submit button. */
  children: (isPending: boolean) => ReactNode;
}) {
  const words = useWords(shipmentWords);
  const { field, ...form } = useForm({
    first: NOTHING,
    mutationFn: ({ phone, address, landmark, comments }) =>
      answerOf(
        api.POST('/custom/api/v1/reattempt', {
          body: {
            awb,
            ...(isReplacing && { replace_answer: true }),
            ...((address.trim() || landmark.trim()) && {
              updated_address: {
                ...(address.trim() && { address_line: address.trim() }),
                ...(landmark.trim() && { landmark: landmark.trim() }),
              },
            }),
            ...(phone.trim() && { updated_phone_number: phone.trim() }),
            ...(comments.trim() && { comments: comments.trim() }),
          },
        }),
      ),
    onError: (error) => {
      refreshAfterConflict(error);
      if (isConflict(error)) onConflict?.(sentenceOf(error));
    },
    onSuccess: () => {
      toast(words.asked(order));
      onDone();
    },
  });
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      <div className="fields">
        <TextField label={words.newPhone} inputMode="tel" {...field('phone', 'updated_phone_number')} />
        <TextField
          label={words.landmark}
          maxLength={200}
          {...field('landmark', 'updated_address.landmark')}
        />
        <TextField label={words.comments} maxLength={500} {...field('comments')} />
        <LongField
          label={words.newAddress}
          maxLength={300}
          {...field('address', 'updated_address', 'updated_address.address_line')}
        />
      </div>
      <Failure error={form.error} shown={form.shown} />
      <div className="line">{children(form.isPending)}</div>
    </form>
  );
}
