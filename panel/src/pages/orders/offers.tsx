import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { carriersQuery } from '../../api/lists.ts';
import { type Offer, type QuoteBody, quoteBody, quoteQuery } from '../../api/quote.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Failure } from '../../parts/notices.tsx';
import { LeftOut } from '../../parts/rates/left-out.tsx';
import { offerMarks } from '../../parts/rates/offer-marks.ts';
import { ratesWords } from '../../parts/rates/rates-words.ts';
import { SampleBanner } from '../../parts/rates/sample-banner.tsx';
import { Day, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { type Draft, orderTotal } from './draft.ts';
import { ordersWords } from './orders-words.ts';

const GRAMS_A_KILOGRAM = 1000;

/** The carriers' offers for the order as typed so far; none while something is missing. */
export function useOffers(
  draft: Draft,
  warehouses: readonly { readonly id: string; readonly pincode: string }[],
) {
  const body = quoteBody(
    {
      from: warehouses.find(({ id }) => id === draft.warehouse)?.pincode ?? '',
      to: draft.pincode.trim(),
      ...{ length: draft.length, width: draft.breadth, height: draft.height },
      ...(draft.payment === 'COD' && {
        payment: 'cod' as const,
        value: draft.collect.trim() || String(orderTotal(draft)),
      }),
    },
    Number(draft.weight) * GRAMS_A_KILOGRAM,
  );
  const wanted = JSON.stringify(body);
  const settled = useDebounced(wanted, 300);
  const asked: QuoteBody | null = JSON.parse(settled);
  const quote = useQuery({ ...quoteQuery(asked), placeholderData: keepPreviousData });
  const carriers = useQuery(carriersQuery).data ?? [];
  const isSample = ({ id }: Offer) => carriers.some((one) => one.carrier_id === id && one.is_sample);
  const found = asked === null ? undefined : quote.data;
  const offers = found?.offers ?? [];
  // A sample carrier is booked only if somebody chooses it.
  const usual = offers.find((offer) => !isSample(offer));
  return {
    isComplete: asked !== null,
    /** False while offers for what was typed last are still awaited. */
    isCurrent: settled === wanted && !quote.isPlaceholderData,
    error: asked === null ? null : quote.error,
    found,
    offers,
    isSample,
    /** The offer that is booked if nobody chooses one: the cheapest. */
    usual,
    chosen: offers.find(({ id }) => id === draft.carrier) ?? usual,
  };
}

/** Prices and dates of carriers, to choose one. */
export function Offers({
  of: { isComplete, error, found, offers, isSample, usual, chosen },
  onChoose,
}: {
  of: ReturnType<typeof useOffers>;
  onChoose: (carrier: string) => void;
}) {
  const words = useWords(ordersWords);
  const prices = useWords(ratesWords);
  const marks = offerMarks(offers.map(({ delivery }) => delivery));
  return (
    <section className="card stack tight" aria-labelledby="couriers" aria-live="polite">
      <div className="line apart">
        <h2 id="couriers">{words.couriers}</h2>
        {found && (
          <span className="quiet">
            {words.days} {found.details.zone}
          </span>
        )}
      </div>
      <SampleBanner />
      {!isComplete && <p className="quiet">{words.couriersHow}</p>}
      <Failure error={error} />
      {found && offers.length === 0 && (
        <>
          <p>{words.noCourier}</p>
          <LeftOut carriers={found.leftOut} />
        </>
      )}
      {offers.map((offer, at) => {
        const mark = marks[at];
        return (
          <label className="offer" key={offer.id}>
            <input
              type="radio"
              name="carrier"
              checked={offer === chosen}
              onChange={() => onChoose(offer === usual ? '' : offer.id)}
            />
            <span className="strong">{offer.name}</span>
            <Rupees value={offer.total} />
            <span />
            <span className="quiet small">
              {words.arrives} <Day on={offer.delivery} />
            </span>
            <span className="line">
              {isSample(offer) && <span className="mark">{prices.sample}</span>}
              {mark && <span className="mark done">{prices.marks[mark]}</span>}
            </span>
          </label>
        );
      })}
    </section>
  );
}
