import { Link } from '@tanstack/react-router';
import type { LinkedRow } from './figure-table.tsx';
import { measured } from './figures.ts';
import type { Measure } from './spans.ts';
import { useSaidMeasure } from './time-picture.tsx';

/** A bar chart of a few groups; each bar links to its shipments. */
export function GroupPicture({ rows, measure }: { rows: readonly LinkedRow[]; measure: Measure }) {
  const say = useSaidMeasure();
  const values = rows.map(({ figures }) => measured(figures, measure) ?? 0);
  const highest = Math.max(...values, 0) || 1;
  return (
    <ul className="group-bars">
      {rows.map(({ key, name, figures, behind }) => {
        const value = measured(figures, measure);
        return (
          <li key={key}>
            <Link to="/shipments" search={behind}>
              <span className="cut" title={name}>
                {name}
              </span>
              <span className="track" aria-hidden="true">
                <span style={{ width: `${((value ?? 0) / highest) * 100}%` }} />
              </span>
              <span className="value">{say(value, measure)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
