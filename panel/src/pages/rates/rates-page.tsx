import '../../design/rates.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../api/client.ts';
import { carriersQuery, warehousesQuery } from '../../api/lists.ts';
import {
  explanationQuery,
  type Offer,
  type QuoteBody,
  type QuoteView,
  quoteBody,
  quoteQuery,
} from '../../api/quote.ts';
import { Choice } from '../../parts/choice.tsx';
import { useDebounced } from '../../parts/debounced.ts';
import { saveFile } from '../../parts/download.ts';
import { TextField, Tick } from '../../parts/field.tsx';
import { Empty, Failure } from '../../parts/notices.tsx';
import { Rows } from '../../parts/paged-table.tsx';
import { LeftOut } from '../../parts/rates/left-out.tsx';
import { offerMarks } from '../../parts/rates/offer-marks.ts';
import { ratesWords as priceWords } from '../../parts/rates/rates-words.ts';
import { SampleBanner } from '../../parts/rates/sample-banner.tsx';
import { useMayActAs } from '../../session/session.ts';
import { Day, Rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { DayChart, WeightChart } from './charts.tsx';
import { RatesTabs } from './rates-tabs.tsx';
import { ratesWords } from './rates-words.ts';

const SIDES = ['length', 'width', 'height'] as const;

/** The calculator: every courier's price and day, and the reasons why others are missing. */
export function RatesPage() {
  const words = useWords(ratesWords);
  const view: QuoteView = useSearch({ from: '/frame/rates' });
  const navigate = useNavigate({ from: '/rates' });
  const origin = useQuery(warehousesQuery).data?.find((one) => one.is_active)?.pincode;
  const [typed, setTyped] = useState<QuoteView>(view);
  const whole = { from: origin, length: '10', width: '10', height: '10', weight: '500', ...typed };
  const body = useDebounced(JSON.stringify(quoteBody(whole)));
  const quote = useQuery({ ...quoteQuery(JSON.parse(body)), placeholderData: keepPreviousData });
  const change = (changed: Partial<QuoteView>) => {
    setTyped({ ...typed, ...changed });
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  };
  const error = quote.error instanceof ApiProblem ? quote.error : null;
  const field = (name: 'from' | 'to' | 'weight' | 'value' | (typeof SIDES)[number], sent: string) => ({
    label: words[name],
    inputMode: 'numeric' as const,
    value: whole[name] ?? '',
    wrong: error?.of(sent),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const isReturn = typed.journey === 'return';
  const { offers, details } = quote.data ?? { offers: [], details: null };
  return (
    <main className="page" id="page">
      <div className="stack narrow calculator">
        <header className="page-head">
          <h1>{words.title}</h1>
          {body !== 'null' && offers.length > 0 && (
            <button type="button" className="button" onClick={() => saveOffers(offers)}>
              {words.csv}
            </button>
          )}
        </header>
        <RatesTabs at="calculator" />
        <SampleBanner />
        <form className="card fields quote-form" onSubmit={(event) => event.preventDefault()}>
          <Choice
            label={words.journey}
            value={isReturn ? 'return' : 'forward'}
            options={[
              ['forward', words.forward],
              ['return', words.return],
            ]}
            onChoose={(journey) => change({ journey: journey === 'return' ? journey : undefined })}
          />
          <TextField {...field('from', 'origin_pincode')} />
          <TextField {...field('to', 'destination_pincode')} />
          {SIDES.map((side) => (
            <TextField key={side} {...field(side, side)} />
          ))}
          <TextField {...field('weight', 'dead_weight')} />
          {isReturn ? (
            <Tick
              label={words.qc}
              checked={typed.qc !== 'no'}
              onChange={({ target }) => change({ qc: target.checked ? undefined : 'no' })}
            />
          ) : (
            <>
              <Choice
                label={words.payment}
                value={typed.payment ?? 'prepaid'}
                options={[
                  ['prepaid', words.prepaid],
                  ['cod', 'COD'],
                ]}
                onChoose={(payment) => change({ payment: payment === 'cod' ? payment : undefined })}
              />
              {typed.payment === 'cod' && <TextField {...field('value', 'shipment_value')} />}
            </>
          )}
        </form>
        <Failure
          error={quote.error}
          shown={['origin_pincode', 'destination_pincode', 'dead_weight', 'shipment_value', ...SIDES]}
        />
        {body === 'null' && <p className="quiet">{words.how}</p>}
        {body !== 'null' && details && (
          <>
            <p>
              {words.zone} <b>{details.zone}</b> · {words.charged} <b>{weight(details.applicable_weight)}</b>
              {details.volumetric_weight > details.dead_weight && (
                <span className="quiet"> ({words.byVolume})</span>
              )}
            </p>
            {offers.length === 0 ? (
              <Empty title={words.none}>
                <p>{words.noneHow}</p>
              </Empty>
            ) : (
              <>
                <Offers offers={offers} view={whole} />
                <div className="charts">
                  <DayChart offers={offers} />
                  <WeightChart view={whole} />
                </div>
              </>
            )}
            <Missing body={JSON.parse(body)} />
          </>
        )}
      </div>
    </main>
  );
}

function Offers({ offers, view }: { offers: readonly Offer[]; view: QuoteView }) {
  const isReturn = view.journey === 'return';
  const mayBook = useMayActAs('packer') && !isReturn;
  const marks = offerMarks(offers.map(({ delivery }) => delivery));
  const words = useWords(ratesWords);
  const prices = useWords(priceWords);
  const carriers = useQuery(carriersQuery).data ?? [];
  const isSample = ({ id }: Offer) => carriers.some((one) => one.carrier_id === id && one.is_sample);
  const money = (id: 'freight' | 'cod' | 'rto' | 'qc' | 'total', header: string) => ({
    id,
    header,
    width: 100,
    number: true,
    cell: (offer: Offer) => (
      <span className={offer[id] ? undefined : 'quiet none'}>
        <Rupees value={offer[id]} />
      </span>
    ),
  });
  const columns = [
    {
      id: 'name',
      header: words.carrier,
      width: 200,
      cell: (offer: Offer) => {
        const mark = marks[offers.indexOf(offer)];
        return (
          <span className="line">
            <span className="strong">{offer.name}</span>
            {mark && <span className="mark done">{prices.marks[mark]}</span>}
            {isSample(offer) && <span className="mark">{prices.sample}</span>}
          </span>
        );
      },
    },
    {
      id: 'service',
      header: words.service,
      width: 100,
      card: 'plain' as const,
      cell: (offer: Offer) => words[offer.service],
    },
    { ...money('freight', words.freight), card: 'none' as const },
    ...(isReturn ? [money('qc', words.qcCharge)] : [money('cod', words.cod)]),
    { ...money('total', words.total), width: 140, card: 'main' as const },
    ...(isReturn ? [] : [money('rto', words.rto)]),
    { id: 'pickup', header: words.pickup, width: 100, cell: (offer: Offer) => <Day on={offer.pickup} /> },
    {
      id: 'delivery',
      header: words.delivery,
      width: 100,
      cell: (offer: Offer) => <Day on={offer.delivery} />,
    },
    ...(mayBook
      ? [
          {
            id: 'book',
            header: '',
            width: 80,
            cell: ({ id, name }: Offer) => (
              <Link to="/orders/new" search={{ ...view, carrier: id }} className="button small">
                {words.book}
                <span className="unseen"> {name}</span>
              </Link>
            ),
          },
        ]
      : []),
  ];
  return (
    <div className="offers">
      <Rows label={words.title} rows={offers} idOf={({ id }) => id} columns={columns} />
    </div>
  );
}

function saveOffers(offers: readonly Offer[]) {
  const rows = offers.map((one) => [
    one.name,
    one.service,
    one.freight,
    one.cod,
    one.qc ?? '',
    one.total,
    one.rto ?? '',
    one.pickup,
    one.delivery,
  ]);
  const lines = [
    ['carrier', 'service', 'freight', 'cod', 'qc', 'total', 'rto', 'pickup', 'delivery'],
    ...rows,
  ];
  const text = lines
    .map((line) => line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
    .join('\n');
  saveFile(new Blob([text], { type: 'text/csv' }), 'rates.csv');
}

/** The carriers without an offer, each with the reason. */
function Missing({ body }: { body: QuoteBody }) {
  const words = useWords(ratesWords);
  const explained = useQuery({ ...explanationQuery(body), placeholderData: keepPreviousData });
  const missing = explained.data?.left_out ?? [];
  if (missing.length === 0) return <Failure error={explained.error} />;
  return (
    <section className="stack tight" aria-labelledby="missing">
      <h2 id="missing">{words.missing}</h2>
      <LeftOut carriers={missing} />
    </section>
  );
}
