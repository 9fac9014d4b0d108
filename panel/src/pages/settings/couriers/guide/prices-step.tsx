import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Carrier } from '../../../../api/lists.ts';
import { rateBookQuery } from '../../../../api/rates.ts';
import { Failure, Skeleton } from '../../../../parts/notices.tsx';
import { DraftBar } from '../../../../parts/rates/draft-bar.tsx';
import { PriceCard } from '../../../../parts/rates/price-grid.tsx';
import { useRateDraft } from '../../../../parts/rates/rate-draft.ts';
import { StartPrices } from '../../../../parts/rates/start-prices.tsx';
import { useWords } from '../../../../words/language.ts';
import { couriersWords } from '../couriers-words.ts';

/** A price card for each service. */
export function PricesStep({ courier, services }: { courier: string; services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const book = useQuery(rateBookQuery);
  const draft = useRateDraft(courier);
  if (book.isPending) return <Skeleton lines={4} />;
  if (book.error) return <Failure error={book.error} onRetry={() => void book.refetch()} />;
  return (
    <>
      <div className="line apart">
        <p className="quiet" style={{ maxWidth: '80ch' }}>
          {words.pricesHow}
        </p>
        <Link to="/rates/cards" search={{ csv: 'yes' }} className="button small">
          {words.asCsv}
        </Link>
      </div>
      {services.map((carrier) =>
        book.data.cards.has(carrier.carrier_id) || draft.draft['rate-cards'][carrier.carrier_id] ? (
          <PriceCard key={carrier.carrier_id} carrier={carrier} book={book.data} draft={draft} mayChange />
        ) : (
          <StartPrices
            key={carrier.carrier_id}
            carrier={carrier}
            book={book.data}
            put={draft.put}
            mayChange
          />
        ),
      )}
      <DraftBar
        draft={draft}
        book={book.data}
        nameOf={(id) => services.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id}
      />
    </>
  );
}
