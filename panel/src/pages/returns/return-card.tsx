import type { ReturnRow } from '../../api/returns.ts';
import { Status } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { ReturnDate } from './return-date.tsx';
import { returnsWords } from './returns-words.ts';

/** The statuses in which somebody here has to ask the courier. */
const TO_CHASE = new Set([
  'return_not_picked',
  'return_ndr_raised',
  'return_need_attention',
  'return_lost',
  'return_qc_failed',
]);

/** A return on a phone: who sends it, its state, its date, and what to do next. */
export function ReturnCard({ row, onOpen }: { row: ReturnRow; onOpen: (id: string) => void }) {
  const words = useWords(returnsWords);
  const { id, order, customer, city, status, also, items } = row;
  return (
    <div className="row-card">
      <span className="line apart">
        <button type="button" className="row-link strong cut" onClick={() => onOpen(id)}>
          {customer}
        </button>
        <span className="mono quiet">{order}</span>
      </span>
      <span className="line apart">
        <Status status={status} also={also} />
        <span className="quiet small">
          <ReturnDate row={row} />
        </span>
      </span>
      <span className="line apart small">
        <span className="quiet cut">
          {city} · {items}
        </span>
        {TO_CHASE.has(also) && <span className="next strong">{words.chase}</span>}
      </span>
    </div>
  );
}
