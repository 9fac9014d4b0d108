import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { shipmentQuery, shipmentsList } from '../../api/shipments.ts';
import { PageHead } from '../../frame/page-head.tsx';
import { Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { usePagedList } from '../../parts/paged-list.ts';
import { Rows } from '../../parts/paged-table.tsx';
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
        <PageHead title={words.title} from="/returns" fromName={words.returns} />
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
    <section className="stack tight" aria-labelledby="find">
      <h2 id="find">{words.find}</h2>
      <SearchInput
        label={words.findHint}
        searched={q}
        onAsk={(text) => void navigate({ search: (before) => ({ ...before, q: text }), replace: true })}
        input={input}
      />
      <Failure error={error} />
      {total === 0 && <p className="quiet">{words.noneFound}</p>}
      {!isPrevious && total !== 0 && (
        <Rows
          label={words.found}
          rows={rows.slice(0, SHOWN)}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ search: { of: id, kind } })}
          columns={[
            {
              id: 'order',
              header: words.order,
              width: 140,
              card: 'plain',
              cell: ({ id, order }) => (
                <Link to="/returns/new" search={{ of: id, kind }} className="mono">
                  {order}
                </Link>
              ),
            },
            {
              id: 'customer',
              header: words.customer,
              width: 220,
              card: 'title',
              cell: ({ customer, city }) => (
                <>
                  <span className="strong">{customer}</span> <span className="quiet">{city}</span>
                </>
              ),
            },
            { id: 'items', header: words.items, width: 320, card: 'plain', cell: ({ items }) => items },
            {
              id: 'delivered',
              header: words.delivered,
              width: 120,
              cell: ({ lastScan }) => <Moment at={lastScan} time={false} />,
            },
            {
              id: 'choose',
              header: '',
              width: 90,
              cell: ({ id, order }) => (
                <Link to="/returns/new" search={{ of: id, kind }} className="button small">
                  {words.choose}
                  <span className="unseen"> {order}</span>
                </Link>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
