import { Ajv } from 'ajv';
import { QuoteRequestBody } from '../src/http/routes/rates/quote-request.ts';
import { buildRequestReading } from '../src/reading/request-reading.ts';

export const name = 'Reading a request body';

/**
 * The input of `POST /rates` checked by Ajv only, with Fastify's default coercion. It does less: no exact
 * decimals, no words in any case.
 */
const coerced = {
  type: 'object',
  required: [
    'journey_type',
    'origin_pincode',
    'destination_pincode',
    'dead_weight',
    'length',
    'width',
    'height',
  ],
  properties: {
    journey_type: { type: 'string', enum: ['forward', 'return'] },
    origin_pincode: { type: 'string', pattern: '^[1-9][0-9]{5}$' },
    destination_pincode: { type: 'string', pattern: '^[1-9][0-9]{5}$' },
    dead_weight: { type: 'number', exclusiveMinimum: 0, maximum: 10_000_000 },
    length: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
    width: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
    height: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
    payment_method: { type: 'string', enum: ['cod', 'prepaid'] },
    shipment_value: { type: 'number', exclusiveMinimum: 0 },
    qc_applicable: { type: 'boolean', default: true },
  },
};

const asNumbers = JSON.stringify({
  journey_type: 'forward',
  origin_pincode: '560001',
  destination_pincode: '110001',
  dead_weight: 500,
  length: 10,
  width: 12.5,
  height: 8,
  payment_method: 'cod',
  shipment_value: 1499.5,
});
const asText = JSON.stringify({
  journey_type: 'FORWARD',
  origin_pincode: 560001,
  destination_pincode: 110001,
  dead_weight: '500.00',
  length: '10',
  width: '12.50',
  height: '8',
  payment_method: 'COD',
  shipment_value: '1499.50',
  channel: 'shopify',
});
const refused = JSON.stringify({ journey_type: 'sideways', dead_weight: -1 });

const BODIES = 50_000;
const ROUNDS = 9;

export async function run(): Promise<string> {
  const read = buildRequestReading({ knownPincode: () => true }).readerOf(QuoteRequestBody);
  const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true });
  const validate = ajv.compile(coerced);
  for (const json of [asNumbers, asText]) {
    if (read(JSON.parse(json)).error !== undefined) throw new Error('a body that should be taken is refused');
  }
  if (!validate(JSON.parse(asNumbers))) throw new Error('the baseline refuses the body');
  const figures = medians({
    'Ajv with coercion, a body of numbers (baseline)': () => microseconds(asNumbers, validate),
    'ours, a body of numbers': () => microseconds(asNumbers, read),
    'ours, the same as text and in capitals': () => microseconds(asText, read),
    'ours, a refused body (seven sentences)': () => microseconds(refused, read),
  });
  const rows = Object.entries(figures).map(([what, figure]) => `| ${what} | ${figure.toFixed(2)} |`);
  return [
    'A body of `POST /rates`, parsed already, on one thread.',
    '',
    '| | microseconds |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

/** Per body; each is parsed again beforehand, because validators may change it. */
function microseconds(json: string, judge: (body: unknown) => unknown): number {
  const bodies = Array.from({ length: BODIES }, () => JSON.parse(json) as unknown);
  const start = process.hrtime.bigint();
  for (const body of bodies) judge(body);
  return Number(process.hrtime.bigint() - start) / BODIES / 1000;
}

function medians<Name extends string>(subjects: Record<Name, () => number>): Record<Name, number> {
  const names = Object.keys(subjects) as Name[];
  const taken = new Map<Name, number[]>(names.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of names) taken.get(subject)?.push(subjects[subject]());
  }
  const median = (figures: number[]) => figures.sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
  return Object.fromEntries(names.map((subject) => [subject, median(taken.get(subject) ?? [])])) as Record<
    Name,
    number
  >;
}
