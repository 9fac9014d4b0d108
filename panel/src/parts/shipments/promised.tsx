import type { ShipmentRow } from '../../api/shipments.ts';
import { granularOf, isStillToCome } from '../../api/statuses.ts';
import { Day, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shipmentWords } from './shipment-words.ts';

const DAY_MS = 86_400_000;

/** The promised date of a parcel, or by how many days it is late. */
export function Promised({ row }: { row: ShipmentRow }) {
  return isStillToCome(granularOf(row)) && isPast(row.due) ? (
    <LateSince day={row.due} />
  ) : (
    <Day on={row.due} />
  );
}

/** By how many days something is late that was due on a day. */
export function LateSince({ day }: { day: string }) {
  const { late } = useWords(shipmentWords);
  const counts = useCounts();
  return <span className="bad">{late(counts.days(daysSince(day)))}</span>;
}

export function isPast(day: string | null): day is string {
  return day !== null && daysSince(day) > 0;
}

/** Whole days from the start of a day in India until now. */
function daysSince(day: string): number {
  return Math.floor((Date.now() - Date.parse(`${day}T00:00:00+05:30`)) / DAY_MS);
}
