import '../../design/home.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { overviewQuery } from '../../api/lists.ts';
import { countsQuery } from '../../api/shipments.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import type { ShipmentsView } from '../../parts/shipments/view.ts';
import { useMayActAs } from '../../session/session.ts';
import { grouped, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { FirstSteps } from './first-steps.tsx';
import { todayWords } from './today-words.ts';

/** Loaded after the day's action items. */
const OverTime = lazy(async () => ({ default: (await import('./over-time.tsx')).OverTime }));

/** Today's action items, each number a link to its rows, with charts below. */
export function TodayPage() {
  const words = useWords(todayWords);
  const counts = useQuery(countsQuery({}));
  const overview = useQuery(overviewQuery);
  const { data } = overview;
  const mayMake = useMayActAs('packer');
  // The list uses the same filter as the count.
  const behind = (
    name: Exclude<keyof NonNullable<typeof data>['filters'], 'failed_messages'>,
  ): ShipmentsView => (data === undefined ? {} : { granular: data.filters[name].granular_status });
  if (counts.data?.all === 0) {
    return (
      <main className="page" id="page">
        {mayMake ? (
          <FirstSteps />
        ) : (
          <Empty title={words.none}>
            <p>{words.noneHow}</p>
          </Empty>
        )}
      </main>
    );
  }
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <Failure error={overview.error} onRetry={() => void overview.refetch()} />
        <div className="home">
          <section className="stack tight" aria-labelledby="trouble">
            <h2 id="trouble">{words.trouble}</h2>
            <div className="figures">
              <Link to="/ndr" className="figure">
                <Figure value={data?.failed_deliveries} mood="needs">
                  {words.ndr}
                </Figure>
              </Link>
              <Link to="/requests" className="figure">
                <Figure value={data?.requests} mood="needs">
                  {words.requests}
                </Figure>
              </Link>
              <Link to="/shipments" search={behind('not_picked_up')} className="figure">
                <Figure value={data?.not_picked_up} mood="needs">
                  {words.missed}
                </Figure>
              </Link>
              <Link
                to="/shipments"
                search={{ ...behind('stuck'), dates: 'last_scan_at', span: 'older3' }}
                className="figure"
              >
                <Figure value={data?.stuck} mood="needs">
                  {words.stuck}
                </Figure>
              </Link>
              <Trouble />
            </div>
          </section>
          <section className="stack tight" aria-labelledby="parcels">
            <h2 id="parcels">{words.parcels}</h2>
            <div className="figures steps">
              <Link to="/shipments" search={behind('to_book')} className="figure">
                <Figure value={data?.to_book}>{words.toBook}</Figure>
              </Link>
              <Link to="/shipments" search={{ ...behind('to_pack'), handover: 'waiting' }} className="figure">
                <Figure value={data?.to_pack}>{words.toPack}</Figure>
              </Link>
              <Link to="/shipments" search={behind('out_for_delivery')} className="figure">
                <Figure value={data?.out_for_delivery}>{words.out}</Figure>
              </Link>
              <Link to="/shipments" search={behind('returning')} className="figure">
                <Figure value={data?.returning}>{words.rto}</Figure>
              </Link>
            </div>
          </section>
          <Money />
        </div>
        <Suspense fallback={<Skeleton lines={8} />}>
          <OverTime />
        </Suspense>
      </div>
    </main>
  );
}

/** A number and its label; zero is shown less prominently. */
function Figure({
  value,
  mood,
  children,
}: {
  value: number | string | undefined;
  mood?: 'needs';
  children: ReactNode;
}) {
  const isNone = value === 0 || value === undefined;
  return (
    <>
      <b className={isNone ? 'none' : mood}>
        {value === undefined ? '…' : typeof value === 'number' ? grouped(value) : value}
      </b>
      <span className="quiet">{children}</span>
    </>
  );
}

function Money() {
  const words = useWords(todayWords);
  const maySee = useMayActAs('manager');
  const maySeeOwed = useMayActAs('manager', 'refused');
  const remittances = useQuery({
    queryKey: ['owed'],
    enabled: maySeeOwed,
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/remittances', { params: { query: { per_page: 1 } } }))).meta
        .owed,
  });
  const differences = useQuery({
    queryKey: ['raised differences'],
    enabled: maySee,
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/custom/api/v1/weight-differences', {
            params: { query: { state: 'raised', per_page: 1 } },
          }),
        )
      ).meta.total,
  });
  if (!maySee) return null;
  const sum = (name: 'amount' | 'overdue') =>
    remittances.data?.reduce((all, one) => all + Math.round(one[name] * 100), 0);
  const owed = sum('amount');
  const overdue = sum('overdue');
  return (
    <section className="stack tight money-now" aria-labelledby="money">
      <h2 id="money">{words.money}</h2>
      <div className="card sums">
        {maySeeOwed && (
          <>
            <Link to="/money" className="sum">
              <Figure value={owed === undefined ? undefined : rupees(owed / 100, 2)}>{words.owed}</Figure>
            </Link>
            <Link to="/money" className="sum">
              <Figure value={overdue === 0 ? 0 : overdue && rupees(overdue / 100, 2)} mood="needs">
                {words.overdue}
              </Figure>
            </Link>
          </>
        )}
        <Link to="/money" search={{ part: 'weights', state: 'raised' }} className="sum">
          <Figure value={differences.data} mood="needs">
            {words.differences}
          </Figure>
        </Link>
      </div>
    </section>
  );
}

/** Problems of the account that somebody has to fix, each only if there is one. */
function Trouble() {
  const words = useWords(todayWords);
  const { data } = useQuery(overviewQuery);
  const maySeeMessages = useMayActAs('manager', 'refused');
  if (data === undefined) return null;
  const problems = [
    { part: 'messages', value: maySeeMessages ? data.failed_messages : 0, search: {} },
    { part: 'webhooks', value: data.troubled_webhooks, search: { trouble: 'yes' } },
    { part: 'couriers', value: data.troubled_couriers, search: { trouble: 'yes' } },
  ] as const;
  const ofShops = [
    { part: 'shopOrders', value: data.shop_orders },
    { part: 'shops', value: data.troubled_shops },
  ] as const;
  return (
    <>
      {ofShops.map(({ part, value }) =>
        value ? (
          <Link key={part} to="/shops" className="figure">
            <Figure value={value} mood="needs">
              {words[part]}
            </Figure>
          </Link>
        ) : null,
      )}
      {problems.map(({ part, value, search }) =>
        value ? (
          <Link key={part} to="/settings/$part" params={{ part }} search={search} className="figure">
            <Figure value={value} mood="needs">
              {words[part]}
            </Figure>
          </Link>
        ) : null,
      )}
    </>
  );
}
