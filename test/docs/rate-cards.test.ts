import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_ROWS } from '../../src/domain/rates/book-rows.ts';
import { compileAccountBook } from '../../src/domain/rates/compile-rate-book.ts';
import { explainQuote } from '../../src/domain/rates/explain-quote.ts';
import { gramsShown } from '../../src/domain/rates/parcel.ts';
import { quoteRates } from '../../src/domain/rates/quote-rates.ts';
import { readRupees } from '../../src/domain/rates/rate-amounts.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { CARRIER_ROWS } from '../../src/rate-files/carrier-rows.ts';
import { CARRIER_SETTING_ROWS } from '../../src/rate-files/carrier-setting-rows.ts';
import { RATE_CARD_ROWS } from '../../src/rate-files/rate-card-rows.ts';
import { SERVICEABILITY_ROWS } from '../../src/rate-files/serviceability-rows.ts';
import { ZONE_OVERRIDE_ROWS } from '../../src/rate-files/zone-override-rows.ts';
import { sampleBook, shippedGround } from '../support/rates.ts';

const page = readFileSync(join(PACKAGE_ROOT, 'docs/how-to/maintain-rates.md'), 'utf8');

/** The first fenced block of a language. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';
}

/** The figures of the answer tables. */
const figures = Object.fromEntries(
  [...page.matchAll(/^\| `([a-z_.]+)` \| ([\w.-]+) \|$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** An exact fraction. */
type Fraction = readonly [numerator: bigint, denominator: bigint];

function number(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

/** The value of a calculation such as `45.00 + 2 * (3 - 1) / 5`. */
function reckon(text: string): Fraction {
  const tokens = text.match(/[\d.]+|[-+*/()]/g) ?? [];
  const take = () => tokens.shift() ?? '';
  const value = (): Fraction => {
    const token = take();
    if (token !== '(') return number(token);
    const inner = sum();
    take();
    return inner;
  };
  const product = (): Fraction => {
    let [n, d] = value();
    while (tokens[0] === '*' || tokens[0] === '/') {
      const operator = take();
      const [m, e] = value();
      [n, d] = operator === '*' ? [n * m, d * e] : [n * e, d * m];
    }
    return [n, d];
  };
  const sum = (): Fraction => {
    let [n, d] = product();
    while (tokens[0] === '+' || tokens[0] === '-') {
      const operator = take();
      const [m, e] = product();
      [n, d] = operator === '+' ? [n * e + m * d, d * e] : [n * e - m * d, d * e];
    }
    return [n, d];
  };
  return sum();
}

const asked = JSON.parse(block('json')) as Record<string, number | string>;
const text = (field: string) => String(asked[field]);
const [header = '', ...lines] = block('csv').trim().split('\n');
const { directory } = shippedGround();
const book = sampleBook();
const settings = lines.map((line) => {
  const cells = Object.fromEntries(
    header.split(',').map((column, index) => [column, line.split(',')[index]]),
  );
  const known = {
    directory,
    hasCarrier: (id: string) => book.carriers.some(({ carrier }) => carrier.id === id),
  };
  const { row } = CARRIER_SETTING_ROWS.read(cells, known);
  if (row === null) throw new Error(`the page has a bad row: ${line}`);
  return row;
});
const own = compileAccountBook(book, { ...NO_ROWS, carrierSettings: settings }, 2);
const now = Date.parse('2026-11-13T15:00:00+05:30');
const parcel = {
  deadWeight: text('dead_weight'),
  length: text('length'),
  width: text('width'),
  height: text('height'),
};
const forward = {
  journey: 'forward' as const,
  originPincode: text('origin_pincode'),
  destinationPincode: text('destination_pincode'),
  ...parcel,
  codValue: readRupees(text('shipment_value')),
};
const back = {
  journey: 'return' as const,
  originPincode: forward.destinationPincode,
  destinationPincode: forward.originPincode,
  ...parcel,
  qcApplicable: true,
};
const carrierId = settings[0]?.carrierId;
const rupees = (paise: number | undefined) => String((paise ?? Number.NaN) / 100);

describe('docs/how-to/maintain-rates.md', () => {
  it('has the figures of the forward quote', () => {
    const quote = quoteRates(own, forward, now);
    const carrier = quote.carriers.find((one) => one.carrier.id === carrierId);
    expect(carrier?.carrier.name).toBe(/markup of 7\.5 % on \*(.*)\*/.exec(page)?.[1]);
    expect(figures).toMatchObject({
      zone: quote.zone,
      dead_weight: String(gramsShown(quote.parcel.deadCentigrams)),
      volumetric_weight: String(gramsShown(quote.parcel.volumetricCentigrams)),
      applicable_weight: String(gramsShown(quote.parcel.applicableCentigrams)),
      forward_freight_charges: rupees(carrier?.charges.freight),
      cod_charges: rupees(carrier?.charges.cod),
      rto_charges: rupees(carrier?.charges.rto),
      total_forward_charges: rupees(carrier?.charges.total),
      platform_fee: rupees(quote.platformFeePaise),
      'expected_delivery.pickup': carrier?.pickup,
      'expected_delivery.delivery': carrier?.delivery,
    });
    expect(page).toContain(`= ${carrier?.slabs}\` slabs`);
  });

  it('has the figures of the return quote', () => {
    const carrier = quoteRates(own, back, now).carriers.find((one) => one.carrier.id === carrierId);
    expect(figures).toMatchObject({
      return_freight_charges: rupees(carrier?.charges.freight),
      qc_charges: rupees(carrier?.charges.qc),
      total_return_charges: rupees(carrier?.charges.total),
    });
  });

  it('has the prices of the explanation', () => {
    for (const request of [forward, back]) {
      const { carriers } = explainQuote(own, request, now);
      const how = carriers.find(({ quote }) => quote.carrier.id === carrierId)?.lines[0]?.how.text ?? '';
      const prices = [...how.matchAll(/Rs ([\d.]+)/g)].map(([, price]) => price);
      expect(prices).toHaveLength(2);
      expect(page).toContain(`\`${prices[0]} + 2 * ${prices[1]} = `);
    }
  });

  it('has calculations with the right results', () => {
    const reckonings = [...page.matchAll(/`([\d.+*/() -]+) = ([\d.]+)`/g)];
    expect(reckonings).toHaveLength(11);
    for (const [whole, reckoning = '', result = ''] of reckonings) {
      const [n, d] = reckon(reckoning);
      const [m, e] = number(result);
      expect(n * e === m * d, whole).toBe(true);
    }
  });

  it('names every column of every file', () => {
    for (const { columns } of [
      CARRIER_ROWS,
      RATE_CARD_ROWS,
      CARRIER_SETTING_ROWS,
      ZONE_OVERRIDE_ROWS,
      SERVICEABILITY_ROWS,
    ]) {
      for (const column of columns) expect(page).toContain(`\`${column.replace(/_[b-e]$/, '_a')}\``);
    }
  });
});
