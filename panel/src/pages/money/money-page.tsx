import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { PagedTable, Rows, usePaged } from '../../parts/paged-table.tsx';
import { type MeetsRestricted, mayCall, type Role, useSession } from '../../session/session.ts';
import { Day, grouped, Moment, Rupees, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ImportMoney } from './import-money.tsx';
import { moneyWords } from './money-words.ts';
import { Weights } from './weights.tsx';

/** Each tab with the roles that see it. */
const PARTS = {
  owed: ['viewer', 'refused'],
  remittances: ['viewer', 'refused'],
  weights: ['viewer', 'filtered'],
  ledger: ['viewer', 'filtered'],
  imports: ['manager', 'refused'],
} as const satisfies Record<string, readonly [least: Role, meets: MeetsRestricted]>;
type Part = keyof typeof PARTS;

/** Money: what couriers owe, have paid and have charged, and their files. */
export function MoneyPage() {
  const words = useWords(moneyWords);
  const session = useSession();
  const seen = (Object.keys(PARTS) as Part[]).filter((one) => mayCall(session, PARTS[one][0], PARTS[one][1]));
  const { part = seen[0] } = useSearch({ from: '/frame/money' });
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <nav className="tabs" aria-label={words.parts}>
          {seen.map((one) => (
            <Link
              key={one}
              to="/money"
              search={one === seen[0] ? {} : { part: one }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one === part ? 'page' : undefined}
            >
              {words.part[one]}
            </Link>
          ))}
        </nav>
        {part !== undefined && !seen.includes(part) && <p className="quiet">{words.notYours}</p>}
        {part !== undefined && seen.includes(part) && (
          <>
            {part === 'owed' && <Owed />}
            {part === 'remittances' && <Remittances />}
            {part === 'weights' && <Weights />}
            {part === 'ledger' && <Ledger />}
            {part === 'imports' && <ImportMoney />}
          </>
        )}
      </div>
    </main>
  );
}

/** COD that each carrier still owes. */
function Owed() {
  const words = useWords(moneyWords);
  const { data, error, isPending } = useQuery({
    queryKey: ['owed'],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/remittances', { params: { query: { per_page: 1 } } }))).meta
        .owed,
  });
  if (error) return <Failure error={error} />;
  if (isPending) return <Skeleton />;
  if (data.length === 0) {
    return (
      <Empty title={words.nothingOwed}>
        <p>{words.owedHow}</p>
      </Empty>
    );
  }
  const sum = (name: 'amount' | 'overdue') =>
    data.reduce((all, one) => all + Math.round(one[name] * 100), 0) / 100;
  return (
    <div className="stack">
      <div className="figures">
        <div className="figure">
          <b>{rupees(sum('amount'))}</b>
          <span className="quiet">{words.amount}</span>
        </div>
        <div className="figure">
          <b className={sum('overdue') > 0 ? 'needs' : 'none'}>{rupees(sum('overdue'))}</b>
          <span className="quiet">{words.overdue}</span>
        </div>
      </div>
      <Rows
        label={words.part.owed}
        rows={data}
        idOf={({ carrier }) => carrier.id}
        columns={[
          { id: 'carrier', header: words.carrier, width: 220, cell: ({ carrier }) => carrier.name },
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
            id: 'amount',
            header: words.amount,
            width: 120,
            number: true,
            cell: ({ amount }) => <Rupees value={amount} />,
          },
          {
            id: 'overdue',
            header: words.overdue,
            width: 120,
            number: true,
            cell: ({ overdue }) =>
              overdue > 0 ? (
                <span className="needs">
                  <Rupees value={overdue} />
                </span>
              ) : (
                <span className="quiet">–</span>
              ),
          },
        ]}
      />
      <p className="quiet">{words.owedHow}</p>
    </div>
  );
}

function Remittances() {
  const words = useWords(moneyWords);
  const list = usePaged(['remittances'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/remittances', { params: { query }, signal })),
  );
  return (
    <PagedTable
      list={list}
      label={words.part.remittances}
      empty={
        <Empty title={words.none}>
          <p>{words.noneHow}</p>
        </Empty>
      }
      columns={[
        { id: 'date', header: words.date, width: 100, cell: (one) => <Day on={one.remittance_date} /> },
        { id: 'courier', header: words.courier, width: 140, cell: (one) => one.courier },
        {
          id: 'utr',
          header: words.utr,
          width: 200,
          cell: (one) => <span className="mono">{one.utr_no}</span>,
        },
        {
          id: 'parcels',
          header: words.parcels,
          width: 80,
          number: true,
          cell: (one) => <span className="mono">{grouped(one.shipments)}</span>,
        },
        {
          id: 'ours',
          header: words.ours,
          width: 110,
          number: true,
          cell: (one) => <Rupees value={one.cod_amount} />,
        },
        {
          id: 'paid',
          header: words.paid,
          width: 110,
          number: true,
          cell: (one) => <Rupees value={one.amount} />,
        },
        {
          id: 'difference',
          header: words.difference,
          width: 110,
          number: true,
          cell: (one) =>
            one.difference === 0 && one.differences === 0 ? (
              <span className="quiet">–</span>
            ) : (
              <span className="bad">
                <Rupees value={one.difference} />
              </span>
            ),
        },
        {
          id: 'csv',
          header: '',
          width: 60,
          cell: (one) => (
            <a href={`/custom/api/v1/remittances/${one.id}/rows.csv`} download>
              {words.csv}
            </a>
          ),
        },
      ]}
    />
  );
}

function Ledger() {
  const words = useWords(moneyWords);
  const list = usePaged(['ledger'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/ledger', { params: { query }, signal })),
  );
  const sum = list.meta?.sum;
  return (
    <div className="stack">
      {sum && (
        <p>
          {words.total}: {words.ledgerSum(rupees(sum.amount_without_gst), rupees(sum.gst))}
        </p>
      )}
      <PagedTable
        list={list}
        label={words.part.ledger}
        empty={<Empty title={words.noLedger} />}
        columns={[
          { id: 'at', header: words.date, width: 150, cell: (one) => <Moment at={one.happened_at} /> },
          {
            id: 'what',
            header: words.what,
            width: 150,
            cell: (one) => words.event[one.event_type] ?? one.event_type,
          },
          {
            id: 'shipment',
            header: words.shipment,
            width: 170,
            cell: (one) => (
              <Link
                to="/shipments"
                search={{ q: one.tracking_number, open: one.shipment_id }}
                className="mono"
              >
                {one.tracking_number}
              </Link>
            ),
          },
          ...(['amount_without_gst', 'gst', 'amount_with_gst'] as const).map((name, at) => ({
            id: name,
            header: [words.net, words.gst, words.gross][at] ?? '',
            width: 110,
            number: true,
            cell: (one: { transaction_type: string } & Record<typeof name, number>) => (
              <span className={one.transaction_type === 'credit' ? 'done' : undefined}>
                {one.transaction_type === 'credit' && '+ '}
                <Rupees value={one[name]} />
              </span>
            ),
          })),
        ]}
      />
    </div>
  );
}
