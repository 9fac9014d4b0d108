import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, sentenceOf } from '../../../api/client.ts';
import {
  type CourierAccount,
  checkCourier,
  courierAccountsQuery,
  courierProblemsQuery,
} from '../../../api/couriers.ts';
import { type Courier, carriersQuery, couriersQuery } from '../../../api/lists.ts';
import { SectionHead } from '../../../parts/collection.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { ActionMenu } from '../../../parts/menu.tsx';
import { NameMark } from '../../../parts/name-mark.tsx';
import { Failure, Sentence, Skeleton } from '../../../parts/notices.tsx';
import { SampleBanner } from '../../../parts/rates/sample-banner.tsx';
import { callSentence, callWords } from '../../../parts/shipments/call-words.ts';
import { Calls } from '../../../parts/shipments/calls.tsx';
import { State, spelledOut } from '../../../parts/status.tsx';
import { Moment } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { OnlyTroubled } from '../only-troubled.tsx';
import { settingsWords } from '../settings-words.ts';
import { couriersWords } from './couriers-words.ts';

/** The connected couriers, each with its state and last problem; and the couriers that can be connected. */
export function Couriers() {
  const words = useWords(couriersWords);
  const settings = useWords(settingsWords);
  const couriers = useQuery(couriersQuery).data ?? [];
  const accounts = useQuery(courierAccountsQuery);
  const { trouble } = useSearch({ strict: false });
  const shown = accounts.data?.filter((one) => trouble === undefined || one.needs_secrets);
  const free = couriers.filter(({ courier }) => !accounts.data?.some((one) => one.courier === courier));
  if (accounts.isPending) return <Skeleton lines={4} />;
  return (
    <div className="stack">
      <SectionHead title={settings.part.couriers} />
      <Failure error={accounts.error} />
      <SampleBanner isAtPrices />
      {trouble && <OnlyTroubled part="couriers" />}
      {accounts.data?.length === 0 && (
        <section className="card stack tight first-courier" aria-labelledby="none">
          <h3 id="none">{words.none}</h3>
          <p className="quiet">{words.noneHow}</p>
          <ol className="steps-line">
            {words.firstSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
      {shown?.map((one) => (
        <AccountCard key={one.id} account={one} />
      ))}
      {!trouble && free.length > 0 && (
        <section className="stack tight" aria-labelledby="connect">
          <h2 id="connect">{words.connect}</h2>
          <div className="connectable">
            {free.map((one) => (
              <ConnectCard key={one.courier} of={one} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

/** A courier that can be connected: two of the things that it offers, and what it needs. */
function ConnectCard({ of: { courier, name, can, settings } }: { of: Courier }) {
  const words = useWords(couriersWords);
  // Abilities that only some couriers have come first.
  const offers = [
    can.qc && words.offers.qc,
    can.pickup_requests && words.offers.pickups,
    can.reverse && words.offers.returns,
    can.cod && words.offers.cod,
  ].filter((one) => one !== false);
  const needed = settings.flatMap(({ name: setting, required, default: usual }) =>
    required && usual === null ? [words.setting[setting] ?? spelledOut(setting)] : [],
  );
  return (
    <Link to="/settings/couriers/$id" params={{ id: courier }} className="card">
      <NameMark of={courier} name={name} />
      <span>
        <strong>{name}</strong>
        <span className="quiet">{offers.slice(0, 2).join(' · ')}</span>
        <span className="quiet">{words.needs(needed)}</span>
      </span>
      <span className="button small">{words.connectOne}</span>
    </Link>
  );
}

const DAY_MS = 86_400_000;

function AccountCard({ account: { id, courier, name, needs_secrets } }: { account: CourierAccount }) {
  const words = useWords(couriersWords);
  const inWords = useWords(callWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const problems = useQuery(courierProblemsQuery(id)).data ?? [];
  const [leaves, leave] = useState(false);
  const checking = useMutation({ mutationFn: () => checkCourier(id) });
  const services = carriers.filter((one) => one.courier === courier);
  const offered = services.filter(({ status }) => status === 'active').length;
  const isPriced = services.some(({ has_rate_card }) => has_rate_card);
  const today = problems.filter((one) => Date.now() - Date.parse(one.happened_at) < DAY_MS).length;
  const [last] = problems;
  const state = () => {
    if (needs_secrets) return <State mood="needs">{words.needsSecrets}</State>;
    if (services.length === 0) return <State mood="needs">{words.noServices}</State>;
    if (!isPriced) return <State mood="needs">{words.noPrices}</State>;
    if (offered === 0) return <State mood="neutral">{words.allOff}</State>;
    return <State mood="done">{words.ready(offered)}</State>;
  };
  return (
    <article className="card stack tight" aria-label={name}>
      <div className="line">
        <NameMark of={courier} name={name} />
        <h2>{name}</h2>
        {state()}
        {today > 0 && <State mood="bad">{words.failedLately(today)}</State>}
        <span className="push" />
        <button
          type="button"
          className="button small"
          disabled={checking.isPending}
          onClick={() => checking.mutate()}
        >
          {checking.isPending ? words.checking : words.check}
        </button>
        <Link
          to="/settings/couriers/$id"
          params={{ id }}
          className={isPriced && !needs_secrets ? 'button small' : 'button small first'}
        >
          {isPriced && !needs_secrets ? words.open : words.setUp}
        </Link>
        <ActionMenu
          label={words.more(name)}
          actions={[{ text: words.disconnect, danger: true, run: () => leave(true) }]}
        />
      </div>
      <div aria-live="polite">
        {checking.data && (
          <State mood={checking.data.ok ? 'done' : 'bad'}>
            {checking.data.ok ? words.connected(name) : <Sentence of={checking.data.message_details} />}
          </State>
        )}
        {checking.error && <State mood="bad">{sentenceOf(checking.error)}</State>}
      </div>
      {last && (
        <details>
          <summary>
            {words.lastProblem}: {callSentence(last, inWords)}{' '}
            <span className="quiet">
              <Moment at={last.happened_at} />
            </span>
          </summary>
          <div className="stack tight" style={{ paddingTop: 8 }}>
            <h3>{words.failedRequests(problems.length)}</h3>
            <Calls calls={problems} />
          </div>
        </details>
      )}
      {leaves && (
        <Confirm
          title={words.disconnectTitle(name)}
          will={words.disconnectWill}
          action={words.disconnect}
          done={words.disconnected(name)}
          run={() => api.DELETE('/custom/api/v1/courier-accounts/{id}', { params: { path: { id } } })}
          onClose={() => leave(false)}
        />
      )}
    </article>
  );
}
