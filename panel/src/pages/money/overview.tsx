import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type Answer, answerOf, api } from '../../api/client.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { SectionHead } from '../../parts/collection.tsx';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { mayCall, useSession } from '../../session/session.ts';
import { Day, grouped, indianDay, Moment, monthInWords, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { CarrierMenu, StoreMenu, useMoneyView } from './money-filters.tsx';
import { moneyListWords } from './money-list-words.ts';
import { daysOfMonth, type MoneyView, monthsBefore } from './money-view.ts';
import { Sums } from './sums.tsx';

/** What couriers owe now, and the sums of each month. */
export function Overview() {
  const maySeeOwed = mayCall(useSession(), 'viewer', 'refused');
  return (
    <div className="stack roomy">
      {maySeeOwed && <Owed />}
      <ByMonth />
    </div>
  );
}

/** COD that each carrier still owes, the most overdue first. */
function Owed() {
  const words = useWords(moneyListWords);
  const { data, error } = useQuery({
    queryKey: ['owed'],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/remittances', { params: { query: { per_page: 1 } } }))).meta
        .owed,
  });
  const sum = (name: 'amount' | 'overdue') =>
    data && data.reduce((all, one) => all + Math.round(one[name] * 100), 0) / 100;
  return (
    <section className="stack">
      <SectionHead title={words.owedBy} about={words.owedHow} />
      {error && <Failure error={error} />}
      {data === undefined && !error && <Skeleton />}
      {data?.length === 0 && (
        <p>
          <State mood="done">{words.nothingOwed}</State>
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <Sums
            sums={[
              [words.owed, sum('amount')],
              [words.overdue, sum('overdue'), 'needs'],
            ]}
          />
          <Rows
            label={words.owedBy}
            rows={data}
            idOf={({ carrier }) => carrier.id}
            columns={[
              { id: 'carrier', header: words.carrier, width: 220, cell: ({ carrier }) => carrier.name },
              {
                id: 'since',
                header: words.oldest,
                width: 150,
                cell: (one) => <Moment at={one.oldest_delivered_at} time={false} />,
              },
              {
                id: 'due',
                header: words.due,
                width: 130,
                cell: (one) => (
                  <span className={one.overdue > 0 ? 'needs' : undefined}>
                    <Day on={one.due_since} />
                  </span>
                ),
              },
              {
                id: 'shipments',
                header: words.parcels,
                width: 90,
                number: true,
                cell: ({ carrier, shipments }) => (
                  <Link to="/shipments" search={{ carrier: [carrier.id], owed: 'yes' }} className="mono">
                    {grouped(shipments)}
                  </Link>
                ),
              },
              {
                id: 'overdue',
                header: words.overdue,
                width: 130,
                number: true,
                cell: ({ carrier, overdue }) => (
                  <Counted
                    value={overdue}
                    mood="needs"
                    search={{ part: 'cod', cod: 'overdue', carrier: [carrier.id] }}
                  />
                ),
              },
              {
                id: 'amount',
                header: words.owed,
                width: 130,
                card: 'main',
                number: true,
                cell: ({ carrier, amount }) => (
                  <Counted value={amount} search={{ part: 'cod', cod: 'owed', carrier: [carrier.id] }} />
                ),
              },
            ]}
          />
        </>
      )}
    </section>
  );
}

/** An amount that leads to the list with the same sum. */
function Counted({ value, search, mood }: { value: number; search: MoneyView; mood?: 'needs' }) {
  if (value === 0) {
    return (
      <span className="quiet none">
        <Rupees value={0} />
      </span>
    );
  }
  return (
    <Link to="/money" search={search} className={mood}>
      <Rupees value={value} />
    </Link>
  );
}

type Month = Answer<'/custom/api/v1/money-by-month', 'get'>['data'][number];
type Amounts = Omit<Month, 'month' | 'carrier'>;
const AMOUNTS = ['charged', 'credited', 'cod_collected', 'cod_remitted', 'cod_owed'] as const;

/** A row of the table: a month, one of its carriers, or all months. */
interface Line extends Amounts {
  readonly id: string;
  readonly kind: 'month' | 'carrier' | 'total';
  readonly name: string;
  /** The filters of the lists behind its amounts. */
  readonly search: MoneyView;
}

function ByMonth() {
  const words = useWords(moneyListWords);
  const language = usePreference('language');
  const [view, change] = useMoneyView();
  const { months = '6', carrier, store, open } = view;
  const last = indianDay(new Date()).slice(0, 7);
  const first = monthsBefore(last, Number(months) - 1);
  const query = {
    start_month: first,
    end_month: last,
    ...(carrier && { carrier_id: [...carrier] }),
    ...(store && { store_name: [...store] }),
  };
  const { data, error } = useQuery({
    queryKey: ['money by month', query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/custom/api/v1/money-by-month', { params: { query }, signal })),
  });
  const filter = { ...(carrier && { carrier }), ...(store && { store }) };
  const lines: Line[] = [];
  for (const [month, rows] of Map.groupBy(data?.data ?? [], (row) => row.month)) {
    const search =
      month === null ? { ...filter, cod: 'undelivered' as const } : { ...filter, ...daysOfMonth(month) };
    const id = month ?? 'none';
    const name = month === null ? words.undelivered : monthInWords(`${month}-01`, language);
    lines.push({ id, kind: 'month', name, search, ...totalOf(rows) });
    if (open !== id) continue;
    for (const row of rows.toSorted((a, b) => b.charged - a.charged)) {
      const { carrier: of } = row;
      const behind = { ...search, carrier: [of.id] };
      lines.push({ ...row, id: `${id} ${of.id}`, kind: 'carrier', name: of.name, search: behind });
    }
  }
  if (lines.length > 1 && data) {
    const search = { ...filter, from: daysOfMonth(first).from, to: daysOfMonth(last).to };
    lines.push({ id: 'total', kind: 'total', name: words.total, search, ...data.meta.sum });
  }
  const hasUndelivered = lines.some(({ id }) => id === 'none');
  const amount = (name: (typeof AMOUNTS)[number], header: string, part: MoneyView) => ({
    id: name,
    header,
    width: 130,
    number: true,
    cell: (line: Line) => (
      <span className={line.kind === 'total' ? 'strong' : undefined}>
        {/* Dates cannot find what was paid without a delivery. */}
        {line.kind === 'total' && hasUndelivered && part.part === 'cod' ? (
          <Rupees value={line[name]} />
        ) : (
          <Counted value={line[name]} search={{ cod: 'all', kind: 'all', ...line.search, ...part }} />
        )}
      </span>
    ),
  });
  return (
    <section className="stack">
      <SectionHead title={words.byMonth} about={words.byMonthHow}>
        <search className="filters">
          <CarrierMenu view={view} onChange={change} />
          <StoreMenu view={view} onChange={change} />
          <SmallChoice
            label={words.month}
            value={months}
            options={(['6', '12', '24'] as const).map((one) => [one, words.months[one]] as const)}
            onChoose={(chosen) => change({ months: chosen === '6' ? undefined : chosen })}
          />
        </search>
      </SectionHead>
      {error && <Failure error={error} />}
      {data === undefined && !error && <Skeleton lines={6} />}
      {data && lines.length === 0 && (
        <Empty title={words.noMonths}>
          <p>{words.noChargesHow}</p>
        </Empty>
      )}
      {lines.length > 0 && (
        <Rows
          label={words.byMonth}
          rows={lines}
          idOf={({ id }) => id}
          columns={[
            {
              id: 'month',
              header: words.month,
              width: 200,
              cell: ({ id, kind, name }) =>
                kind === 'month' ? (
                  <button
                    type="button"
                    className="row-link with-icon"
                    aria-expanded={open === id}
                    title={words.showCarriers(name)}
                    onClick={() => change({ open: open === id ? undefined : id })}
                  >
                    {open === id ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
                    {name}
                  </button>
                ) : kind === 'carrier' ? (
                  <span className="inside">{name}</span>
                ) : (
                  <b>{name}</b>
                ),
            },
            amount('charged', words.charged, { part: 'ledger', side: 'debit' }),
            amount('credited', words.credited, { part: 'ledger', side: 'credit' }),
            amount('cod_collected', words.collected, { part: 'cod' }),
            amount('cod_remitted', words.remitted, { part: 'cod' }),
            amount('cod_owed', words.owed, { part: 'cod' }),
          ]}
        />
      )}
    </section>
  );
}

/** The sum of some rows, in whole paise, so that it is exact. */
function totalOf(rows: readonly Amounts[]): Amounts {
  const sum = (name: (typeof AMOUNTS)[number]) =>
    rows.reduce((total, row) => total + Math.round(row[name] * 100), 0) / 100;
  return Object.fromEntries(AMOUNTS.map((name) => [name, sum(name)])) as unknown as Amounts;
}
