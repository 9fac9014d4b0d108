import { Link } from '@tanstack/react-router';
import { Ban, Printer, RotateCw, Truck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import type { Shipment } from '../../api/shipments.ts';
import { granularOf, isOver } from '../../api/statuses.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { here } from '../../parts/here.ts';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { BookDialog } from './book-dialog.tsx';
import { isAnswered } from './ndr-answered.tsx';
import { PapersMenu } from './papers-menu.tsx';
import { ReattemptDialog } from './reattempt-dialog.tsx';
import { sheetWords } from './sheet-words.ts';

/** Buttons for the actions that the shipment's state allows. Each action first says what it will do. */
export function ShipmentActions({ id, shipment }: { id: string; shipment: Shipment['attributes'] }) {
  const words = useWords(sheetWords);
  const mayPack = useMayActAs('packer');
  const mayDecide = useMayActAs('manager');
  const [question, ask] = useState<'reattempt' | 'rto' | 'cancel' | 'book' | null>(null);
  const { status, sub_status: also, tracking_number: awb, carrier, order, label_url } = shipment;
  const close = () => ask(null);
  const labelLook = status === 'pending' && also !== 'not_picked' ? 'button small first' : 'button small';
  return (
    <div className="line no-print">
      {mayDecide && status === 'ndr_raised' && (
        <>
          <button type="button" className="button small first" onClick={() => ask('reattempt')}>
            <RotateCw aria-hidden="true" />
            {words.reattempt}
          </button>
          <button type="button" className="button small" onClick={() => ask('rto')}>
            <Undo2 aria-hidden="true" />
            {words.rto}
          </button>
        </>
      )}
      {mayPack && status === 'pending' && awb === null && also !== 'processing' && (
        <button type="button" className="button small first" onClick={() => ask('book')}>
          <Truck aria-hidden="true" />
          {words.book}
        </button>
      )}
      {mayPack && also === 'not_picked' && (
        <Link to="/packing" className="button small first">
          <Truck aria-hidden="true" />
          {words.pickup}
        </Link>
      )}
      {label_url && awb !== null && !isOver(granularOf({ status, also })) ? (
        <span className="split">
          <a className={labelLook} href={here(label_url)} target="_blank" rel="noreferrer">
            <Printer aria-hidden="true" />
            {words.print}
          </a>
          <PapersMenu ids={[id]} hasLabels beside={labelLook} />
        </span>
      ) : (
        <PapersMenu ids={[id]} hasLabels={label_url !== null && awb !== null} />
      )}
      {mayDecide && status === 'delivered' && (
        <>
          <Link to="/returns/new" search={{ of: id }} className="button small">
            {words.bringBack}
          </Link>
          <Link to="/returns/new" search={{ of: id, kind: 'exchange' }} className="button small">
            {words.exchange}
          </Link>
        </>
      )}
      {mayDecide && status === 'pending' && (
        <button type="button" className="button small bare push" onClick={() => ask('cancel')}>
          <Ban aria-hidden="true" />
          {words.cancel}
        </button>
      )}
      {question === 'reattempt' && awb !== null && (
        <ReattemptDialog shipment={shipment} awb={awb} onClose={close} />
      )}
      {question === 'rto' && awb !== null && (
        <Confirm
          title={words.rtoTitle(order.display_id)}
          will={words.rtoWill(carrier.name ?? '')}
          action={words.rto}
          done={words.rtoDone(order.display_id)}
          run={() =>
            answerOf(
              api.POST('/custom/api/v1/initiate-rto', {
                body: { awb, replace_answer: isAnswered(shipment) },
              }),
            )
          }
          onClose={close}
        />
      )}
      {question === 'cancel' && (
        <Confirm
          title={words.cancelTitle(order.display_id)}
          will={words.cancelWill}
          action={words.cancel}
          done={words.cancelled(order.display_id)}
          run={() => answerOf(api.POST('/custom/api/v1/cancel-order', { body: { shipment_ids: [id] } }))}
          onClose={close}
        />
      )}
      {question === 'book' && <BookDialog id={id} order={order.display_id} onClose={close} />}
    </div>
  );
}
