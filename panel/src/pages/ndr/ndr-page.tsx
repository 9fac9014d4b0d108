import '../../design/ndr.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import {
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { answerOf, api } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import {
  countsQuery,
  rowOf,
  type Shipment,
  type ShipmentRow,
  shipmentQuery,
  shipmentsList,
} from '../../api/shipments.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { FilterMenu } from '../../parts/filter-menu.tsx';
import { useKeys } from '../../parts/keys.ts';
import { useVisibleRowCount, useWindow } from '../../parts/list/window.ts';
import { useNarrow } from '../../parts/narrow.ts';
import { Empty, Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { usePagedList } from '../../parts/paged-list.ts';
import { useReasons, useReasonWords } from '../../parts/reasons.ts';
import type { RowsOfPages } from '../../parts/rows.ts';
import { CustomerRequest } from '../../parts/shipments/customer-request.tsx';
import { History } from '../../parts/shipments/history.tsx';
import { ReattemptForm } from '../../parts/shipments/reattempt-form.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Rupees, useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ndrWords } from './ndr-words.ts';

/** Shipments with a failed last attempt and without an answer. */
const UNANSWERED = ['ndr_raised', 'need_attention'];
/** The height of a queue item (`.queue-item`). */
const ITEM_PX = 80;
const DAY_MS = 86_400_000;

/**
 * NDR desk: failed deliveries that need an answer. The delivery that waits longest comes first, and after an
 * answer the next delivery opens automatically. On a phone, the list and the open delivery are pages of their own.
 */
export function NdrPage() {
  const words = useWords(ndrWords);
  const reasons = useReasons('ndr');
  const { carrier = [], reason = [], open } = useSearch({ from: '/frame/ndr' });
  const navigate = useNavigate({ from: '/ndr' });
  const isNarrow = useNarrow();
  const carriers = useQuery(carriersQuery).data ?? [];
  const text = JSON.stringify([carrier, reason]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the filter
  const chosen = useMemo(
    () => ({
      ...(carrier.length > 0 && { carrier_id: carrier }),
      ...(reason.length > 0 && { ndr_reason: reason }),
    }),
    [text],
  );
  const filter = useMemo(() => ({ granular_status: UNANSWERED, ...chosen }), [chosen]);
  const inNdr = useQuery(countsQuery(chosen)).data?.ndr_raised;
  const listing = usePagedList(shipmentsList(filter, 'asc', 'last_scan_at'), { isEndless: true });
  const { rows, total } = listing;
  const isWaiting = listing.isPending || listing.isPrevious;
  const at = open === undefined ? -1 : rows.indexOf(open);
  // The open delivery may be below the loaded part of the list, or was scanned since. It stays open until it
  // is answered.
  const isOutsideList = open !== undefined && at < 0 && !isWaiting;
  const alone = useQuery({ ...shipmentQuery(open ?? ''), enabled: isOutsideList });
  const openRow = isOutsideList && alone.data && isUnanswered(alone.data) ? rowOf(alone.data) : rows.at(at);
  const isList = isNarrow && open === undefined;
  const current =
    isList || isWaiting || (isOutsideList && alone.isLoading) ? undefined : (openRow ?? rows.at(0));
  const show = useCallback(
    (id: string | undefined, replace = false) =>
      void navigate({ search: (before) => ({ ...before, open: id }), replace }),
    [navigate],
  );
  // When the next item opens after an answer, the pressed button disappears, so the focus moves to the new
  // item.
  const focusNext = useRef<string>(undefined);
  // The person who answered the previous item first.
  const [handledByOther, setHandledByOther] = useState<{
    sentence: string;
    id: string;
    order: string;
  } | null>(null);
  const next = () => {
    setHandledByOther(null);
    focusNext.current = (rows.at(at + 1) ?? rows.at(at - 1))?.id;
    // On a phone, the browser's back button returns to the list.
    show(focusNext.current, isNarrow);
  };
  const choose = useCallback(
    (id: string) => {
      if (isNarrow) focusNext.current = id;
      show(id);
    },
    [isNarrow, show],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only if the open item is gone
  useEffect(() => {
    if (current && current.id !== open) show(current.id, true);
  }, [current?.id, open]);
  useKeys({
    j: () => show((rows.at(at + 1) ?? current)?.id),
    k: () => show((rows.at(at - 1) ?? current)?.id),
  });
  return (
    <main className="page whole" id="page">
      {isNarrow && !isList ? (
        <header className="page-head">
          <h1>
            <Link to="/ndr" search={{ carrier, reason }} replace className="back">
              <ChevronLeft size={20} aria-hidden="true" />
              {words.title}
            </Link>
          </h1>
          {total !== null && at >= 0 && <span aria-live="polite">{words.place(at + 1, total)}</span>}
        </header>
      ) : (
        <>
          <header className="page-head">
            <h1>{words.title}</h1>
            <span className="line">
              {total !== null && <span aria-live="polite">{words.left(total)}</span>}
              {inNdr !== undefined && total !== null && inNdr > total && (
                <Link
                  to="/shipments"
                  search={{ status: 'ndr_raised', ...(carrier.length > 0 && { carrier }) }}
                >
                  {words.answered(inNdr - total)}
                </Link>
              )}
            </span>
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
        </>
      )}
      {handledByOther && (
        <Warning>
          <p role="alert">{handledByOther.sentence}</p>
          <p className="small">
            <Link to="/shipments" search={{ q: handledByOther.order, open: handledByOther.id }}>
              {words.whole}
            </Link>
          </p>
        </Warning>
      )}
      {listing.error && <Failure error={listing.error} onRetry={listing.retry} />}
      {isWaiting && <Skeleton lines={8} />}
      {total === 0 && (
        <Empty title={carrier.length + reason.length > 0 ? words.noneMatch : words.none}>
          <p>{words.noneHow}</p>
        </Empty>
      )}
      {(current || (isList && rows.length > 0 && !isWaiting)) && (
        <div className={current ? 'desk opened' : 'desk'}>
          <Queue rows={rows} at={at} listKey={text} onShow={choose} onSight={listing.look} />
          {current && (
            <Answer
              key={current.id}
              row={current}
              onNext={next}
              onConflict={(sentence) => setHandledByOther({ sentence, id: current.id, order: current.order })}
              focusNext={focusNext}
            />
          )}
        </div>
      )}
    </main>
  );
}

function isUnanswered({ attributes }: Shipment): boolean {
  return UNANSWERED.includes(attributes.sub_status ?? '');
}

/** The waiting deliveries; only the visible ones are in the page. */
function Queue({
  rows,
  at,
  listKey,
  onShow,
  onSight,
}: {
  rows: RowsOfPages<ShipmentRow>;
  at: number;
  listKey: string;
  onShow: (id: string) => void;
  onSight: (from: number, until: number) => void;
}) {
  const words = useWords(ndrWords);
  const scroller = useRef<HTMLElement>(null);
  // Without this, a focused item that scrolls away would lose the focus.
  const hasFocus = useRef(false);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      hasFocus.current = scroller.current?.contains(target as Node) === true;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  const inSight = useVisibleRowCount(scroller, ITEM_PX);
  const { from, until } = useWindow({
    scroller,
    rows,
    rowPx: ITEM_PX,
    inSight,
    current: at,
    currentKey: rows.at(at)?.id,
    listKey,
    onSight,
  });
  return (
    <nav className="queue" aria-label={words.queue} ref={scroller}>
      <p className="quiet small">{words.order}</p>
      <div style={{ height: from * ITEM_PX }} />
      {rows.slice(from, until).map((row, nth) => (
        <Waiting
          key={row.id}
          row={row}
          isCurrent={from + nth === at}
          onShow={onShow}
          queueHasFocus={hasFocus}
        />
      ))}
      <div style={{ height: (rows.length - until) * ITEM_PX }} />
    </nav>
  );
}

/** One item of the queue; rendered again only if it changes. */
const Waiting = memo(function Waiting({
  row,
  isCurrent,
  onShow,
  queueHasFocus,
}: {
  row: ShipmentRow;
  isCurrent: boolean;
  onShow: (id: string) => void;
  queueHasFocus: RefObject<boolean>;
}) {
  const words = useWords(ndrWords);
  const say = useReasonWords();
  const counts = useCounts();
  const days = row.lastScan ? Math.floor((Date.now() - Date.parse(row.lastScan)) / DAY_MS) : null;
  const waits = days !== null && (days < 1 ? words.today : counts.days(days));
  const button = useRef<HTMLButtonElement>(null);
  // The focus follows the current item within the queue.
  useLayoutEffect(() => {
    if (isCurrent && queueHasFocus.current) button.current?.focus({ preventScroll: true });
  }, [isCurrent, queueHasFocus]);
  return (
    <button
      type="button"
      ref={button}
      className="queue-item"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onShow(row.id)}
    >
      <span className="line apart">
        <span className="strong cut">{row.customer}</span>
        <span className="mono small">{row.order}</span>
      </span>
      <span className="line apart">
        <span className="needs cut">{say(row.ndr ?? 'other')}</span>
        <span className="quiet small waits">
          {[waits, row.attempts > 0 && words.attempt(row.attempts)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="line apart small">
        {row.input ? (
          <span className="strong cut">{words.asks[row.input]}</span>
        ) : (
          <span className="quiet cut">{row.carrier}</span>
        )}
        <span className="next strong">{words.next[row.input ?? 'none']}</span>
      </span>
    </button>
  );
});

function Answer({
  row,
  onNext,
  onConflict,
  focusNext,
}: {
  row: ShipmentRow;
  onNext: () => void;
  onConflict: (sentence: string) => void;
  focusNext: RefObject<string | undefined>;
}) {
  const words = useWords(ndrWords);
  const counts = useCounts();
  const say = useReasonWords();
  const mayDecide = useMayActAs('manager');
  const { data: shipment, error } = useQuery(shipmentQuery(row.id));
  const [isReturning, setReturning] = useState(false);
  const one = shipment?.attributes;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focusNext.current !== row.id) return;
    focusNext.current = undefined;
    heading.current?.focus();
  }, [focusNext, row.id]);
  return (
    <article className="answer stack">
      <header className="stack tight">
        <div className="line apart">
          <h2 ref={heading} tabIndex={-1}>
            {row.customer}
          </h2>
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
      {one?.customer_request && (
        <CustomerRequest
          input={one.customer_request}
          order={row.order}
          onDone={onNext}
          onConflict={onConflict}
        />
      )}
      {mayDecide && row.tracking && (
        <div className="card">
          <ReattemptForm awb={row.tracking} order={row.order} onDone={onNext} onConflict={onConflict}>
            {(isPending) => (
              <>
                <button
                  type="submit"
                  // What the customer asks for is done first.
                  className={one?.customer_request ? 'button' : 'button first'}
                  disabled={isPending}
                >
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
          done={words.rtoDone(row.order)}
          run={() => answerOf(api.POST('/custom/api/v1/initiate-rto', { body: { awb: row.tracking ?? '' } }))}
          onDone={onNext}
          onConflict={onConflict}
          onClose={() => setReturning(false)}
        />
      )}
      {one ? <History scans={one.tracking_details} unread={one.unread_scans} /> : <Skeleton />}
      <p>
        <Link to="/shipments" search={{ q: row.order, open: row.id }}>
          {words.whole}
        </Link>
      </p>
    </article>
  );
}
