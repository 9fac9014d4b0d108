import type { ShipmentRow } from '../../api/shipments.ts';
import { granularOf } from '../../api/statuses.ts';
import { Status } from '../../parts/status.tsx';
import { rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { nextStepOf, nextStepWords } from './next-step.ts';
import { shipmentsWords } from './shipments-words.ts';

/** A shipment on a phone: who gets it, its state, its amount, and what to do next. */
export function ShipmentCard({ row, onOpen }: { row: ShipmentRow; onOpen: (id: string) => void }) {
  const words = useWords(shipmentsWords);
  const steps = useWords(nextStepWords);
  const step = nextStepOf(granularOf(row));
  return (
    <div className="row-card">
      <span className="line apart">
        <button type="button" className="row-link strong cut" onClick={() => onOpen(row.id)}>
          {row.customer || row.order}
        </button>
        <span className="mono">{rupees(row.isCod ? row.cod : row.price)}</span>
      </span>
      <span className="line apart">
        <Status status={row.status} also={row.also} />
        <span className="quiet small">{row.isCod ? words.cod : words.prepaid}</span>
      </span>
      <span className="line apart small">
        <span className="quiet cut">
          <span className="mono">{row.order}</span> · {row.city}
        </span>
        {step && <span className="next strong">{steps.short[step]}</span>}
      </span>
    </div>
  );
}
