import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { countsQuery, totalQuery } from '../../api/shipments.ts';
import { Empty, Failure } from '../../parts/notices.tsx';
import { useMayActAs } from '../../session/session.ts';
import { grouped, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { filterOf } from '../shipments/view.ts';
import { todayWords } from './today-words.ts';

const MOST_MESSAGES = 100;

/** What needs somebody today, each number a link to the rows behind it. Figures over time get their place below. */
export function TodayPage() {
  const words = useWords(todayWords);
  const counts = useQuery(countsQuery({}));
  const toBook = useTotal({ granular_status: ['pending'] });
  const toPack = useTotal({ granular_status: ['ready_for_pickup', 'pickup_scheduled'] });
  const missed = useTotal({ granular_status: ['not_picked'] });
  const ndr = useTotal({ granular_status: ['ndr_raised', 'need_attention'] });
  const stuckView = { status: 'in_transit', dates: 'updated_at', span: 'older3' } as const;
  const stuck = useTotal({ ...filterOf(stuckView, new Date()), status: ['in_transit'] });
  const rto = counts.data && counts.data.rto_initiated + counts.data.rto_in_transit;
  if (counts.data?.all === 0) {
    return (
      <main className="page" id="page">
        <Empty title={words.first}>
          <p>{words.firstHow}</p>
          <Link to="/orders" className="button first">
            {words.newOrder}
          </Link>
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
        <Failure error={counts.error} onRetry={() => void counts.refetch()} />
        <section className="stack tight" aria-labelledby="parcels">
          <h2 id="parcels">{words.parcels}</h2>
          <div className="figures">
            <Link to="/shipments" search={{ status: 'pending' }} className="figure">
              <Figure value={toBook}>{words.toBook}</Figure>
            </Link>
            <Link to="/packing" className="figure">
              <Figure value={toPack}>{words.toPack}</Figure>
            </Link>
            <Link to="/ndr" className="figure">
              <Figure value={ndr} mood="needs">
                {words.ndr}
              </Figure>
            </Link>
            <Link to="/shipments" search={stuckView} className="figure">
              <Figure value={stuck} mood="needs">
                {words.stuck}
              </Figure>
            </Link>
            <Link to="/shipments" search={{ status: 'not_picked' }} className="figure">
              <Figure value={missed} mood="bad">
                {words.missed}
              </Figure>
            </Link>
            <Link to="/shipments" search={{ status: 'out_for_delivery' }} className="figure">
              <Figure value={counts.data?.out_for_delivery}>{words.out}</Figure>
            </Link>
            <Link to="/shipments" search={{ status: 'rto_in_transit' }} className="figure">
              <Figure value={rto}>{words.rto}</Figure>
            </Link>
          </div>
        </section>
        <Money />
        <Trouble />
      </div>
    </main>
  );
}

function useTotal(filter: Record<string, unknown>): number | undefined {
  return useQuery(totalQuery(filter)).data;
}

/** A number and what it counts; nothing to do is said quietly. */
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
  const remittances = useQuery({
    queryKey: ['owed'],
    enabled: maySee,
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
        <Link to="/money" className="figure">
          <Figure value={owed === undefined ? undefined : rupees(owed / 100)}>{words.owed}</Figure>
        </Link>
        <Link to="/money" className="figure">
          <Figure value={overdue === 0 ? 0 : overdue && rupees(overdue / 100)} mood="needs">
            {words.overdue}
          </Figure>
        </Link>
        <Link to="/money" search={{ part: 'weights' }} className="figure">
          <Figure value={differences.data} mood="needs">
            {words.differences}
          </Figure>
        </Link>
      </div>
    </section>
  );
}

/** What does not work by itself. */
function Trouble() {
  const words = useWords(todayWords);
  const maySee = useMayActAs('manager');
  const messages = useQuery({
    queryKey: ['failed messages'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/custom/api/v1/messages', {
            params: { query: { status: 'failed', per_page: MOST_MESSAGES } },
          }),
        )
      ).data.length,
  });
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    enabled: maySee,
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/webhooks'))).data,
  });
  const couriers = useQuery({
    queryKey: ['courier accounts'],
    enabled: maySee,
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/courier-accounts'))).data,
  });
  const failedMessages = messages.data ?? 0;
  const failing =
    webhooks.data?.filter((one) => one.failing_since !== null || one.switched_off !== null).length ?? 0;
  const sick = couriers.data?.filter((one) => one.needs_secrets).length ?? 0;
  return (
    <section className="stack tight" aria-labelledby="trouble">
      <h2 id="trouble">{words.trouble}</h2>
      {failedMessages + failing + sick === 0 && <p className="quiet">{words.allWell}</p>}
      <div className="figures">
        {failedMessages > 0 && (
          <Link to="/settings/$part" params={{ part: 'messages' }} className="figure">
            <Figure
              value={
                failedMessages === MOST_MESSAGES ? words.atLeast(grouped(failedMessages)) : failedMessages
              }
              mood="bad"
            >
              {words.messages}
            </Figure>
          </Link>
        )}
        {failing > 0 && (
          <Link to="/settings/$part" params={{ part: 'webhooks' }} className="figure">
            <Figure value={failing} mood="bad">
              {words.webhooks}
            </Figure>
          </Link>
        )}
        {sick > 0 && (
          <Link to="/settings/$part" params={{ part: 'couriers' }} className="figure">
            <Figure value={sick} mood="bad">
              {words.couriers}
            </Figure>
          </Link>
        )}
      </div>
    </section>
  );
}
