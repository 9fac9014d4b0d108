import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Carrier, warehousesQuery } from '../../../../api/lists.ts';
import { explanationQuery, quoteBody, quoteQuery } from '../../../../api/quote.ts';
import { useDebounced } from '../../../../parts/debounced.ts';
import { TextField } from '../../../../parts/field.tsx';
import { Failure } from '../../../../parts/notices.tsx';
import { LeftOut } from '../../../../parts/rates/left-out.tsx';
import { Day, Rupees } from '../../../../words/format.tsx';
import { useWords } from '../../../../words/language.ts';
import { couriersWords } from '../couriers-words.ts';

/** A quote with this courier's services alone, and why a service is missing. */
export function QuoteStep({ services }: { services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const from = useQuery(warehousesQuery).data?.find((one) => one.is_active)?.pincode;
  const [to, setTo] = useState('560038');
  const [weight, setWeight] = useState('500');
  const asked = useDebounced(JSON.stringify({ from, to, weight }));
  const body = quoteBody({ ...JSON.parse(asked), length: '10', width: '10', height: '10' });
  const quote = useQuery(quoteQuery(body));
  const ids = new Set(services.map(({ carrier_id }) => carrier_id));
  const offers = quote.data?.offers.filter(({ id }) => ids.has(id)) ?? [];
  if (from === undefined) return <p className="quiet">{words.noWarehouse}</p>;
  return (
    <>
      <div className="fields guide-form">
        <TextField
          label={words.to}
          inputMode="numeric"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <TextField
          label={words.grams}
          inputMode="numeric"
          value={weight}
          onChange={({ target }) => setWeight(target.value)}
        />
      </div>
      <p className="quiet small">{words.from(from)}</p>
      <Failure error={quote.error} />
      <ul className="stack tight guide-form">
        {offers.map((offer) => (
          <li key={offer.id} className="card line apart">
            <b>{offer.name}</b>
            <span>
              <Rupees value={offer.total} />{' '}
              <span className="quiet">
                {words.arrives} <Day on={offer.delivery} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {body && offers.length < services.length && <NotOffered body={body} ids={ids} />}
    </>
  );
}

function NotOffered({
  body,
  ids,
}: {
  body: NonNullable<ReturnType<typeof quoteBody>>;
  ids: ReadonlySet<string>;
}) {
  const words = useWords(couriersWords);
  const missing = useQuery(explanationQuery(body)).data?.left_out.filter(({ carrier_id }) =>
    ids.has(carrier_id),
  );
  if (!missing || missing.length === 0) return null;
  return (
    <section className="stack tight" aria-label={words.notOffered}>
      <h3>{words.notOffered}</h3>
      <LeftOut carriers={missing} />
    </section>
  );
}
