import { here } from '../../parts/here.ts';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import type { Scanned } from './find-scanned.ts';
import { packingWords } from './packing-words.ts';

export interface Packed {
  readonly code: string;
  readonly found: Scanned;
}

/** What was scanned, the last one first, each with what can be done. */
export function ScannedList({
  packed,
  isBooking,
  onBook,
  onPrint,
}: {
  packed: readonly Packed[];
  isBooking: boolean;
  onBook: (one: { id: string; order: string }) => void;
  /** Null if this browser cannot print a label by itself: it is then opened. */
  onPrint: ((label: string) => void) | null;
}) {
  const words = useWords(packingWords);
  return (
    <section className="stack tight" aria-labelledby="packed" aria-live="polite">
      <h2 id="packed">{words.packed}</h2>
      <ul className="stack tight">
        {packed.map((one) => {
          const { found } = one;
          if (!('order' in found))
            return (
              <li key={one.code} className="card scanned">
                <Outcome of={one} />
              </li>
            );
          const { id, kind, order, customer, carrier, label } = found;
          return (
            <li key={one.code} className="card scanned">
              <div>
                <p>
                  <span className="mono strong">{order}</span> {customer}
                </p>
                {carrier && <p className="quiet">{carrier}</p>}
              </div>
              <span className="scanned-end">
                <Outcome of={one} />
                {kind === 'label' &&
                  label !== null &&
                  (onPrint === null ? (
                    <a className="button thumb" href={here(label)} target="_blank" rel="noreferrer">
                      {words.openLabel}
                    </a>
                  ) : (
                    <button type="button" className="button" onClick={() => onPrint(label)}>
                      {words.again}
                    </button>
                  ))}
                {kind === 'unbooked' && (
                  <button
                    type="button"
                    className="button first thumb"
                    disabled={isBooking}
                    onClick={() => onBook({ id, order })}
                  >
                    {words.book}
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Whether the scanned parcel can be packed. */
export function Outcome({ of: { code, found } }: { of: Packed }) {
  const words = useWords(packingWords);
  switch (found.kind) {
    case 'nothing':
    case 'several':
      return <State mood="bad">{words[found.kind](code)}</State>;
    case 'label':
      return <State mood="done">{words.ready}</State>;
    case 'unbooked':
      return <State mood="needs">{words.unbooked}</State>;
    default:
      return <State mood="bad">{words[found.kind]}</State>;
  }
}
