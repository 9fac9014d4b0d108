import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, api, type Sent } from '../../api/client.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { Failure } from '../../parts/notices.tsx';
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
      {!isWhole && <p className="quiet">{words.couriersHow}</p>}
      {isWhole && <Failure error={quote.error} />}
      {isWhole && quote.data && offers.length === 0 && (
        <>
          <p className="needs">{words.noCourier}</p>
          <ul className="stack tight">
            {quote.data.unserviceable?.map((one) => (
              <li key={one.carrier_id}>
                {one.carrier_name} <span className="quiet">{one.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isWhole &&
        offers.map((offer, at) => (
          <label className="offer" key={offer.carrier_id}>
            <input
              type="radio"
              name="carrier"
              checked={draft.carrier === offer.carrier_id || (draft.carrier === '' && at === 0)}
              onChange={() => onChoose(at === 0 ? '' : offer.carrier_id)}
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
            {at === 0 && <span className="done small">{words.cheapest}</span>}
          </label>
        ))}
    </section>
  );
}
