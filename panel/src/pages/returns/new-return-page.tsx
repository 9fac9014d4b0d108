import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { shipmentQuery, shipmentsList } from '../../api/shipments.ts';
import { Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { usePagedList } from '../../parts/paged-list.ts';
import { SearchInput } from '../../parts/search-input.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { newReturnWords } from './new-return-words.ts';
import { ReturnForm } from './return-form.tsx';

const SHOWN = 8;
/** A tab matches only the exact address. */
const WHOLE = { exact: true, includeSearch: true } as const;

/** A new return: choose the delivered parcel, then its items. */
export function NewReturnPage() {
  const words = useWords(newReturnWords);
  const view = useSearch({ from: '/frame/returns/new' });
  const { of: shipmentId, kind = 'return' } = view;
  const { data: shipment, error } = useQuery({
    ...shipmentQuery(shipmentId ?? ''),
    enabled: shipmentId !== undefined,
  });
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <nav className="tabs" aria-label={words.kinds}>
          {(['return', 'exchange'] as const).map((one) => (
            <Link
              key={one}
              to="/returns/new"
              search={{ ...view, kind: one === 'exchange' ? one : undefined }}
              activeOptions={WHOLE}
              aria-current={one === kind ? 'page' : undefined}
            >
              {words.kind[one]}
            </Link>
          ))}
        </nav>
        <p className="quiet">{words.will[kind]}</p>
        <Failure error={error} />
        {shipmentId === undefined ? (
          <Find />
        ) : shipment === undefined ? (
          !error && <Skeleton lines={8} />
        ) : shipment.attributes.status !== 'delivered' ? (
          <Warning>{words.notDelivered}</Warning>
        ) : (
          <ReturnForm key={`${shipmentId} ${kind}`} kind={kind} shipment={shipment} />
        )}
      </div>
    </main>
  );
}

/** The delivered orders that match the typed text. Before anything is typed, the newest deliveries. */
function Find() {
  const words = useWords(newReturnWords);
  const { q = '', kind } = useSearch({ from: '/frame/returns/new' });
  const navigate = useNavigate({ from: '/returns/new' });
  const input = useRef<HTMLInputElement>(null);
  const filter = { status: ['delivered'], ...(q && { search: q }) };
  const { rows, total, error, isPrevious } = usePagedList(shipmentsList(filter, 'desc', 'last_scan_at'), {
    isEndless: false,
  });
  return (
    <section className="stack tight form-width" aria-labelledby="find">
      <h2 id="find">{words.find}</h2>
      <SearchInput
        label={words.findHint}
        searched={q}
        onAsk={(text) =>
          void navigate({ search: (before) => ({ ...before, q: text || undefined }), replace: true })
        }
        input={input}
      />
      <Failure error={error} />
      {total === 0 && <p className="quiet">{words.noneFound}</p>}
      <ul className="stack tight" aria-label={words.found} aria-busy={isPrevious}>
        {rows.slice(0, isPrevious ? 0 : SHOWN).map((row) => (
          <li key={row.id}>
            <Link to="/returns/new" search={{ of: row.id, kind }} className="choice">
              <span className="line apart">
                <span className="mono strong">{row.order}</span>
                <span className="quiet">
                  {words.delivered} <Moment at={row.lastScan} time={false} />
                </span>
              </span>
              <span className="quiet cut">
                {row.customer}, {row.city} · {row.items}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
