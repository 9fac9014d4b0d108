import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { courierAccountsQuery } from '../../api/couriers.ts';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { Skeleton } from '../../parts/notices.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { todayWords } from './today-words.ts';

/** What an account without parcels does first: each step is a link, and is ticked once it is done. */
export function FirstSteps() {
  const words = useWords(todayWords);
  const mayConnect = useMayActAs('manager', 'refused');
  const warehouses = useQuery(warehousesQuery).data;
  const stores = useQuery(storesQuery).data;
  const couriers = useQuery({ ...courierAccountsQuery, enabled: mayConnect }).data;
  const carriers = useQuery(carriersQuery).data;
  if (!warehouses || !stores || !carriers || (mayConnect && !couriers)) return <Skeleton lines={6} />;
  const settings = (part: string): LinkProps => ({ to: '/settings/$part', params: { part } });
  const steps: readonly (readonly [name: keyof typeof words.steps, isDone: boolean, link: LinkProps])[] = [
    ['warehouse', warehouses.length > 0, settings('warehouses')],
    ['store', stores.length > 0, { to: '/stores' }],
    ...(mayConnect
      ? ([
          ['courier', (couriers ?? []).length > 0, settings('couriers')],
          [
            'prices',
            carriers.some((one) => one.courier !== null && one.has_rate_card),
            { to: '/rates/cards' },
          ],
        ] as const)
      : []),
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
                <span className="quiet small">{words.steps[name][1]}</span>
              </span>
              <ChevronRight className="quiet" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
