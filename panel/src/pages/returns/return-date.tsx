import type { ReturnRow } from '../../api/returns.ts';
import { isPast, LateSince } from '../../parts/shipments/promised.tsx';
import { Day, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { returnsWords } from './returns-words.ts';

const OVER = new Set(['return_delivered', 'return_lost', 'return_rejected']);

/** When a return is due or by how much it is late, or, for a finished one, when it ended. */
export function ReturnDate({ row }: { row: ReturnRow }) {
  const { date, dueOn } = useWords(returnsWords);
  if (row.status !== 'return_received' && row.status !== 'cancelled' && !OVER.has(row.also)) {
    if (row.due === null) return <Day on={null} />;
    if (isPast(row.due)) return <LateSince day={row.due} />;
    return (
      <>
        {dueOn.before} <Day on={row.due} /> {dueOn.after}
      </>
    );
  }
  const isDelivered = row.status === 'return_received';
  return (
    <>
      {row.since && (isDelivered ? date.delivered : date.ended)} <Moment at={row.since} time={false} />
    </>
  );
}
