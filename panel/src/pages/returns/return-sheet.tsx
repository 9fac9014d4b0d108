import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { returnQuery } from '../../api/returns.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { type Pictured, Pictures } from '../../parts/pictures.tsx';
import { History } from '../../parts/shipments/history.tsx';
import { Status } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { useReturnReason } from './return-reason.ts';
import { returnsWords } from './returns-words.ts';

const BEFORE_PICKUP = new Set(['return_requested', 'return_pickup_scheduled', 'return_not_picked']);

function pictured(returnId: string, address: string, name: string): Pictured {
  const source = `/custom/api/v1/returns/${returnId}/picture?address=${encodeURIComponent(address)}`;
  return { source, small: `${source}&size=small`, address, name };
}

/** The details of a return, next to the list. */
export function ReturnSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords(returnsWords);
  const common = useWords(commonWords);
  const sayReason = useReturnReason();
  const mayDecide = useMayActAs('manager');
  const { data, error, refetch } = useQuery(returnQuery(id));
  const [cancels, setCancels] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);
  const one = data?.attributes;
  return (
    <aside className="sheet" aria-label={words.sheet} ref={sheet} tabIndex={-1}>
      <header className="sheet-head">
        <div className="line" style={{ flexWrap: 'nowrap' }}>
          <h2 className="cut">{one ? <Copyable text={one.display_id} /> : ' '}</h2>
          {one?.shipment.tracking_number && <Copyable text={one.shipment.tracking_number} />}
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
          <div className="line">
            <Status status={one.status} also={one.sub_status ?? one.shipment.status} />
            <span className="quiet">{one.shipment.carrier.name}</span>
            {one.is_exchange && <span className="quiet">{words.exchange}</span>}
            {mayDecide && BEFORE_PICKUP.has(one.shipment.status) && (
              <button type="button" className="button small danger push" onClick={() => setCancels(true)}>
                {words.cancel}
              </button>
            )}
          </div>
        )}
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!one && !error && (
        <section>
          <Skeleton lines={8} />
        </section>
      )}
      {one && (
        <>
          <History
            scans={one.shipment.tracking_details}
            unread={one.unread_scans}
            more={({ qc_failure_reason, qc_images }) => (
              <>
                {qc_failure_reason && <p className="bad">{qc_failure_reason}</p>}
                {qc_images.length > 0 && (
                  <Pictures
                    pictures={qc_images.map((address, at) =>
                      pictured(id, address, words.doorPicture(at + 1)),
                    )}
                  />
                )}
              </>
            )}
          />
          <section aria-labelledby="goods">
            <h3 id="goods">{words.goods}</h3>
            <ul className="stack tight">
              {one.return_items.map((item) => (
                <li key={item.id}>
                  <span className="mono quiet">{item.quantity} ×</span> {item.name}{' '}
                  {item.sku && <span className="mono quiet">{item.sku}</span>}
                  {item.qc_product_image && (
                    <Pictures pictures={[pictured(id, item.qc_product_image, words.picture)]} />
                  )}
                </li>
              ))}
            </ul>
            {one.qc_status && (
              <p>
                {words.qc}: {words.qcWords[one.qc_status]}
              </p>
            )}
            {one.return_reason && <p className="quiet">{sayReason(one.return_reason)}</p>}
          </section>
        </>
      )}
      {cancels && one && (
        <Confirm
          title={words.cancelTitle(one.display_id)}
          will={words.cancelWill}
          action={words.cancel}
          done={words.cancelled(one.display_id)}
          run={() =>
            answerOf(api.POST('/custom/api/v1/cancel-order', { body: { shipment_ids: [one.shipment.id] } }))
          }
          onClose={() => setCancels(false)}
        />
      )}
    </aside>
  );
}
