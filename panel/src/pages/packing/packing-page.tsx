import '../../design/packing.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMayActAs } from '../../session/session.ts';
import { grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { Handover } from './handover.tsx';
import { waitingQuery } from './handover-queries.ts';
import { Pack } from './pack.tsx';
import { packingWords } from './packing-words.ts';

/** Packing: scan a parcel and print its label; and the handover of packed parcels to couriers. */
export function PackingPage() {
  const words = useWords(packingWords);
  const seesHandover = useMayActAs('packer', 'by_warehouse');
  const { part } = useSearch({ from: '/frame/packing' });
  const isHandover = seesHandover && part === 'handover';
  const waiting = useQuery({ ...waitingQuery, enabled: seesHandover }).data;
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        {seesHandover && (
          <nav className="tabs" aria-label={words.parts}>
            <Link
              to="/packing"
              search={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isHandover ? undefined : 'page'}
            >
              {words.pack}
            </Link>
            <Link
              to="/packing"
              search={{ part: 'handover' }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isHandover ? 'page' : undefined}
            >
              {words.handover}
              {waiting && <span className="count">{grouped(waiting.parcels)}</span>}
            </Link>
          </nav>
        )}
        {isHandover ? <Handover /> : <Pack />}
      </div>
    </main>
  );
}
