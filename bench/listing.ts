import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { ListingPage } from '../src/domain/listing/listing.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { openEmbedded } from '../src/storage/embedded/open.ts';
import { listingQuery } from '../src/storage/listing/list.ts';
import { readFilters, type SentFilters } from '../src/usecases/listing-filters.ts';
import { compare, comparisonTable, median } from './support/compare.ts';
import { startBaseline, startService } from './support/server-process.ts';

export const name = 'The listing';

const SHIPMENTS = 1_000_000;
const ROUNDS = 15;
const CONNECTIONS = 32;
const DAY_S = 86_400;
const DEEP_PAGE = 25_000;

interface Case {
  readonly name: string;
  /** Milliseconds. */
  readonly goal: number;
  readonly body: SentFilters & Record<string, unknown>;
  readonly page?: Partial<ListingPage>;
}

/**
 * `POST /shipments` of an account with many shipments, each kind of page one request after the other,
 * beside a bare `node:http` server that sends the same statement through `pg`.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  const embedded = await openEmbedded({
    dataDir: service.dataDir,
    role: 'command',
    progress: () => undefined,
    log: () => undefined,
  });
  const pool = new pg.Pool({ ...embedded.connection, max: 1 });
  const headers = { authorization: service.apiKey, 'content-type': 'application/json' };
  const url = `${service.url}/custom/api/v1/shipments`;
  try {
    const accountId = await onlyAccount(service.url, headers);
    const cli = join(PACKAGE_ROOT, 'dist/cli.js');
    const words = ['demo', 'load', '--account', accountId, '--shipments', String(SHIPMENTS)];
    const script = `import(${JSON.stringify(cli)}).then(({ main }) => main(process.argv.slice(1)))`;
    await promisify(execFile)(process.execPath, ['-e', script, '--', ...words], {
      env: { ...process.env, DATA_DIR: service.dataDir, DATABASE_URL: '' },
    });
    const cases = await makeCases(pool, accountId);
    const queries = Object.fromEntries(cases.map((one) => [one.name, queryOf(one, accountId)]));
    const baseline = await startBaseline(new URL('./baselines/listing-server.js', import.meta.url), {
      connection: embedded.connection,
      queries,
    });
    try {
      const lines: string[] = [];
      for (const one of cases) {
        const ours: number[] = [];
        const bare: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          bare.push(await timed(`${baseline.url}/${encodeURIComponent(one.name)}`, {}));
          ours.push(await timed(url, { method: 'POST', headers, body: JSON.stringify(one.body) }));
        }
        const [p50, plain] = [median(ours), median(bare)];
        lines.push(
          `| ${one.name} | ${one.goal} | ${p50.toFixed(1)} | ${plain.toFixed(1)} | ${(p50 / plain).toFixed(2)} |`,
        );
      }
      const first = cases[0] as Case;
      const comparison = await compare(
        { url, method: 'POST', headers, body: JSON.stringify(first.body) },
        { url: `${baseline.url}/${encodeURIComponent(first.name)}` },
        CONNECTIONS,
      );
      return [
        `\`POST /shipments\`, ${SHIPMENTS} shipments of one account made by \`demo load\`, one request after the other, median of ${ROUNDS}. Baseline: bare \`node:http\` that sends the same statement through \`pg\`.`,
        '',
        '| Page | goal ms | Dakiya p50 ms | baseline p50 ms | ratio |',
        '|---|---:|---:|---:|---:|',
        ...lines,
        '',
        `The first page at ${CONNECTIONS} connections (goal: 0.6 of the baseline's throughput):`,
        '',
        comparisonTable(comparison),
      ].join('\n');
    } finally {
      await baseline.stop();
    }
  } finally {
    await pool.end();
    await embedded.stop();
    await service.stop();
  }
}

function queryOf({ body, page = {} }: Case, accountId: string) {
  const { filters } = readFilters(body);
  const asked = { filters, order: 'desc' as const, perPage: 20, after: null, page: 1, ...page };
  const { name: prepared, text, parameters } = listingQuery(asked);
  return { text, values: [accountId, ...parameters], ...(prepared === null ? {} : { name: prepared }) };
}

/** Values that the data really has. */
async function makeCases(pool: pg.Pool, accountId: string): Promise<Case[]> {
  const one = async (text: string) => (await pool.query(text, [accountId])).rows[0] ?? {};
  const shipments = 'from dakiya.shipments where account_id = $1';
  const deep = await one(
    `select shipment_id, extract(epoch from created_at) * 1000 as ms ${shipments} order by created_at desc, shipment_id desc offset ${DEEP_PAGE * 20} limit 1`,
  );
  const found = await one(
    `select s.tracking_number, o.display_id, c.phone from dakiya.shipments s
       join dakiya.orders o using (account_id, order_id) join dakiya.order_contacts c using (account_id, order_id)
      where s.account_id = $1 and s.tracking_number is not null offset 1000 limit 1`,
  );
  const common = await one(
    `select first_name from dakiya.order_contacts where account_id = $1 group by 1
      order by abs(count(*) - ${SHIPMENTS / 50}) limit 1`,
  );
  const { sku } = await one(
    'select sku from dakiya.shipment_skus where account_id = $1 group by 1 order by count(*) limit 1',
  );
  const { tag } = await one(
    'select tag from dakiya.shipment_tags where account_id = $1 group by 1 order by count(*) limit 1',
  );
  const { carriers } = await one(
    `select array_agg(carrier_id) as carriers from (select carrier_id ${shipments} and carrier_id is not null group by 1 order by count(*) limit 2) c`,
  );
  const { reason } = await one(
    `select ndr_reason as reason ${shipments} and ndr_reason is not null group by 1 order by count(*) limit 1`,
  );
  const { newest } = await one(`select extract(epoch from max(created_at))::bigint as newest ${shipments}`);
  const start_time = Number(newest) - 30 * DAY_S;
  const four = {
    carrier_id: carriers,
    zone: ['zone_b', 'zone_d'],
    is_cod: true,
    applied_weight_min: '500',
    applied_weight_max: '2000',
  };
  const after = { createdAt: Math.round(Number(deep.ms)), shipmentId: deep.shipment_id };
  const position = { search_after: [after.createdAt, after.shipmentId] };
  return [
    { name: 'first page of 20', goal: 5, body: {} },
    { name: 'page of 100', goal: 15, body: { per_page: 100 }, page: { perPage: 100 } },
    { name: 'one status', goal: 5, body: { status: 'delivered' } },
    { name: 'status and 30 days', goal: 20, body: { status: 'delivered', start_time } },
    { name: '30 days by delivery', goal: 20, body: { date_field: 'delivered_at', start_time } },
    { name: 'four filters, whole history', goal: 40, body: four },
    { name: 'four filters, 30 days', goal: 20, body: { ...four, start_time } },
    { name: 'search: tracking number', goal: 8, body: { search: found.tracking_number } },
    { name: 'search: phone', goal: 8, body: { search: found.phone } },
    { name: 'search: order id', goal: 8, body: { search: found.display_id } },
    { name: 'search: a common name', goal: 120, body: { search: common.first_name } },
    ...(sku === undefined ? [] : [{ name: 'SKU', goal: 20, body: { sku: [sku] } }]),
    ...(tag === undefined ? [] : [{ name: 'tag', goal: 20, body: { tags: [tag] } }]),
    { name: 'NDR reason', goal: 20, body: { ndr_reason: [reason] } },
    { name: `position ${DEEP_PAGE} pages deep`, goal: 6.5, body: position, page: { after } },
    { name: `page ${DEEP_PAGE}`, goal: 150, body: { page: DEEP_PAGE }, page: { page: DEEP_PAGE } },
  ];
}

async function timed(url: string, init: RequestInit): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - start;
}

async function onlyAccount(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/custom/api/v1/audit?per_page=100`, { headers });
  const { data } = (await response.json()) as { data: { subject_kind: string; subject_id: string }[] };
  const account = data.find(({ subject_kind }) => subject_kind === 'account');
  if (!account) throw new Error('The demo account is not in the audit record');
  return account.subject_id;
}
