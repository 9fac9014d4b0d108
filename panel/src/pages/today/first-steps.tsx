import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, FlaskConical } from 'lucide-react';
import { courierAccountsQuery } from '../../api/couriers.ts';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { loadSampleData } from '../../api/sample-data.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { todayWords } from './today-words.ts';

/** What an account without parcels does first: each step is a link, and is ticked once it is done. */
export function FirstSteps() {
  const words = useWords(todayWords);
  const mayConnect = useMayActAs('manager', 'refused');
  const mayLoad = useMayActAs('owner', 'refused');
  const warehouses = useQuery(warehousesQuery).data;
  const stores = useQuery(storesQuery).data;
  const couriers = useQuery({ ...courierAccountsQuery, enabled: mayConnect }).data;
  const carriers = useQuery(carriersQuery).data;
  if (!warehouses || !stores || !carriers || (mayConnect && !couriers)) return <Skeleton lines={6} />;
  const settings = (part: string): LinkProps => ({ to: '/settings/$part', params: { part } });
  const guide = (id: string): LinkProps => ({ to: '/settings/couriers/$id', params: { id } });
  const isOffered = (courier: string) =>
    carriers.some((one) => one.courier === courier && one.status === 'active');
  const accepted = couriers?.find((one) => one.accepted_at !== null || isOffered(one.courier));
  const connected = accepted ?? couriers?.[0];
  type Step = readonly [name: keyof typeof words.steps, isDone: boolean, link: LinkProps];
  const ofCourier: readonly Step[] = [
    ['courier', accepted !== undefined, connected ? guide(connected.id) : settings('couriers')],
    [
      'prices',
      carriers.some((one) => one.courier !== null && one.has_rate_card),
      connected ? guide(connected.id) : { to: '/rates/cards' },
    ],
  ];
  const steps: readonly Step[] = [
    [
      'warehouse',
      warehouses.length > 0,
      warehouses.length > 0 ? settings('warehouses') : { ...settings('warehouses'), search: { new: 'yes' } },
    ],
    ['store', stores.length > 0, { to: '/stores', search: stores.length > 0 ? {} : { store: 'new' } }],
    ...(mayConnect ? ofCourier : []),
    ['order', false, { to: '/orders/new' }],
  ];
  const next = steps.findIndex(([, isDone]) => !isDone);
  return (
    <section className="stack" aria-labelledby="first-steps">
      <header className="stack tight">
        <h1 id="first-steps">{words.first}</h1>
        <p className="quiet">{words.firstHow(steps.filter(([, isDone]) => isDone).length, steps.length)}</p>
      </header>
      <ol className="card sums first-steps">
        {steps.map(([name, isDone, link], at) => (
          <li key={name}>
            <Link {...link} className="first-step" aria-current={at === next ? 'step' : undefined}>
              {isDone ? (
                <CircleCheck className="done" aria-label={words.isDone} />
              ) : (
                <span className="number" aria-hidden="true">
                  {at + 1}
                </span>
              )}
              <span>
                <span className="strong">{words.steps[name][0]}</span>
                <span className="quiet small">
                  {name === 'courier' && connected && !accepted
                    ? words.checkCourier(connected.name)
                    : words.steps[name][1]}
                </span>
              </span>
              <ChevronRight className="quiet" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
      {mayLoad && couriers?.length === 0 && <LoadSamples />}
    </section>
  );
}

/** Offers sample data to somebody who wants to look around first. */
function LoadSamples() {
  const words = useWords(todayWords);
  const loading = useMutation({
    mutationFn: loadSampleData,
    onSuccess: ({ orders }) => toast(words.loaded(orders)),
  });
  return (
    <section className="stack tight first-steps" aria-labelledby="samples">
      <h2 id="samples">{words.lookAround}</h2>
      <p className="quiet">{words.lookAroundHow}</p>
      <Failure error={loading.error} />
      <div>
        <button
          type="button"
          className="button"
          disabled={loading.isPending}
          onClick={() => loading.mutate()}
        >
          <FlaskConical aria-hidden="true" />
          {loading.isPending ? words.loadingSamples : words.loadSamples}
        </button>
      </div>
    </section>
  );
}
