import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { isConflict, sentenceOf } from '../../api/client.ts';
import { refreshAfterConflict } from '../../api/queries.ts';
import type { Shipment } from '../../api/shipments.ts';
import { useMayActAs } from '../../session/session.ts';
import { Day, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { Failure } from '../notices.tsx';
import { toast } from '../toasts.tsx';
import { Decide, decideRequest, type Verdict } from './decide.tsx';
import { requestsWords } from './requests-words.ts';

type OpenRequest = NonNullable<Shipment['attributes']['customer_request']>;

/** The customer's open request for a parcel, with a button that carries it out. */
export function CustomerRequest({
  input,
  order,
  onDone,
  onConflict,
}: {
  input: OpenRequest;
  /** The order's name. */
  order: string;
  onDone?: () => void;
  /** Called with the service's sentence if somebody else was faster. */
  onConflict?: (sentence: string) => void;
}) {
  const words = useWords(requestsWords);
  const mayDecide = useMayActAs('manager');
  const [question, ask] = useState<Verdict['action'] | null>(null);
  const doing = useMutation({
    mutationFn: () => decideRequest(input.id, 'approve'),
    onError: (error) => {
      refreshAfterConflict(error);
      if (isConflict(error)) onConflict?.(sentenceOf(error));
    },
    onSuccess: () => {
      toast(words.done(order));
      onDone?.();
    },
  });
  const { delivery_date, landmark, phone, note, return_reason } = input;
  const facts = [
    phone && words.newPhone(phone),
    landmark && words.landmark(landmark),
    return_reason && words.reason[return_reason],
    note && `“${note}”`,
  ].filter(Boolean);
  return (
    <section className="notice needs" aria-label={words.customerAsks}>
      <MessageCircleQuestion size={16} aria-hidden="true" />
      <div className="stack tight">
        <p>
          <span className="quiet">{words.customerAsks}</span>{' '}
          <span className="strong">{words.kind[input.kind]}</span>
          {delivery_date && (
            <>
              {', '}
              <Day on={delivery_date} />
            </>
          )}{' '}
          <span className="quiet small">
            · <Moment at={input.created_at} />
          </span>
        </p>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        <Failure error={doing.error} />
        {input.at_once ? (
          <p className="quiet small">{words.atOnce}</p>
        ) : (
          mayDecide && (
            <div className="line no-print">
              {input.kind === 'return' ? (
                <Link to="/requests" className="button small first">
                  {words.look}
                </Link>
              ) : (
                <button
                  type="button"
                  className="button small first"
                  disabled={doing.isPending}
                  title={words.approveWill[input.kind]}
                  onClick={() => doing.mutate()}
                >
                  {words.doIt[input.kind]}
                </button>
              )}
              <button type="button" className="button small" onClick={() => ask('reject')}>
                {words.reject}
              </button>
            </div>
          )
        )}
      </div>
      {question && <Decide requests={[{ ...input, order }]} action={question} onClose={() => ask(null)} />}
    </section>
  );
}
