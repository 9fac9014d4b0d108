import { Link } from '@tanstack/react-router';
import type { ShipmentsView } from '../../parts/shipments/view.ts';
import { useWords } from '../../words/language.ts';
import { type StateCode, stateCode, useStateName } from '../../words/states.ts';
import type { FigureRow } from './figure-table.tsx';
import { addUp, type Figures, measured } from './figures.ts';
import { figuresWords } from './figures-words.ts';
import type { Measure } from './spans.ts';
import { useSaidMeasure } from './time-picture.tsx';

/**
 * Column and row of each state in a tile map. All tiles have the same size, because area says nothing about
 * parcels, and Goa and Delhi are as easy to find as Rajasthan.
 */
const PLACES: Record<StateCode, readonly [column: number, row: number]> = {
  JK: [3, 1],
  LA: [4, 1],
  PB: [2, 2],
  CH: [3, 2],
  HP: [4, 2],
  HR: [2, 3],
  DL: [3, 3],
  UK: [4, 3],
  SK: [6, 3],
  AR: [8, 3],
  RJ: [2, 4],
  UP: [3, 4],
  BR: [4, 4],
  AS: [7, 4],
  NL: [8, 4],
  GJ: [1, 5],
  MP: [2, 5],
  CG: [3, 5],
  JH: [4, 5],
  WB: [5, 5],
  ML: [7, 5],
  MN: [8, 5],
  DH: [1, 6],
  MH: [2, 6],
  TS: [3, 6],
  OD: [4, 6],
  TR: [7, 6],
  MZ: [8, 6],
  GA: [1, 7],
  KA: [2, 7],
  AP: [3, 7],
  KL: [2, 8],
  TN: [3, 8],
  PY: [4, 8],
  LD: [1, 9],
  AN: [6, 9],
};
const SHADES = 5;

/** The states of India as tiles, darker for higher values; each links to its shipments. */
export function StateMap({ rows, measure }: { rows: readonly FigureRow[]; measure: Measure }) {
  const words = useWords(figuresWords);
  const say = useSaidMeasure();
  const stateName = useStateName();
  const tiles = tilesOf(rows);
  const values = [...tiles.values()].map(({ figures }) => measured(figures, measure) ?? 0);
  const highest = Math.max(...values, 0);
  return (
    <div className="stack tight">
      <ul className="tiles">
        {Object.entries(PLACES).map(([code, [column, row]]) => {
          const found = tiles.get(code as StateCode);
          const value = found === undefined ? null : measured(found.figures, measure);
          const shade =
            value === null || highest === 0 ? 0 : Math.max(1, Math.ceil((value / highest) * SHADES));
          const said = words.bar(
            stateName(code),
            found === undefined ? words.parcels(0) : say(value, measure),
          );
          return (
            <li key={code} style={{ gridColumn: column, gridRow: row }}>
              {found === undefined ? (
                <span className="tile" title={said}>
                  {code}
                  <span className="unseen">{said}</span>
                </span>
              ) : (
                <Link
                  to="/shipments"
                  search={found.behind}
                  className={`tile shade-${shade}`}
                  title={said}
                  aria-label={`${code}, ${said}`}
                >
                  {code}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <p className="line small quiet">
        {words.low[measure]}
        {Array.from({ length: SHADES }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shade has no other key
          <span key={at} className={`tile key-tile shade-${at + 1}`} aria-hidden="true" />
        ))}
        {words.high[measure]}
      </p>
    </div>
  );
}

interface Tile {
  readonly figures: Figures;
  readonly behind: ShipmentsView;
}

/** A tile adds up all spellings of its state; unknown names are only in the table. */
function tilesOf(rows: readonly FigureRow[]): Map<StateCode, Tile> {
  const tiles = new Map<StateCode, Tile>();
  for (const { key, figures, behind } of rows) {
    const code = stateCode(key);
    if (code === undefined || behind === null) continue;
    const found = tiles.get(code);
    tiles.set(
      code,
      found === undefined
        ? { figures, behind }
        : {
            figures: addUp(found.figures, figures),
            behind: { ...behind, state: [...(found.behind.state ?? []), ...(behind.state ?? [])] },
          },
    );
  }
  return tiles;
}
