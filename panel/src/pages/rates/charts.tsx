import { useQueries } from '@tanstack/react-query';
import { type Offer, type QuoteView, quoteBody, quoteQuery } from '../../api/quote.ts';
import { usePreference } from '../../preferences.ts';
import { dayInWords, rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { ratesWords } from './rates-words.ts';

const WIDTH = 460;
const HEIGHT = 220;
const LEFT = 48;
const BOTTOM = 28;
const TOP = 12;
const GRAMS = [250, 500, 1000, 2000, 3000, 5000, 7500, 10_000];

/** The marks of an axis that begins at zero and ends at a round number, not below the highest value. */
function axisOf(highest: number): number[] {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((one) => highest / one <= 5) ?? 10_000;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step);
}

function Axes({
  steps,
  names,
}: {
  steps: readonly number[];
  names: readonly { at: number; text: string }[];
}) {
  const top = steps.at(-1) || 1;
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  return (
    <g className="axes">
      {steps.map((step) => (
        <g key={step}>
          <line x1={LEFT} x2={WIDTH} y1={y(step)} y2={y(step)} />
          <text x={LEFT - 8} y={y(step) + 4} textAnchor="end">
            {rupees(step)}
          </text>
        </g>
      ))}
      {names.map(({ at, text }) => (
        <text key={text} x={at} y={HEIGHT - 8} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}

/** A chart of price by day: the best offers are at the lower left. The table next to it has the same data. */
export function DayChart({ offers }: { offers: readonly Offer[] }) {
  const words = useWords(ratesWords);
  const language = usePreference('language');
  const days = [...new Set(offers.map(({ delivery }) => delivery))].sort();
  const steps = axisOf(Math.max(...offers.map(({ total }) => total)));
  const top = steps.at(-1) || 1;
  const x = (day: string) => LEFT + ((days.indexOf(day) + 0.5) / days.length) * (WIDTH - LEFT);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const inWords = (day: string) => dayInWords(new Date(`${day}T12:00:00+05:30`), new Date(), language);
  return (
    <figure className="card chart">
      <figcaption className="strong">{words.chart}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.chart}>
        <Axes steps={steps} names={days.map((day) => ({ at: x(day), text: inWords(day) }))} />
        {offers.map((offer) => (
          <circle key={offer.id} cx={x(offer.delivery)} cy={y(offer.total)} r="5" className={offer.service}>
            <title>{`${offer.name}: ${rupees(offer.total)}, ${inWords(offer.delivery)}`}</title>
          </circle>
        ))}
      </svg>
      <p className="line small quiet">
        <span className="key standard" /> {words.standard} <span className="key express" /> {words.express}
      </p>
    </figure>
  );
}

/** The cheapest price by weight. */
export function WeightChart({ view }: { view: QuoteView }) {
  const words = useWords(ratesWords);
  const quotes = useQueries({ queries: GRAMS.map((grams) => quoteQuery(quoteBody(view, grams))) });
  const points = GRAMS.flatMap((grams, at) => {
    const total = quotes[at]?.data?.offers[0]?.total;
    return total === undefined ? [] : [{ grams, total }];
  });
  if (points.length < 2) return null;
  const steps = axisOf(Math.max(...points.map(({ total }) => total)));
  const top = steps.at(-1) || 1;
  const x = (grams: number) => LEFT + 20 + (GRAMS.indexOf(grams) / (GRAMS.length - 1)) * (WIDTH - LEFT - 44);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  return (
    <figure className="card chart">
      <figcaption className="strong">{words.weights}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.weights}>
        <Axes steps={steps} names={GRAMS.map((grams) => ({ at: x(grams), text: weight(grams) }))} />
        <polyline points={points.map(({ grams, total }) => `${x(grams)},${y(total)}`).join(' ')} />
        {points.map(({ grams, total }) => (
          <circle key={grams} cx={x(grams)} cy={y(total)} r="4" className="standard">
            <title>{`${weight(grams)}: ${rupees(total)}`}</title>
          </circle>
        ))}
      </svg>
    </figure>
  );
}
