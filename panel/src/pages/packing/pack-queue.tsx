import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { answerOf, api } from '../../api/client.ts';
import { rowOf } from '../../api/shipments.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { grouped } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { packingWords } from './packing-words.ts';

const SHOWN = 20;

/** The parcels that wait to be packed, the oldest first, and how many they are. */
const queueQuery = queryOptions({
  queryKey: ['pack queue'],
  queryFn: async ({ signal }) => {
    const body = { handover: 'waiting', sort_order: 'asc', per_page: SHOWN } as const;
    const { data, meta } = await answerOf(api.POST('/custom/api/v1/shipments', { body, signal }));
    return { rows: data.map(rowOf), total: meta.total };
  },
});

/** What is to be packed next. A button does what a scan of the parcel does. */
export function PackQueue({
  packed,
  onPack,
}: {
  /** The orders that were scanned here. */
  packed: ReadonlySet<string>;
  onPack: (order: string) => void;
}) {
  const words = useWords(packingWords);
  const { data, error, refetch } = useQuery(queueQuery);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  const rows = data.rows.filter(({ order }) => !packed.has(order));
  return (
    <section className="stack tight" aria-labelledby="queue">
      <div className="line apart">
        <h2 id="queue">
          {words.toPack} <span className="quiet">{grouped(data.total)}</span>
        </h2>
        {data.total > SHOWN && (
          <Link to="/shipments" search={{ handover: 'waiting' }}>
            {words.showAll}
          </Link>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="quiet">{words.nothingToPack}</p>
      ) : (
        <Rows
          label={words.toPack}
          rows={rows}
          idOf={({ id }) => id}
          columns={[
            {
              id: 'order',
              header: words.order,
              width: 200,
              cell: ({ order, customer }) => (
                <>
                  <span className="strong">{customer}</span>
                  <p className="mono quiet">{order}</p>
                </>
              ),
            },
            { id: 'items', header: words.items, width: 260, card: 'plain', cell: ({ items }) => items },
            { id: 'carrier', header: words.carrier, width: 180, cell: ({ carrier }) => carrier ?? '–' },
            {
              id: 'pack',
              header: '',
              width: 120,
              cell: ({ order }) => (
                <button type="button" className="button small" onClick={() => onPack(order)}>
                  <Printer aria-hidden="true" />
                  {words.packIt}
                  <span className="unseen"> {order}</span>
                </button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
