import type { ShipmentRow } from '../../api/shipments.ts';
import { granularOf, isStillToCome } from '../../api/statuses.ts';
import { Status } from '../../parts/status.tsx';
import { rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { nextStepOf, nextStepWords } from './next-step.ts';
import { Promised } from './promised.tsx';
import { shipmentsWords } from './shipments-words.ts';

/** A shipment on a phone: who gets it, its state, its amount, when it is due, and what to do next. */
export function ShipmentCard({ row, onOpen }: { row: ShipmentRow; onOpen: (id: string) => void }) {
  const words = useWords(shipmentsWords);
  const steps = useWords(nextStepWords);
  const status = granularOf(row);
  const step = nextStepOf(status);
  return (
    <div className="row-card">
      <span className="line apart">
        <button type="button" className="row-link strong cut" onClick={() => onOpen(row.id)}>
          {row.customer || row.order}
        </button>
        <span>
          <span className="quiet small">{row.isCod ? words.cod : words.prepaid}</span>{' '}
          <span className="mono">{rupees(row.isCod ? row.cod : row.price)}</span>
        </span>
      </span>
      <span className="line apart">
        <Status status={row.status} also={row.also} />
        {row.due && isStillToCome(status) && (
          <span className="quiet small">
            {words.dueOn} <Promised row={row} />
          </span>
        )}
      </span>
      <span className="line apart small">
        <span className="quiet cut">
          <span className="mono">{row.tracking ?? row.order}</span> · {row.carrier ?? row.city}
        </span>
        {step && <span className="next strong">{steps.short[step]}</span>}
      </span>
    </div>
  );
}
