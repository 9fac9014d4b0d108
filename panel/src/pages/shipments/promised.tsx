import type { ShipmentRow } from '../../api/shipments.ts';
import { granularOf, isStillToCome } from '../../api/statuses.ts';
import { Day, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shipmentsWords } from './shipments-words.ts';

const DAY_MS = 86_400_000;

/** The promised date of a parcel, or by how many days it is late. */
export function Promised({ row }: { row: ShipmentRow }) {
  const { late } = useWords(shipmentsWords);
  const counts = useCounts();
  const days = row.due === null || !isStillToCome(granularOf(row)) ? 0 : daysSince(row.due);
  return days > 0 ? <span className="bad">{late(counts.days(days))}</span> : <Day on={row.due} />;
}

/** Whole days from the end of a day in India until now. */
function daysSince(day: string): number {
  return Math.floor((Date.now() - Date.parse(`${day}T00:00:00+05:30`)) / DAY_MS);
}
