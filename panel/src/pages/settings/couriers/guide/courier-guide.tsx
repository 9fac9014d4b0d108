import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { courierAccountsQuery } from '../../../../api/couriers.ts';
import { carriersQuery, couriersQuery } from '../../../../api/lists.ts';
import { SectionHead } from '../../../../parts/collection.tsx';
import { GuideStep } from '../../../../parts/guide-step.tsx';
import { Failure, Skeleton } from '../../../../parts/notices.tsx';
import { SampleBanner } from '../../../../parts/rates/sample-banner.tsx';
import { useWords } from '../../../../words/language.ts';
import { settingsWords } from '../../settings-words.ts';
import { couriersWords } from '../couriers-words.ts';
import { ConnectStep } from './connect-step.tsx';
import { PlacesStep } from './places-step.tsx';
import { PricesStep } from './prices-step.tsx';
import { QuoteStep } from './quote-step.tsx';
import { ServicesStep } from './services-step.tsx';

/**
 * Leads a courier from its credentials to the first quote: connect, services, prices, places, a quote. The
 * address has the courier account's id, or the courier's name before there is an account.
 */
export function CourierGuide({ of: wanted }: { of: string }) {
  const words = useWords(couriersWords);
  const settings = useWords(settingsWords);
  const accounts = useQuery(courierAccountsQuery);
  const couriers = useQuery(couriersQuery);
  const carriers = useQuery(carriersQuery);
  if (accounts.isPending || couriers.isPending || carriers.isPending) {
    return <Skeleton lines={8} />;
  }
  const account = accounts.data?.find(({ id, courier }) => id === wanted || courier === wanted) ?? null;
  const courier = couriers.data?.find((one) => one.courier === (account?.courier ?? wanted));
  const services = carriers.data?.filter((one) => one.courier === courier?.courier) ?? [];
  const isAccepted = account !== null && !account.needs_secrets && account.accepted_at !== null;
  const isPriced = services.some(({ has_rate_card }) => has_rate_card);
  return (
    <div className="stack">
      <div>
        <nav className="crumbs" aria-label={words.way}>
          <Link to="/settings/$part" params={{ part: 'couriers' }}>
            {settings.part.couriers}
          </Link>
          <ChevronRight aria-hidden="true" />
          <span aria-current="page">{courier?.name ?? wanted}</span>
        </nav>
        <SectionHead title={words.guide(courier?.name ?? wanted)} />
      </div>
      <SampleBanner isAtPrices />
      <Failure error={accounts.error ?? couriers.error ?? carriers.error} />
      {courier && (
        <ol className="guide">
          <GuideStep number={1} title={words.steps.connect} isDone={isAccepted}>
            <ConnectStep courier={courier} account={account} isAccepted={isAccepted} />
          </GuideStep>
          <GuideStep
            number={2}
            title={words.steps.services}
            isDone={isAccepted && services.length > 0}
            isOff={!isAccepted && services.length === 0}
          >
            {account && <ServicesStep account={account} name={courier.name} services={services} />}
          </GuideStep>
          <GuideStep number={3} title={words.steps.prices} isDone={isPriced} isOff={services.length === 0}>
            <PricesStep courier={courier.courier} services={services} />
          </GuideStep>
          <GuideStep number={4} title={words.steps.places} isDone={isPriced} isOff={services.length === 0}>
            <PlacesStep services={services} />
          </GuideStep>
          <GuideStep number={5} title={words.steps.quote} isOff={!isPriced}>
            <QuoteStep services={services} />
          </GuideStep>
        </ol>
      )}
    </div>
  );
}
