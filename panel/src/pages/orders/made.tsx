import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Copyable } from '../../parts/copyable.tsx';
import { here } from '../../parts/here.ts';
import { Warnings } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import type { Said } from '../../words/sentences.ts';
import { ordersWords } from './orders-words.ts';

export interface MadeOrder {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly carrier: string | null;
  /** The charges of the booking in rupees. */
  readonly price: number;
  readonly awb: string | null;
  readonly label: string | null;
  /** Tells whether a courier should be booked. */
  readonly isOpen: boolean;
  /** What is odd about the order. */
  readonly warnings: readonly Said[];
}

/** The created order, with its label and a link to the next order. */
export function Made({ order, onNext }: { order: MadeOrder; onNext: () => void }) {
  const words = useWords(ordersWords);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <div className="stack">
      <div className="card stack" role="status">
        <h2>
          <State mood="done">{words.made(order.orderId)}</State>
        </h2>
        <p>
          {order.awb !== null && order.carrier !== null ? (
            <>
              {words.bookedWith(order.carrier, rupees(order.price, 2))} · <Copyable text={order.awb} />
            </>
          ) : order.isOpen ? (
            words.lost
          ) : (
            words.notBooked
          )}
        </p>
        <Warnings of={order.warnings} />
        <div className="line">
          <button type="button" className="button first" ref={next} onClick={onNext}>
            {words.another}
          </button>
          {order.label && (
            <a className="button" href={here(order.label)} target="_blank" rel="noreferrer">
              {words.label}
            </a>
          )}
          <Link to="/shipments" search={{ open: order.shipmentId }} className="button">
            {words.show}
          </Link>
        </div>
      </div>
      {order.label && order.awb && <iframe className="paper" title={words.label} src={here(order.label)} />}
    </div>
  );
}
