import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { shipmentQuery } from '../../api/shipments.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { useReasonWords } from '../../parts/reasons.ts';
import { Status } from '../../parts/status.tsx';
import { commonWords } from '../../words/common.ts';
import { Day } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { CustomerRequest } from '../requests/customer-request.tsx';
import { CourierCalls } from './courier-calls.tsx';
import { NdrAnswered } from './ndr-answered.tsx';
import { sheetWords } from './sheet-words.ts';
import { ShipmentActions } from './shipment-actions.tsx';
import { Customer, History, Parcel } from './shipment-facts.tsx';
import { LabelPreview, Messages, NotesAndTags } from './shipment-papers.tsx';

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
          <History shipment={one} />
          <Parcel shipment={one} />
          <Customer shipment={one} />
          <LabelPreview shipment={one} />
          <Messages id={id} />
          <NotesAndTags id={id} shipment={one} />
          <CourierCalls id={id} />
        </>
      )}
    </aside>
  );
}
