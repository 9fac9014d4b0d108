import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download } from 'lucide-react';
import { type Answer, answerOf, api } from '../../api/client.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { Day, grouped, Moment, Rupees, rupees, shortDay } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useCourierName, useMoneyView } from './money-filters.tsx';
import { MoneyList, ShipmentLink, useMoneyRows } from './money-list.tsx';
import { moneyListWords } from './money-list-words.ts';
import { Sums } from './sums.tsx';

/** What couriers have paid, by the day of payment; one payment with its shipments if it is open. */
export function Remittances() {
  const [{ open }] = useMoneyView();
  return open === undefined ? <RemittanceList /> : <RemittanceRows key={open} id={open} />;
}

function RemittanceList() {
  const words = useWords(moneyListWords);
  const courierName = useCourierName();
  const [, change] = useMoneyView();
  const { list, count } = useMoneyRows(
    'remittances',
    (filter, page, signal) =>
      answerOf(api.GET('/custom/api/v1/remittances', { params: { query: { ...filter, ...page } }, signal })),
    { of: ({ remittance_date }) => remittance_date, order: 'desc' },
  );
  const sum = list.meta?.sum;
  return (
    <MoneyList
      part="remittances"
      onOpen={({ id }) => change({ open: id })}
      couriers={list.rows.all().map(({ courier }) => courier)}
      list={list}
      count={count}
      lead={1}
      sums={[
        [words.expected, sum?.cod_amount],
        [words.paid, sum?.amount],
        [words.difference, sum?.difference, 'needs'],
      ]}
      columns={[
        {
          id: 'courier',
          header: words.courier,
          width: 150,
          card: 'title',
          cell: (one) => (
            <Link to="/money" search={{ part: 'remittances', open: one.id }}>
              {courierName(one.courier)}
            </Link>
          ),
        },
        {
          id: 'date',
          header: words.date,
          width: 110,
          card: 'plain',
          cell: (one) => <Day on={one.remittance_date} />,
        },
        {
          id: 'utr',
          header: words.utr,
          width: 200,
          cell: (one) => (
            <Link to="/money" search={{ part: 'remittances', open: one.id }} className="mono">
              {one.utr_no}
            </Link>
          ),
        },
        {
          id: 'parcels',
          header: words.parcels,
          width: 90,
          number: true,
          cell: (one) => <span className="mono">{grouped(one.shipments)}</span>,
        },
        {
          id: 'expected',
          header: words.expected,
          width: 120,
          number: true,
          // A card shows it only if something else was paid.
          cell: (one) => (
            <span className={one.difference === 0 ? 'none' : undefined}>
              <Rupees value={one.cod_amount} />
            </span>
          ),
        },
        {
          id: 'paid',
          header: words.paid,
          width: 120,
          card: 'main',
          number: true,
          cell: (one) => <Rupees value={one.amount} />,
        },
        {
          id: 'difference',
          header: words.difference,
          width: 120,
          number: true,
          cell: (one) => (
            <div>
              <Difference value={one.difference} />
              {one.differences > 0 && <p className="quiet small">{words.differing(one.differences)}</p>}
            </div>
          ),
        },
      ]}
      empty={
        <Empty title={words.noRemittances}>
          <p>{words.noRemittancesHow}</p>
          <ToImports />
        </Empty>
      }
    />
  );
}

export function ToImports() {
  const words = useWords(moneyListWords);
  return (
    <Link to="/money" search={{ part: 'imports' }} className="button">
      {words.toImports}
    </Link>
  );
}

/** How a payment compares with what was expected. */
function PaidState({ difference, differences }: { difference: number; differences: number }) {
  const words = useWords(moneyListWords);
  if (difference < 0) return <State mood="needs">{words.short(rupees(-difference, 2))}</State>;
  if (difference > 0) return <State mood="needs">{words.more(rupees(difference, 2))}</State>;
  return differences === 0 && <State mood="done">{words.exact}</State>;
}

function Difference({ value }: { value: number }) {
  return (
    <span className={value === 0 ? 'quiet' : 'needs'}>
      <Rupees value={value} />
    </span>
  );
}

type One = Answer<'/custom/api/v1/remittances/{id}', 'get'>;
type Page = Pick<One, 'meta'> & { data: One['data']['rows'] };

/** One payment: what was expected, what came, and for which shipments it differs. */
function RemittanceRows({ id }: { id: string }) {
  const words = useWords(moneyListWords);
  const courierName = useCourierName();
  const language = usePreference('language');
  const [{ differs }, change] = useMoneyView();
  const isOnlyDiffering = differs === 'true';
  const one = useQuery({
    queryKey: ['remittance', id],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/custom/api/v1/remittances/{id}', { params: { path: { id }, query: { per_page: 1 } } }),
        )
      ).data,
  });
  const list = usePaged(['remittance', id, isOnlyDiffering], async (page, signal) => {
    const query = { ...page, ...(isOnlyDiffering && { differs: true }) };
    const answer: One = await answerOf(
      api.GET('/custom/api/v1/remittances/{id}', { params: { path: { id }, query }, signal }),
    );
    const rows: Page = { data: answer.data.rows, meta: answer.meta };
    return { ...rows, data: rows.data.map((row) => ({ ...row, id: row.shipment_id })) };
  });
  const back = (
    <Link to="/money" search={{ part: 'remittances' }} className="with-icon small">
      <ArrowLeft aria-hidden="true" />
      {words.back}
    </Link>
  );
  if (one.error) {
    return (
      <div className="stack">
        {back}
        <Failure error={one.error} />
      </div>
    );
  }
  if (one.data === undefined) return <Skeleton lines={6} />;
  const { courier, utr_no, remittance_date, amount, cod_amount, difference, differences } = one.data;
  return (
    <div className="stack">
      {back}
      <div className="section-head">
        <div>
          <h2>{words.remittance(courierName(courier))}</h2>
          <p className="quiet">
            {shortDay(remittance_date, language)} · <span className="mono">{utr_no}</span>
          </p>
        </div>
        <a className="button small" href={`/custom/api/v1/remittances/${id}/rows.csv`} download>
          <Download aria-hidden="true" />
          {words.export}
        </a>
      </div>
      <Sums
        lead={1}
        sums={[
          [words.expected, cod_amount],
          [words.paid, amount],
          [words.difference, difference, 'needs'],
        ]}
      />
      <p>
        <PaidState difference={difference} differences={differences} />
      </p>
      {differences > 0 && (
        <div className="filters">
          <button
            type="button"
            className={isOnlyDiffering ? 'chip on' : 'chip'}
            aria-pressed={isOnlyDiffering}
            onClick={() => change({ differs: isOnlyDiffering ? undefined : 'true' })}
          >
            {words.onlyDiffering}
          </button>
        </div>
      )}
      <PagedTable
        list={list}
        label={words.remittance(courierName(courier))}
        empty={<Empty title={words.noMatch} />}
        columns={[
          {
            id: 'shipment',
            header: words.shipment,
            width: 180,
            cell: (row) => (
              <ShipmentLink id={row.shipment_id} order={row.order_id} tracking={row.tracking_number} />
            ),
          },
          {
            id: 'carrier',
            header: words.carrier,
            width: 180,
            card: 'plain',
            cell: (row) => row.carrier_name,
          },
          {
            id: 'delivered',
            header: words.delivered,
            width: 140,
            cell: (row) => <Moment at={row.delivered_at} />,
          },
          {
            id: 'expected',
            header: words.expected,
            width: 120,
            number: true,
            cell: (row) => <Rupees value={row.cod_amount} />,
          },
          {
            id: 'paid',
            header: words.paid,
            width: 120,
            card: 'main',
            number: true,
            cell: (row) => <Rupees value={row.amount} />,
          },
          {
            id: 'difference',
            header: words.difference,
            width: 120,
            number: true,
            cell: (row) => <Difference value={row.difference} />,
          },
        ]}
      />
    </div>
  );
}
