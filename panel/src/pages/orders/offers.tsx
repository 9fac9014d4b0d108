import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api, type Sent } from '../../api/client.ts';
import { carriersQuery } from '../../api/lists.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Failure } from '../../parts/notices.tsx';
import { LeftOut } from '../../parts/rates/left-out.tsx';
import { ratesWords } from '../../parts/rates/rates-words.ts';
import { SampleBanner } from '../../parts/rates/sample-banner.tsx';
import { Day, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { type Draft, orderValue } from './draft.ts';
import { ordersWords } from './orders-words.ts';

/** Prices and dates of carriers for the order as typed so far. A carrier can be chosen. */
export function Offers({
  draft,
  warehouses,
  onChoose,
}: {
  draft: Draft;
  warehouses: readonly { readonly id: string; readonly pincode: string }[];
  onChoose: (carrier: string) => void;
}) {
  const words = useWords(ordersWords);
  const origin = warehouses.find(({ id }) => id === draft.warehouse)?.pincode;
  const request = useDebounced(
    JSON.stringify({
      journey_type: 'forward',
      origin_pincode: origin,
      destination_pincode: draft.pincode.trim(),
      dead_weight: Number(draft.weight) * 1000,
      length: Number(draft.length),
      width: Number(draft.breadth),
      height: Number(draft.height),
      payment_method: draft.payment.toLowerCase(),
      ...(draft.payment === 'COD' && { shipment_value: Number(draft.collect) || orderValue(draft) }),
    }),
    300,
  );
  const body = JSON.parse(request) as Sent<'/custom/api/v1/rates', 'post'>;
  const isWhole =
    /^\d{6}$/.test(String(body.destination_pincode)) &&
    origin !== undefined &&
    (['dead_weight', 'length', 'width', 'height'] as const).every((name) => Number(body[name]) > 0) &&
    (body.payment_method === 'prepaid' || Number(body.shipment_value) > 0);
  const quote = useQuery({
    queryKey: ['quote', request],
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) =>
      (await answerOf(api.POST('/custom/api/v1/rates', { body, signal }))).result,
  });
  const offers = quote.data?.serviceable_couriers ?? [];
  const prices = useWords(ratesWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const isSample = (id: string) => carriers.some((one) => one.carrier_id === id && one.is_sample);
  // A sample carrier is booked only if somebody chooses it.
  const first = offers.findIndex(({ carrier_id }) => !isSample(carrier_id));
  return (
    <section className="card stack tight" aria-labelledby="couriers" aria-live="polite">
      <div className="line apart">
        <h2 id="couriers">{words.couriers}</h2>
        {isWhole && quote.data && (
          <span className="quiet">
            {words.days} {quote.data.shipment_details.zone}
          </span>
        )}
      </div>
      <SampleBanner />
      {!isWhole && <p className="quiet">{words.couriersHow}</p>}
      {isWhole && <Failure error={quote.error} />}
      {isWhole && quote.data && offers.length === 0 && (
        <>
          <p className="needs">{words.noCourier}</p>
          <LeftOut carriers={quote.data.unserviceable ?? []} />
        </>
      )}
      {isWhole &&
        offers.map((offer, at) => (
          <label className="offer" key={offer.carrier_id}>
            <input
              type="radio"
              name="carrier"
              checked={draft.carrier === offer.carrier_id || (draft.carrier === '' && at === first)}
              onChange={() => onChoose(at === first ? '' : offer.carrier_id)}
            />
            <span>{offer.carrier_name}</span>
            <Rupees
              value={
                'total_forward_charges' in offer.charges ? offer.charges.total_forward_charges : undefined
              }
            />
            <span />
            <span className="quiet small">
              {words.arrives} <Day on={offer.expected_delivery.delivery} />
            </span>
            {isSample(offer.carrier_id) ? (
              <span className="needs small">{prices.sample}</span>
            ) : (
              at === 0 && <span className="done small">{words.cheapest}</span>
            )}
          </label>
        ))}
    </section>
  );
}
