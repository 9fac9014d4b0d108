import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useNarrow } from '../../parts/narrow.ts';
import { Rupees, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { moneyListWords } from './money-list-words.ts';

/** An amount of a list: null until it is known. */
export type Sum = readonly [name: string, amount: number | null | undefined, mood?: 'needs' | 'bad' | 'done'];

/** Amounts in large digits; a phone shows two, and the others on demand. */
export function Sums({
  sums,
  lead = 0,
  major = sums.length,
}: {
  sums: readonly Sum[];
  lead?: number;
  major?: number;
}) {
  const words = useWords(moneyListWords);
  const isNarrow = useNarrow();
  const [isOpen, open] = useState(false);
  if (isNarrow && sums.length > 2) {
    return (
      <div className="lead-sums">
        <Sums sums={sums.slice(lead, lead + 2)} />
        <button
          type="button"
          className="button bare small"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {words.details}
          {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </button>
        {isOpen && (
          <dl className="more-sums">
            {sums.toSpliced(lead, 2).map(([name, amount]) => (
              <div className="line apart" key={name}>
                <dt className="quiet">{name}</dt>
                <dd>
                  <Rupees value={amount} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    );
  }
  return (
    <dl className="figures compact">
      {sums.map(([name, amount, mood], at) => (
        <div className={at < major ? 'figure' : 'figure minor'} key={name}>
          <dt className="quiet">{name}</dt>
          <dd className={amount ? mood : undefined}>
            {amount === null || amount === undefined ? '…' : rupees(amount, 2)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
