import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';
import { sheetWords } from './sheet-words.ts';

export function BookDialog({ id, order, onClose }: { id: string; order: string; onClose: () => void }) {
  const words = useWords(sheetWords);
  const actions = useWords(actionWords);
  const common = useWords(commonWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const [carrier, setCarrier] = useState('');
  const [key] = useState(idempotencyKey);
  const booking = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/custom/api/v1/forward-order-shipment', {
          body: { shipment_id: id, ...(carrier && { carrier_id: carrier }) },
          headers: { 'idempotency-key': key },
        }),
      ),
    onSuccess: ({ payload }) => {
      toast(words.booked(order, payload.courier_name ?? ''));
      onClose();
    },
  });
  return (
    <Dialog
      title={words.bookTitle(order)}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button
            type="button"
            className="button first"
            disabled={booking.isPending}
            onClick={() => booking.mutate()}
          >
            {words.book}
          </button>
        </>
      }
    >
      <p>{words.bookWill}</p>
      <Choice
        label={actions.carrier}
        value={carrier}
        options={[
          ['', actions.cheapest],
          ...carriers
            .filter((one) => one.status === 'active')
            .map((one) => [one.carrier_id, one.carrier_name] as const),
        ]}
        onChoose={setCarrier}
      />
      <Failure error={booking.error} />
    </Dialog>
  );
}
