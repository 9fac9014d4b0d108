import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { shipmentQuery } from '../../api/shipments.ts';
import { granularOf } from '../../api/statuses.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { useReasonWords } from '../../parts/reasons.ts';
import { CustomerRequest } from '../../parts/shipments/customer-request.tsx';
import { History } from '../../parts/shipments/history.tsx';
import { Status } from '../../parts/status.tsx';
import { commonWords } from '../../words/common.ts';
import { Day } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { CourierProblem, useCourierCalls } from './courier-problem.tsx';
import { isAnswered, NdrAnswered } from './ndr-answered.tsx';
import { nextStepOf, nextStepWords } from './next-step.ts';
import { sheetWords } from './sheet-words.ts';
import { ShipmentActions } from './shipment-actions.tsx';
import { Customer, OrderWarnings, Parcel } from './shipment-facts.tsx';
import { LabelPreview, Messages, NotesAndTags } from './shipment-papers.tsx';
import { TrackingLinks } from './tracking-links.tsx';

/** The details of a shipment, next to the list: first its status and actions, then everything else. */
export function ShipmentSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords(sheetWords);
  const common = useWords(commonWords);
  const sayReason = useReasonWords();
  const { data: shipment, error, refetch } = useQuery(shipmentQuery(id));
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const one = shipment?.attributes;
  const steps = useWords(nextStepWords);
  const step = one && nextStepOf(granularOf({ status: one.status, also: one.sub_status }), isAnswered(one));
  const calls = useCourierCalls(id);
  const problem = <CourierProblem calls={calls} />;
  // A problem is told first while nothing has happened to the parcel since.
  const isOpen = (calls[0]?.happened_at ?? '') > (one?.last_scan_at ?? '');
  return (
    <aside className="sheet" aria-label={words.label} ref={sheet} tabIndex={-1}>
      <header className="sheet-head">
        <div className="line" style={{ flexWrap: 'nowrap' }}>
          <h2 className="cut">{one ? <Copyable text={one.order.display_id} /> : ' '}</h2>
          {one?.tracking_number && (
            <span className="quiet cut">
              <Copyable text={one.tracking_number} />
            </span>
          )}
          <button
            type="button"
            className="button bare icon small push"
            aria-label={common.close}
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {one && (
          <>
            <div className="line">
              <Status status={one.status} also={one.sub_status} />
              {(one.rto_reason ?? one.ndr_reason) && (
                <span className="quiet">{sayReason(one.rto_reason ?? one.ndr_reason ?? '')}</span>
              )}
              {one.expected_delivery_date && (
                <span className="quiet push">
                  {words.promised} <Day on={one.expected_delivery_date} />
                </span>
              )}
            </div>
            {one.customer_request && (
              <CustomerRequest input={one.customer_request} order={one.order.display_id} />
            )}
            <NdrAnswered shipment={one} />
            {step && <p>{steps.long[step]}</p>}
            <ShipmentActions id={id} shipment={one} />
          </>
        )}
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!one && !error && (
        <section>
          <Skeleton lines={9} />
        </section>
      )}
      {one && (
        <>
          {isOpen && problem}
          <OrderWarnings shipment={one} />
          <Customer shipment={one} />
          <TrackingLinks id={id} shipment={one} />
          <History scans={one.tracking_details} unread={one.unread_scans} />
          <Parcel id={id} shipment={one} />
          <LabelPreview shipment={one} />
          <Messages id={id} />
          <NotesAndTags id={id} shipment={one} />
          {!isOpen && problem}
        </>
      )}
    </aside>
  );
}
