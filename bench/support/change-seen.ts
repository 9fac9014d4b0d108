import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { readRateGround } from '../../src/data-files/rate-ground.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import type { EmbeddedPostgres } from '../../src/embedded-postgresql/open.ts';
import { PACKAGE_ROOT, rateFiles } from '../../src/package-root.ts';
import { Database } from '../../src/storage/database.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { importRates, type RateFileImport } from '../../src/usecases/rates/import-rates.ts';
import type { Service } from '../../src/usecases/service.ts';
import { median } from './compare.ts';
import { databaseUrl } from './scratch-postgres.ts';
import { type RunningService, startService } from './server-process.ts';
import { openBenchPool } from './service-database.ts';
import { serviceabilityFile } from './serviceability-file.ts';

const ROUNDS = 9;
const PROCESSES = 2;
/** For each account, to each process; each requests again this long after its answer. */
const CONNECTIONS = 4;
const PAUSE_MS = 10;

/** The clients' view of a change, in milliseconds; one figure for each round and process. */
interface ChangeSeen {
  /** From the commit to the last answer with the old version. */
  readonly lastOld: number[];
  /** From the commit to the first answer with the new version. */
  readonly firstNew: number[];
  /** The longest quote of the changed account after the commit. */
  readonly longest: number[];
  /** The same for an account without a change. */
  readonly longestOfOther: number[];
}

export interface ChangesSeen {
  readonly everyRule: ChangeSeen;
  readonly oneMarkup: ChangeSeen;
}

/**
 * Changes one account's book with this number of rules while two processes quote for it and for another
 * account.
 */
export async function measureChangeSeen(
  connection: EmbeddedPostgres['connection'],
  rules: number,
): Promise<ChangesSeen> {
  const database = new Database(openBenchPool(connection, 4));
  const services: RunningService[] = [];
  try {
    for (let started = 0; started < PROCESSES; started += 1) {
      services.push(await startService(PACKAGE_ROOT, { DATABASE_URL: databaseUrl(connection) }));
    }
    const service: Service = { database, now: () => new Date(), newId };
    const { directory } = await readRateGround(
      rateFiles({ pincodesFile: null, holidaysFile: null }),
      new Date().getFullYear(),
      () => undefined,
    );
    const changed = await createAccount(service, OPERATOR, 'Changed');
    const other = await createAccount(service, OPERATOR, 'Other');
    const put = async (kind: RateFileImport['kind'], text: string) => {
      const content = inParts(Buffer.from(text));
      const file = { kind, owner: changed.accountId, source: 'bench', content };
      await importRates(service, directory, OPERATOR, file);
    };
    const watch = async (paymentMethod: string, seen: ChangeSeen, change: () => Promise<void>) => {
      const watched = services.map(({ url }) => ({
        changed: new Watch(url, changed.apiKey, paymentMethod),
        other: new Watch(url, other.apiKey, paymentMethod),
      }));
      const before = await Promise.all(watched.map((of) => of.changed.first()));
      await change();
      const committed = performance.now();
      for (const [process, of] of watched.entries()) {
        const answers = await of.changed.untilOtherThan(before[process] ?? '');
        const old = answers.filter(({ text }) => text === before[process]);
        seen.lastOld.push(Math.max(...old.map(({ answered }) => answered)) - committed);
        const anew = answers.filter(({ text }) => text !== before[process]);
        seen.firstNew.push(Math.min(...anew.map(({ answered }) => answered)) - committed);
        seen.longest.push(longestAfter(answers, committed));
        seen.longestOfOther.push(longestAfter(await of.other.stop(), committed));
      }
    };
    await put(
      'serviceability',
      serviceabilityFile(rules, () => 'yes'),
    );
    const everyRule: ChangeSeen = { lastOld: [], firstNew: [], longest: [], longestOfOther: [] };
    const oneMarkup: ChangeSeen = { lastOld: [], firstNew: [], longest: [], longestOfOther: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = serviceabilityFile(rules, () => (round % 2 === 0 ? 'no' : 'yes'));
      await watch('cod', everyRule, () => put('serviceability', file));
      const setting = `carrier_id,offered,markup_percent\nk4tq9m2x,yes,${round + 1}\n`;
      await watch('prepaid', oneMarkup, () => put('carrier-settings', setting));
    }
    return { everyRule, oneMarkup };
  } finally {
    for (const running of services) await running.stop();
    await database.close();
  }
}

/** The figures as Markdown, with explanations. */
export function changeSeenReport({ everyRule, oneMarkup }: ChangesSeen): string[] {
  const cell = (values: readonly number[]) =>
    `${median(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
  const row = (what: string, { lastOld, firstNew, longest, longestOfOther }: ChangeSeen) =>
    `| ${what} | ${[lastOld, firstNew, longest, longestOfOther].map(cell).join(' | ')} |`;
  return [
    `When a change takes effect: ${PROCESSES} processes of the service get \`POST /rates\` for the changed account and for another one, with ${CONNECTIONS} connections each and ${PAUSE_MS} ms between an answer and the next request. The table has the time from the commit to the last answer with the old version and the first with the new one, and the slowest quote after that. Median (longest) of ${ROUNDS} rounds and ${PROCESSES} processes, in ms. Goal: the last answer with the old version within 1,000. A quote requested after about 700 ms waits for the new version.`,
    '',
    '| | last with the old version | first with the new one | slowest quote | slowest quote of the other account |',
    '|---|---:|---:|---:|---:|',
    row('all of 200,000 rules changed', everyRule),
    row('baseline: one markup of the same book changed', oneMarkup),
  ];
}

interface Answer {
  readonly asked: number;
  readonly answered: number;
  /** The couriers and their charges, as text. */
  readonly text: string;
}

/** Requests one account's quotes from one process, until it is stopped. */
class Watch {
  readonly #answers: Answer[] = [];
  readonly #asking: Promise<unknown>;
  #isStopped = false;

  constructor(url: string, apiKey: string, paymentMethod: string) {
    const ask = async () => {
      while (!this.#isStopped) {
        this.#answers.push(await quote(url, apiKey, paymentMethod));
        await wait(PAUSE_MS);
      }
    };
    this.#asking = Promise.all(Array.from({ length: CONNECTIONS }, ask));
  }

  async first(): Promise<string> {
    while (this.#answers[0] === undefined) await wait(PAUSE_MS);
    return this.#answers[0].text;
  }

  /** Continues until shortly after the first different answer. */
  async untilOtherThan(text: string): Promise<readonly Answer[]> {
    while (this.#answers.at(-1)?.text === text) await wait(PAUSE_MS);
    await wait(300);
    return this.stop();
  }

  async stop(): Promise<readonly Answer[]> {
    this.#isStopped = true;
    await this.#asking;
    return this.#answers;
  }
}

async function quote(url: string, apiKey: string, paymentMethod: string): Promise<Answer> {
  const asked = performance.now();
  const response = await fetch(`${url}/custom/api/v1/rates`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      journey_type: 'forward',
      origin_pincode: '560001',
      destination_pincode: '110001',
      dead_weight: 500,
      length: 10,
      width: 10,
      height: 10,
      payment_method: paymentMethod,
      shipment_value: 900,
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return { asked, answered: performance.now(), text };
}

function longestAfter(answers: readonly Answer[], moment: number): number {
  const after = answers.filter(({ answered }) => answered > moment);
  return Math.max(...after.map(({ asked, answered }) => answered - asked));
}

async function* inParts(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}
