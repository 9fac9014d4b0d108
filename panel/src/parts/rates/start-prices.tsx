import { useQuery } from '@tanstack/react-query';
import { carriersQuery } from '../../api/lists.ts';
import type { RateBook } from '../../api/rates.ts';
import { inLanguages, useWords } from '../../words/language.ts';
import { SmallChoice } from '../choice.tsx';
import type { PricedCarrier } from './price-grid.tsx';
import type { useRateDraft } from './rate-draft.ts';

const words = inLanguages({
  en: {
    none: 'No prices yet. It’s offered once it has some.',
    copy: (name: string) => `Copy prices for ${name} from`,
    placeholder: 'Copy prices from …',
  },
  hi: {
    none: 'अभी रेट नहीं हैं। रेट होने पर ही यह दिखेगा।',
    copy: (name: string) => `${name} के रेट यहाँ से कॉपी करें`,
    placeholder: 'यहाँ से रेट कॉपी करें …',
  },
});

/** A carrier without prices: they can start as a copy of another carrier's. */
export function StartPrices({
  carrier: { carrier_id: id, carrier_name: name },
  book,
  put,
  mayChange,
}: {
  carrier: PricedCarrier;
  book: RateBook;
  put: ReturnType<typeof useRateDraft>['put'];
  mayChange: boolean;
}) {
  const texts = useWords(words);
  const carriers = useQuery(carriersQuery).data ?? [];
  const priced = carriers.filter(({ carrier_id }) => book.cards.has(carrier_id));
  return (
    <section className="card line apart" aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p className="quiet">{texts.none}</p>
      </div>
      {mayChange && (
        <SmallChoice
          label={texts.copy(name)}
          value=""
          placeholder={texts.placeholder}
          options={priced.map((one) => [one.carrier_id, one.carrier_name] as const)}
          onChoose={(from) => {
            const { carrier_id: _, ...cells } = book.cards.get(from) ?? {};
            put(book, 'rate-cards', id, cells);
          }}
        />
      )}
    </section>
  );
}
