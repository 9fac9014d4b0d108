import type { ShipmentRow, SortedBy } from '../../api/shipments.ts';
import { granularOf, isStillToCome } from '../../api/statuses.ts';
import { Promised } from '../../parts/shipments/promised.tsx';
import { Status } from '../../parts/status.tsx';
import { Moment, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { nextStepOf, nextStepWords } from './next-step.ts';
import { shipmentsWords } from './shipments-words.ts';

/**
 * A row on a phone. An order says who bought what, a shipment where its parcel is; both show the time by which the
 * list is sorted, and what to do next.
 */
export function ShipmentCard({
  row,
  of,
  by,
  onOpen,
}: {
  row: ShipmentRow;
  of: 'shipments' | 'orders';
  by: SortedBy;
  onOpen: (id: string) => void;
}) {
  const words = useWords(shipmentsWords);
  const steps = useWords(nextStepWords);
  const status = granularOf(row);
  const step = nextStepOf(status);
  const isOrder = of === 'orders';
  return (
    <div className="row-card">
      <span className="line apart">
        <button type="button" className="row-link strong cut" onClick={() => onOpen(row.id)}>
          {isOrder ? row.customer || row.order : <span className="mono">{row.tracking ?? row.order}</span>}
        </button>
        {isOrder ? (
          <span>
            <span className="quiet small">{row.isCod ? words.cod : words.prepaid}</span>{' '}
            <span className="mono">{rupees(row.isCod ? row.cod : row.price)}</span>
          </span>
        ) : (
          row.due &&
          isStillToCome(status) && (
            <span className="quiet small">
              {words.dueOn} <Promised row={row} />
            </span>
          )
        )}
      </span>
      <span className="line apart">
        <Status status={row.status} also={row.also} />
        <span className="quiet small">
          {by === 'last_scan_at' ? (
            <>
              {words.column.lastScan} <Moment at={row.lastScan} />
            </>
          ) : (
            <>
              {words.column.created} <Moment at={row.created} />
            </>
          )}
        </span>
      </span>
      <span className="line apart small">
        <span className="quiet cut">
          {isOrder ? (
            <>
              <span className="mono">{row.order}</span> · {row.items}
            </>
          ) : (
            [row.customer, row.carrier, row.lastPlace ?? row.city].filter(Boolean).join(' · ')
          )}
        </span>
        {step && <span className="next strong">{steps.short[step]}</span>}
      </span>
    </div>
  );
}
