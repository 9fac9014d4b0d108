import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { readPincodeDirectory } from '../src/data-files/read-pincode-directory.ts';
import { type BookRows, NO_ROWS } from '../src/domain/rates/book-rows.ts';
import { compileAccountBook, compileDefaultBook } from '../src/domain/rates/compile-rate-book.ts';
import { measureExactly, measureScaled } from '../src/domain/rates/parcel.ts';
import type { QuoteRequest } from '../src/domain/rates/quote.ts';
import { quoteRates } from '../src/domain/rates/quote-rates.ts';
import { readRupees } from '../src/domain/rates/rate-amounts.ts';
import type { RateBook, RateGround } from '../src/domain/rates/rate-book.ts';
import type { RateCard } from '../src/domain/rates/rate-card.ts';
import { type ServiceabilityRow, ServiceabilityRules } from '../src/domain/rates/serviceability-rules.ts';
import { carrierOf, dataText, rateCardOf, readShippedGround, sampleRows } from '../test/support/rates.ts';

export const name = 'Quotes in pure domain code';

const REQUESTS = 2_048;
const ROUNDS = 31;
const ACCOUNTS = 50;
const CARRIERS = 50;
const RULES = 2_000;
const MANY_RULES = 200_000;
const NOW = Date.UTC(2026, 10, 16, 5);
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/** Receives the results, so that the compiler cannot remove the work. */
let kept = 0;

export async function run(): Promise<string> {
  const text = dataText('pincodes.csv');
  const { ground, book, startUp } = start();
  const random = randomFrom(7);
  const requests = Array.from({ length: REQUESTS }, () => randomRequest(ground, random));
  const whole = requests.map((request) => ({ ...request, deadWeight: '1200', width: '20', codValue: null }));
  const answers = requests.map((request) => quoteRates(book, request, NOW));
  const many = compileDefaultBook(ground, manyCarriers(), 1);
  const memory = [
    bookMemory('no rules', 100, () => accountBook(many, ground, 0, random)),
    bookMemory(`${RULES} rules`, 50, () => accountBook(many, ground, RULES, random)),
    bookMemory(`${MANY_RULES} rules`, 4, () => accountBook(many, ground, MANY_RULES, random)),
  ];
  const accounts = Array.from({ length: ACCOUNTS }, () => accountBook(many, ground, RULES, random));
  const pincodes = requests.map((request) => request.originPincode);
  const places = new Map(Array.from(ground.directory.pincodes, (pincode, place) => [String(pincode), place]));
  const days = requests.map(() => FIRST_DAY + random(365));
  const { calendar } = ground;
  let turn = 0;
  const quotes = medians({
    'baseline: `JSON.stringify` of the answer of 8 carriers': () => {
      for (const answer of answers) kept += JSON.stringify(answer).length;
    },
    'one quote of 8 carriers, with decimals, COD and returns': () => {
      for (const request of requests) kept += quoteRates(book, request, NOW).carriers.length;
    },
    'one quote of 8 carriers, whole numbers, prepaid': () => {
      for (const request of whole) kept += quoteRates(book, request, NOW).carriers.length;
    },
    [`one quote of ${CARRIERS} carriers`]: () => {
      for (const request of requests) kept += quoteRates(many, request, NOW).carriers.length;
    },
    [`one quote of ${CARRIERS} carriers with ${RULES} serviceability rules, ${ACCOUNTS} accounts in turn`]:
      () => {
        for (const request of requests) {
          turn = (turn + 1) % accounts.length;
          kept += quoteRates(accounts[turn] ?? many, request, NOW).carriers.length;
        }
      },
  });
  const parts = medians({
    'weights by scaled integers': () => {
      for (const request of requests) kept += measureScaled(request)?.applicableCentigrams ?? 0;
    },
    'weights by big integers': () => {
      for (const request of requests) kept += measureExactly(request).applicableCentigrams;
    },
    'a pincode in the directory': () => {
      for (const pincode of pincodes) kept += ground.directory.placeOf(pincode);
    },
    'a pincode in a `Map`': () => {
      for (const pincode of pincodes) kept += places.get(pincode) ?? 0;
    },
    'a delivery date with our tables, as text': () => {
      for (const day of days) kept += calendar.textOf(calendar.workingDayAfter(1, day, 4)).length;
    },
    'the same with Luxon, without holidays': () => {
      for (const day of days) {
        const date = DateTime.fromMillis(day * DAY_MS, { zone: 'Asia/Kolkata' }).plus({ days: 4 });
        kept += date.toISODate()?.length ?? 0;
      }
    },
  });
  const reading = medians(
    {
      'reading the directory, 19,414 rows': () => readPincodeDirectory(text),
      'baseline: csv-parse of the same text': () => parse(text),
      'compiling the sample book with it': () => compileDefaultBook(ground, sampleRows(), 1),
      [`compiling an account's book of ${CARRIERS} carriers, ${RULES} rules`]: () =>
        accountBook(many, ground, RULES, random),
      [`compiling an account's book of ${CARRIERS} carriers, ${MANY_RULES} rules`]: () =>
        accountBook(many, ground, MANY_RULES, random),
    },
    { rounds: 7, each: 1 },
  );
  if (kept === 0) throw new Error('nothing was computed');
  return [
    `Microseconds each, median of ${ROUNDS} rounds of ${REQUESTS} random requests, on one thread.`,
    '',
    table('microseconds', quotes, 2),
    '',
    'Of which:',
    '',
    table('microseconds', parts, 3),
    '',
    `Start-up in a new process: the directory, zones, holidays and the sample book in **${startUp.toFixed(0)} ms**. Warmed up:`,
    '',
    table('milliseconds', reading, 1),
    '',
    `Memory of one account's book in addition to the default book (${CARRIERS} own rate cards and markups):`,
    '',
    '| | measured KB | `ownBytes` KB |',
    '|---|---:|---:|',
    ...memory,
  ].join('\n');
}

function start(): { ground: RateGround; book: RateBook; startUp: number } {
  const from = performance.now();
  const ground = readShippedGround();
  const book = compileDefaultBook(ground, sampleRows(), 1);
  return { ground, book, startUp: performance.now() - from };
}

/** A random pair of pincodes and a parcel of up to 2 kg, which all eight sample carriers take. */
function randomRequest(ground: RateGround, random: (below: number) => number): QuoteRequest {
  const pincode = () => ground.directory.pincodeAt(random(ground.directory.size));
  const parcel = {
    originPincode: pincode(),
    destinationPincode: pincode(),
    deadWeight: `${1 + random(1_999)}.${1 + random(9)}`,
    length: `${1 + random(20)}.${1 + random(9)}`,
    width: `${1 + random(20)}.25`,
    height: String(1 + random(20)),
  };
  return random(3) === 0
    ? { journey: 'return', ...parcel, qcApplicable: random(2) === 0 }
    : {
        journey: 'forward',
        ...parcel,
        codValue: random(2) === 0 ? null : readRupees(`${1 + random(20_000)}.5`),
      };
}

function manyCarriers(): BookRows {
  const ids = Array.from({ length: CARRIERS }, (_, index) => `carrier${index}`);
  return {
    ...NO_ROWS,
    carriers: ids.map((id) => carrierOf({ id })),
    rateCards: ids.map((carrierId) => rateCardOf({ carrierId })),
  };
}

/** A book with a separate rate card and markup for every carrier. */
function accountBook(
  parent: RateBook,
  ground: RateGround,
  rules: number,
  random: (below: number) => number,
): RateBook {
  const ids = parent.carriers.map(({ carrier }) => carrier.id);
  const rows = function* (): Generator<ServiceabilityRow> {
    for (let index = 0; index < rules; index += 1) {
      yield {
        carrierId: ids[random(ids.length)] ?? '',
        areaKind: 'pincode',
        area: ground.directory.pincodeAt(random(ground.directory.size)),
        pickup: random(2) === 0 ? null : random(2) === 0,
        prepaid: random(2) === 0,
        cod: random(2) === 0,
        reverse: null,
      };
    }
  };
  return compileAccountBook(
    parent,
    {
      ...NO_ROWS,
      rateCards: ids.map((carrierId) => ownRateCard(carrierId, random)),
      carrierSettings: ids.map((carrierId) => ({
        carrierId,
        offered: true,
        markup: 25_000,
        besideCouriers: false,
      })),
      serviceability: ServiceabilityRules.of(ground.directory, rows()),
    },
    1,
  );
}

/** With arrays of its own, like rows from a database. */
function ownRateCard(carrierId: string, random: (below: number) => number): RateCard {
  const prices = () => Array.from({ length: 5 }, () => 3_000 + random(5_000));
  const priceTable = () => ({ first: prices(), further: prices() });
  return rateCardOf({ carrierId, forward: priceTable(), reverse: priceTable() });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function bookMemory(what: string, count: number, make: () => RateBook): string {
  const used = () => {
    for (let pass = 0; pass < 3; pass += 1) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const books = Array.from({ length: count }, make);
  const measured = (used() - before) / count;
  const estimate = books.reduce((sum, { ownBytes }) => sum + ownBytes, 0) / count;
  return `| ${what} | ${Math.round(measured / 1024)} | ${Math.round(estimate / 1024)} |`;
}

/** By name, in turns: microseconds per request, or milliseconds if a round is one call. */
function medians(
  subjects: Record<string, () => void>,
  { rounds, each }: { rounds: number; each: number } = { rounds: ROUNDS, each: REQUESTS },
): Record<string, number> {
  const names = Object.keys(subjects);
  const taken = new Map<string, number[]>(names.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of names) {
      const from = performance.now();
      subjects[subject]?.();
      taken.get(subject)?.push(performance.now() - from);
    }
  }
  const unit = each === 1 ? 1 : 1_000;
  const median = (figures: number[]) => figures.sort((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
  return Object.fromEntries(
    names.map((subject) => [subject, (median(taken.get(subject) ?? []) * unit) / each]),
  );
}

function table(unit: string, figures: Record<string, number>, decimals: number): string {
  const rows = Object.entries(figures).map(([what, figure]) => `| ${what} | ${figure.toFixed(decimals)} |`);
  return [`| | ${unit} |`, '|---|---:|', ...rows].join('\n');
}

/** The same requests in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
