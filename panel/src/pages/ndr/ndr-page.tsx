import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import { queries } from '../../api/queries.ts';
import {
  type Filter,
  type ShipmentPage,
  type ShipmentRow,
  shipmentQuery,
  shipmentsQuery,
} from '../../api/shipments.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { FilterMenu } from '../../parts/filter-menu.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { useReasons, useReasonWords } from '../../parts/reasons.ts';
import { useMayActAs } from '../../session/session.ts';
import { Moment, Rupees, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ReattemptForm } from '../shipments/reattempt-form.tsx';
import { History } from '../shipments/shipment-facts.tsx';
import { ndrWords } from './ndr-words.ts';

/** Those whose last attempt failed and that nobody has answered. */
const UNANSWERED = ['ndr_raised', 'need_attention'];
/** So many are put in order before anybody has asked for more: 1,000. */
const PAGES_AT_ONCE = 10;

/** Those first whose courier has waited longest since its last word. */
function longestWaitingFirst(a: ShipmentRow, b: ShipmentRow): number {
  return Date.parse(a.lastScan ?? a.created) - Date.parse(b.lastScan ?? b.created);
}

/** What waits, ten pages of it: too much to be asked anew after each answer. */
function waitingQuery(filter: Filter) {
  return { ...shipmentsQuery(filter, 'asc'), meta: { keptByHand: true } };
}

/** The pages without a row that has been answered. */
function withoutRow<Place>(
  { pages, pageParams }: InfiniteData<ShipmentPage, Place>,
  answered: string,
): InfiniteData<ShipmentPage, Place> {
  if (!pages.some(({ rows }) => rows.some(({ id }) => id === answered))) return { pages, pageParams };
  const left = pages.map((page) => ({
    ...page,
    rows: page.rows.filter(({ id }) => id !== answered),
    total: page.total - 1,
  }));
  return { pages: left, pageParams };
}

/** What needs an answer today, the oldest first; the next one opens by itself. */
export function NdrPage() {
  const words = useWords(ndrWords);
  const reasons = useReasons('ndr');
  const { carrier = [], reason = [], open } = useSearch({ from: '/frame/ndr' });
  const navigate = useNavigate({ from: '/ndr' });
  const carriers = useQuery(carriersQuery).data ?? [];
  const text = JSON.stringify([carrier, reason]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is what its text says
  const filter = useMemo(
    () => ({
      granular_status: UNANSWERED,
      ...(carrier.length > 0 && { carrier_id: carrier }),
      ...(reason.length > 0 && { ndr_reason: reason }),
    }),
    [text],
  );
  const query = useMemo(() => waitingQuery(filter), [filter]);
  const listing = useInfiniteQuery(query);
  const { data, hasNextPage, fetchNextPage } = listing;
  const isMoreToOrder = hasNextPage && (data?.pages.length ?? 0) < PAGES_AT_ONCE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer
  useEffect(() => {
    if (isMoreToOrder) void fetchNextPage({ cancelRefetch: false });
  }, [data, isMoreToOrder, fetchNextPage]);
  const isOrdered = !isMoreToOrder || listing.isError;
  const rows = useMemo(
    () => (isOrdered ? (data?.pages ?? []).flatMap((page) => page.rows).sort(longestWaitingFirst) : []),
    [data, isOrdered],
  );
  const total = data?.pages[0]?.total;
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === open),
  );
  const current = rows[at];
  const show = useCallback(
    (id: string | undefined, replace = false) =>
      void navigate({ search: (before) => ({ ...before, open: id }), replace }),
    [navigate],
  );
  const next = () => show((rows[at + 1] ?? rows[at - 1])?.id);
  const onAnswered = (id: string) => {
    queries.setQueryData(query.queryKey, (before) => before && withoutRow(before, id));
    next();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the one of the address is gone
  useEffect(() => {
    if (current && current.id !== open) show(current.id, true);
  }, [current?.id, open]);
  useKeys({ j: () => show((rows[at + 1] ?? current)?.id), k: () => show((rows[at - 1] ?? current)?.id) });
  return (
    <main className="page whole" id="page">
      <header className="page-head">
        <h1>{words.title}</h1>
        {total !== undefined && <span aria-live="polite">{words.left(total)}</span>}
      </header>
      <div className="filters">
        <FilterMenu
          label={words.carrier}
          options={carriers.map((one) => ({ value: one.carrier_id, text: one.carrier_name }))}
          chosen={carrier}
          onChange={(chosen) => void navigate({ search: { carrier: chosen, reason } })}
        />
        <FilterMenu
          label={words.reason}
          options={reasons}
          chosen={reason}
          onChange={(chosen) => void navigate({ search: { carrier, reason: chosen } })}
        />
      </div>
      {listing.error && <Failure error={listing.error} onRetry={() => void listing.refetch()} />}
      {(listing.isPending || !isOrdered) && (
        <div aria-busy="true" aria-label={words.ordering} role="status">
          <Skeleton lines={8} />
        </div>
      )}
      {total === 0 && (
        <Empty title={carrier.length + reason.length > 0 ? words.noneMatch : words.none}>
          <p>{words.noneHow}</p>
        </Empty>
      )}
      {current && (
        <div className="desk">
          <nav className="queue" aria-label={words.queue}>
            <p className="quiet small">{hasNextPage ? words.orderOf(rows.length) : words.order}</p>
            {rows.map((row) => (
              <Waiting key={row.id} row={row} isCurrent={row === current} onShow={show} />
            ))}
            {listing.hasNextPage && (
              <button
                type="button"
                className="button bare"
                disabled={listing.isFetchingNextPage}
                onClick={() => void listing.fetchNextPage()}
              >
                …
              </button>
            )}
          </nav>
          <Answer key={current.id} row={current} onNext={next} onAnswered={() => onAnswered(current.id)} />
        </div>
      )}
    </main>
  );
}

/** One of the queue; it is drawn anew only where it is another: a step draws two of a thousand. */
const Waiting = memo(function Waiting({
  row,
  isCurrent,
  onShow,
}: {
  row: ShipmentRow;
  isCurrent: boolean;
  onShow: (id: string) => void;
}) {
  const say = useReasonWords();
  return (
    <button
      type="button"
      className="queue-item"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onShow(row.id)}
    >
      <span className="line apart">
        <span className="strong cut">{row.customer}</span>
        <span className="mono small">{row.order}</span>
      </span>
      <span className="needs">{say(row.ndr ?? 'other')}</span>
      <span className="line apart quiet small">
        <span className="cut">{row.carrier}</span>
        <Moment at={row.lastScan} />
      </span>
    </button>
  );
});

/** One failed delivery, and what becomes of it. */
function Answer({
  row,
  onNext,
  onAnswered,
}: {
  row: ShipmentRow;
  onNext: () => void;
  onAnswered: () => void;
}) {
  const words = useWords(ndrWords);
  const counts = useCounts();
  const say = useReasonWords();
  const mayDecide = useMayActAs('manager');
  const { data: shipment, error } = useQuery(shipmentQuery(row.id));
  const [isReturning, setReturning] = useState(false);
  const one = shipment?.attributes;
  return (
    <article className="answer stack">
      <header className="stack tight">
        <div className="line apart">
          <h2>{row.customer}</h2>
          <span className="line">
            <Copyable text={row.order} />
            {row.tracking && <Copyable text={row.tracking} />}
          </span>
        </div>
        <p>
          <span className="needs strong">{say(row.ndr ?? 'other')}</span>
          <span className="quiet">
            {' '}
            · {row.carrier} · {counts.attempts(row.attempts)}
            {row.isCod && ' · '}
            {row.isCod && <Rupees value={row.cod} />}
          </span>
        </p>
        {one && (
          <p>
            {[one.shipping_address.address, one.shipping_address.address_2, row.city]
              .filter(Boolean)
              .join(', ')}{' '}
            <span className="mono">{row.pincode}</span> · <a href={`tel:+91${row.phone}`}>{row.phone}</a>
          </p>
        )}
      </header>
      <Failure error={error} />
      {mayDecide && row.tracking && (
        <div className="card">
          <ReattemptForm awb={row.tracking} onDone={onAnswered}>
            {(isPending) => (
              <>
                <button type="submit" className="button first" disabled={isPending}>
                  {words.again}
                </button>
                <button
                  type="button"
                  className="button danger"
                  disabled={isPending}
                  onClick={() => setReturning(true)}
                >
                  {words.back}
                </button>
                <button type="button" className="button bare push" onClick={onNext}>
                  {words.skip}
                </button>
              </>
            )}
          </ReattemptForm>
        </div>
      )}
      {isReturning && (
        <Confirm
          title={words.backTitle(row.order)}
          will={words.backWill}
          action={words.back}
          done={words.rtoDone}
          run={() => answerOf(api.POST('/custom/api/v1/initiate-rto', { body: { awb: row.tracking ?? '' } }))}
          onDone={onAnswered}
          onClose={() => setReturning(false)}
        />
      )}
      {one ? <History shipment={one} /> : <Skeleton />}
      <p>
        <Link to="/shipments" search={{ q: row.order, open: row.id }}>
          {words.whole}
        </Link>
      </p>
    </article>
  );
}
