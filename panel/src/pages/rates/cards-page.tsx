import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { carriersQuery } from '../../api/lists.ts';
import { RATE_KINDS, rateBookQuery } from '../../api/rates.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { DraftBar } from '../../parts/rates/draft-bar.tsx';
import { PriceCard } from '../../parts/rates/price-grid.tsx';
import { useRateDraft } from '../../parts/rates/rate-draft.ts';
import { ratesWords } from '../../parts/rates/rates-words.ts';
import { SampleBanner } from '../../parts/rates/sample-banner.tsx';
import { StartPrices } from '../../parts/rates/start-prices.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { cardsWords } from './cards-words.ts';
import { RateTable } from './rate-table.tsx';
import { RatesTabs } from './rates-tabs.tsx';
import { Versions } from './versions.tsx';

/** The account's prices by courier and zone; the other tables of the rate book; every version. */
export function CardsPage() {
  const words = useWords(cardsWords);
  const { kind = 'rate-cards', csv } = useSearch({ from: '/frame/rates/cards' });
  const navigate = useNavigate({ from: '/rates/cards' });
  const [wanted, want] = useState('');
  const [asCsv, showCsv] = useState(csv === 'yes');
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
          {kind === 'rate-cards' && (
            <button type="button" className="button" aria-expanded={asCsv} onClick={() => showCsv(!asCsv)}>
              {words.csv}
              <ChevronDown aria-hidden="true" />
            </button>
          )}
        </header>
        <RatesTabs at="cards" />
        <SampleBanner />
        <div className="filters">
          {kind === 'rate-cards' && (
            <input
              className="input search"
              type="search"
              aria-label={words.search}
              placeholder={words.search}
              value={wanted}
              onChange={({ target }) => want(target.value)}
            />
          )}
          <SmallChoice
            label={words.kindLabel}
            value={kind}
            options={RATE_KINDS.map((one) => [one, words.kind[one]] as const)}
            onChoose={(chosen) => void navigate({ search: chosen === 'rate-cards' ? {} : { kind: chosen } })}
          />
        </div>
        {(kind !== 'rate-cards' || asCsv) && <RateTable key={kind} kind={kind} />}
        {kind === 'rate-cards' && <Prices wanted={wanted} />}
        <Versions />
      </div>
    </main>
  );
}

/** The price cards of the carriers whose name has the wanted text. */
function Prices({ wanted }: { wanted: string }) {
  const words = useWords(cardsWords);
  const rates = useWords(ratesWords);
  const mayChange = useMayActAs('manager', 'refused');
  const book = useQuery(rateBookQuery);
  const carriers = useQuery(carriersQuery);
  const draft = useRateDraft('all');
  if (book.isPending || carriers.isPending) return <Skeleton lines={8} />;
  if (book.error || carriers.error) {
    return <Failure error={book.error ?? carriers.error} onRetry={() => void book.refetch()} />;
  }
  const nameOf = (id: string) =>
    carriers.data.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id;
  const found = carriers.data.filter(({ carrier_name, courier_name }) =>
    `${carrier_name} ${courier_name}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <>
      {!mayChange && <p className="quiet">{words.notYours}</p>}
      <div className="line apart">
        <p className="quiet small">{words.how}</p>
        {mayChange && draft.isEmpty && (
          <button type="button" className="button small" disabled>
            {words.allPublished}
          </button>
        )}
      </div>
      {found.length === 0 && <Empty title={words.nothingFound} />}
      {found.map((carrier) =>
        book.data.cards.has(carrier.carrier_id) || draft.draft['rate-cards'][carrier.carrier_id] ? (
          <PriceCard
            key={carrier.carrier_id}
            carrier={carrier}
            book={book.data}
            draft={draft}
            mayChange={mayChange}
            note={
              carrier.inactive_code ? (
                <State mood="neutral">{rates.leftOut[carrier.inactive_code]}</State>
              ) : (
                carrier.is_sample && <State mood="neutral">{rates.sample}</State>
              )
            }
          />
        ) : (
          <StartPrices
            key={carrier.carrier_id}
            carrier={carrier}
            book={book.data}
            put={draft.put}
            mayChange={mayChange}
          />
        ),
      )}
      <DraftBar draft={draft} book={book.data} nameOf={nameOf} />
    </>
  );
}
