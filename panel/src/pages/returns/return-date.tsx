import type { ReturnRow } from '../../api/returns.ts';
import { Day, indianDay, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { returnsWords } from './returns-words.ts';

const OVER = new Set(['return_delivered', 'return_lost', 'return_rejected']);

/** When a return is due, or, for a finished one, when it ended. */
export function ReturnDate({ row }: { row: ReturnRow }) {
  const { date, dueOn } = useWords(returnsWords);
  if (row.status !== 'return_received' && row.status !== 'cancelled' && !OVER.has(row.also)) {
    return row.due ? (
      <>
        {dueOn.before} <Day on={row.due} /> {row.due < indianDay(new Date()) ? dueOn.past : dueOn.coming}
      </>
    ) : (
      <Day on={null} />
    );
  }
  const isDelivered = row.status === 'return_received';
  return (
    <>
      {row.since && (isDelivered ? date.delivered : date.ended)} <Moment at={row.since} time={false} />
    </>
  );
}
