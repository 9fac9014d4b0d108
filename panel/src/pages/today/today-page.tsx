import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { overviewQuery } from '../../api/lists.ts';
import { countsQuery } from '../../api/shipments.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { useMayActAs } from '../../session/session.ts';
import { grouped, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import type { ShipmentsView } from '../shipments/view.ts';
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
        <Empty title={words.first}>
          <p>{words.firstHow}</p>
          {mayMake && (
            <Link to="/orders/new" className="button first">
              {words.newOrder}
            </Link>
          )}
        </Empty>
      </main>
    );
  }
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <Failure error={overview.error} onRetry={() => void overview.refetch()} />
        <section className="stack tight" aria-labelledby="parcels">
          <h2 id="parcels">{words.parcels}</h2>
          <div className="figures">
            <Link to="/shipments" search={behind('to_book')} className="figure">
              <Figure value={data?.to_book}>{words.toBook}</Figure>
            </Link>
            <Link to="/shipments" search={{ ...behind('to_pack'), handover: 'waiting' }} className="figure">
              <Figure value={data?.to_pack}>{words.toPack}</Figure>
            </Link>
            <Link to="/ndr" className="figure">
              <Figure value={data?.failed_deliveries} mood="needs">
                {words.ndr}
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
            <Link to="/shipments" search={behind('not_picked_up')} className="figure">
              <Figure value={data?.not_picked_up} mood="bad">
                {words.missed}
              </Figure>
            </Link>
            <Link to="/shipments" search={behind('out_for_delivery')} className="figure">
              <Figure value={data?.out_for_delivery}>{words.out}</Figure>
            </Link>
            <Link to="/shipments" search={behind('returning')} className="figure">
              <Figure value={data?.returning}>{words.rto}</Figure>
            </Link>
            <Link to="/requests" className="figure">
              <Figure value={data?.requests} mood="needs">
                {words.requests}
              </Figure>
            </Link>
          </div>
        </section>
        <Money />
        <Trouble />
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
  mood?: 'needs' | 'bad';
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
    <section className="stack tight" aria-labelledby="money">
      <h2 id="money">{words.money}</h2>
      <div className="figures">
        {maySeeOwed && (
          <>
            <Link to="/money" className="figure">
              <Figure value={owed === undefined ? undefined : rupees(owed / 100)}>{words.owed}</Figure>
            </Link>
            <Link to="/money" className="figure">
              <Figure value={overdue === 0 ? 0 : overdue && rupees(overdue / 100)} mood="needs">
                {words.overdue}
              </Figure>
            </Link>
          </>
        )}
        <Link to="/money" search={{ part: 'weights', state: 'raised' }} className="figure">
          <Figure value={differences.data} mood="needs">
            {words.differences}
          </Figure>
        </Link>
      </div>
    </section>
  );
}

/** Problems of the account that somebody has to fix. */
function Trouble() {
  const words = useWords(todayWords);
  const { data } = useQuery(overviewQuery);
  const maySeeMessages = useMayActAs('manager', 'refused');
  const failedMessages = maySeeMessages ? (data?.failed_messages ?? 0) : 0;
  const failing = data?.troubled_webhooks ?? 0;
  const sick = data?.troubled_couriers ?? 0;
  return (
    <section className="stack tight" aria-labelledby="trouble">
      <h2 id="trouble">{words.trouble}</h2>
      {failedMessages + failing + sick === 0 && <p className="quiet">{words.allWell}</p>}
      <div className="figures">
        {failedMessages > 0 && (
          <Link to="/settings/$part" params={{ part: 'messages' }} className="figure">
            <Figure value={failedMessages} mood="bad">
              {words.messages}
            </Figure>
          </Link>
        )}
        {failing > 0 && (
          <Link
            to="/settings/$part"
            params={{ part: 'webhooks' }}
            search={{ trouble: 'yes' }}
            className="figure"
          >
            <Figure value={failing} mood="bad">
              {words.webhooks}
            </Figure>
          </Link>
        )}
        {sick > 0 && (
          <Link
            to="/settings/$part"
            params={{ part: 'couriers' }}
            search={{ trouble: 'yes' }}
            className="figure"
          >
            <Figure value={sick} mood="bad">
              {words.couriers}
            </Figure>
          </Link>
        )}
      </div>
    </section>
  );
}
