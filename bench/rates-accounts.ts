import { v7 as newId } from 'uuid';
import { readRateGround } from '../src/data-files/rate-ground.ts';
import { OPERATOR } from '../src/domain/actor.ts';
import { PACKAGE_ROOT, rateFiles } from '../src/package-root.ts';
import { Database } from '../src/storage/database.ts';
import { DEFAULT_BOOK } from '../src/storage/rates/rate-versions.ts';
import { createAccount } from '../src/usecases/accounts/create-account.ts';
import { importRates } from '../src/usecases/rates/import-rates.ts';
import { exportRates } from '../src/usecases/rates/rate-book-file.ts';
import type { Service } from '../src/usecases/service.ts';
import { compare, comparisonTable } from './support/compare.ts';
import { rateRequests, readPincodes, repeatableRandom } from './support/rate-requests.ts';
import { startService } from './support/server-process.ts';
import { openBenchPool, openDatabaseOf } from './support/service-database.ts';

export const name = 'Quoting for many accounts';

const ACCOUNTS = 500;
const ACTIVE = 50;
const CARRIERS = 50;
const RULES = 2_000;
const LARGE_RULES = 200_000;
const CONNECTIONS = 32;
/** The accounts' books are copies of these: importing each of 500 separately would only take longer. */
const ORIGINALS = 5;

interface Tenant {
  readonly accountId: string;
  readonly apiKey: string;
}

/**
 * 500 accounts with their own rate cards of 50 carriers and 2,000 serviceability rules each, one of them
 * with 200,000; 50 are active. Goal: the throughput of one account's quotes within 20 %.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  const embedded = await openDatabaseOf(service);
  const database = new Database(openBenchPool(embedded.connection, 4));
  try {
    const tenants = await makeAccounts({ database, now: () => new Date(), newId });
    const resting = await readMetrics(service.url);
    const active = [...tenants.slice(0, ACTIVE - 1), ...tenants.slice(-1)];
    const keyed = (of: readonly Tenant[]) =>
      rateRequests((request) => ({ authorization: of[request % of.length]?.apiKey ?? '' }));
    const opening = await openAll(service.url, keyed(active).slice(0, ACTIVE));
    const ofActive = await readMetrics(service.url);
    const comparison = await compare(
      { url: service.url, requests: keyed(active) },
      { url: service.url, requests: keyed(tenants.slice(0, 1)) },
      CONNECTIONS,
    );
    await openAll(service.url, keyed(tenants).slice(0, ACCOUNTS));
    const ofAll = await readMetrics(service.url);
    const memory = (what: string, { books, bytes, resident }: Metrics) =>
      `| ${what} | ${books} | ${megabytes(bytes)} | ${megabytes(resident)} |`;
    return [
      `${ACCOUNTS} accounts have their own rate cards of ${CARRIERS} carriers and ${RULES.toLocaleString('en')} serviceability rules each; the last has ${LARGE_RULES.toLocaleString('en')} rules. ${ACTIVE} of the accounts request \`POST /rates\` in turn ("Dakiya"), compared with one of them alone ("baseline"), on the same server, ${CONNECTIONS} connections. Goal: at least 0.80 of its throughput.`,
      '',
      comparisonTable(comparison),
      '',
      `The first quote of an account waits until its book is loaded: ${opening.usual.toFixed(0)} ms in the median, ${opening.longest.toFixed(0)} ms at most. The accounts came one after the other.`,
      '',
      '| | books | their MB | process MB |',
      '|---|---:|---:|---:|',
      memory('before the first quote', resting),
      memory(`${ACTIVE} accounts active`, ofActive),
      memory(`after one quote for each of ${ACCOUNTS}, \`RATE_BOOKS_MB\` 128`, ofAll),
    ].join('\n');
  } finally {
    await database.close();
    await embedded.stop();
    await service.stop();
  }
}

async function makeAccounts(service: Service): Promise<Tenant[]> {
  const { directory } = await readRateGround(
    rateFiles({ pincodesFile: null, holidaysFile: null }),
    new Date().getFullYear(),
    () => undefined,
  );
  const put = (owner: string, kind: Parameters<typeof importRates>[3]['kind'], lines: readonly string[]) =>
    importRates(service, directory, OPERATOR, { kind, owner, source: 'bench', content: asFile(lines) });
  const carriers = await readLines(service, 'carriers');
  const cards = await readLines(service, 'rate-cards');
  const manyCarriers = times(carriers, (line, id) => line.replace(/^[^,]+,[^,]+/, `${id},Carrier ${id}`));
  await put(DEFAULT_BOOK, 'carriers', manyCarriers);
  const random = repeatableRandom(7);
  const tenants: Tenant[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    tenants.push(await createAccount(service, OPERATOR, `Account ${index}`));
  }
  const ids = manyCarriers.slice(1).map((line) => line.split(',')[0] ?? '');
  const originals = [...tenants.slice(0, ORIGINALS), ...tenants.slice(-1)];
  for (const { accountId } of originals) {
    const isLarge = accountId === tenants.at(-1)?.accountId;
    await put(
      accountId,
      'rate-cards',
      times(cards, (line, id) => line.replace(/^[^,]+/, id)),
    );
    await put(accountId, 'serviceability', rules(ids, isLarge ? LARGE_RULES : RULES, random));
  }
  for (const [index, { accountId }] of tenants.slice(ORIGINALS, -1).entries()) {
    await copyBook(service.database, originals[index % ORIGINALS]?.accountId ?? '', accountId);
  }
  await service.database.pool.query('analyze rate_rows');
  return tenants;
}

/** The header, and the wanted number of carriers, made from the existing ones. */
function times(lines: readonly string[], change: (line: string, id: string) => string): string[] {
  const [header = '', ...rows] = lines;
  return [
    header,
    ...Array.from({ length: CARRIERS }, (_, index) => change(rows[index % rows.length] ?? '', `c${index}`)),
  ];
}

/** One in four says no to something, for areas of every kind. */
function rules(carriers: readonly string[], count: number, random: () => number): string[] {
  const pincodes = readPincodes();
  const of = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const yesOrNo = () => (random() < 0.25 ? 'no' : 'yes');
  const rows = new Map<string, string>();
  while (rows.size < count) {
    const pincode = of(pincodes) ?? '';
    const area = random() < 0.1 ? `prefix,${pincode.slice(0, 3)}` : `pincode,${pincode}`;
    rows.set(`${of(carriers)},${area}`, `${yesOrNo()},${yesOrNo()},${yesOrNo()},${yesOrNo()}`);
  }
  return [
    'carrier_id,area_kind,area,pickup,prepaid,cod,reverse',
    ...[...rows].map(([place, duties]) => `${place},${duties}`),
  ];
}

async function copyBook({ pool }: Database, from: string, to: string): Promise<void> {
  await pool.query(
    `insert into rate_rows (account_id, kind, row_key, from_version, cells)
      select $2, kind, row_key, from_version, cells from rate_rows where account_id = $1 and to_version is null`,
    [from, to],
  );
  await pool.query(
    'insert into rate_heads select $2, version from rate_heads where account_id = $1 on conflict do nothing',
    [from, to],
  );
}

async function readLines(service: Service, kind: 'carriers' | 'rate-cards'): Promise<string[]> {
  const lines: string[] = [];
  await exportRates(service, DEFAULT_BOOK, kind, (rows) => {
    lines.push(...rows.map((cells) => cells.join(',')));
  });
  return lines;
}

async function* asFile(lines: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`${lines.join('\n')}\n`);
}

async function openAll(
  url: string,
  requests: ReturnType<typeof rateRequests>,
): Promise<{ usual: number; longest: number }> {
  const took: number[] = [];
  for (const { path, headers, body } of requests) {
    const start = performance.now();
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: body as string,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  return { usual: took[took.length >> 1] ?? Number.NaN, longest: took.at(-1) ?? Number.NaN };
}

interface Metrics {
  readonly books: number;
  readonly bytes: number;
  readonly resident: number;
}

async function readMetrics(url: string): Promise<Metrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (metric: string) => Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    books: value('rate_books_cached'),
    bytes: value('rate_books_bytes'),
    resident: value('process_resident_memory_bytes'),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
