import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { v7 as newId } from 'uuid';
import { OPERATOR } from '../src/domain/actor.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { Database } from '../src/storage/database.ts';
import { createCarrierCredential } from '../src/usecases/tracking/carrier-credentials.ts';
import { compare, comparisonTable } from './support/compare.ts';
import { CARRIER } from './support/live-shipments.ts';
import { processorTimeOf } from './support/processor-time.ts';
import { type RunningService, startBaseline, startService } from './support/server-process.ts';
import { openBenchPool, openDatabaseOf } from './support/service-database.ts';
import { makeTrackedParcels } from './support/tracked-parcels.ts';

export const name = 'Tracking page';

const PARCELS = 100;
const TRAIL = { items: 10, scans: 20 };
const WARM_UP = 500;
const COUNTED = 2_000;
/** Visitors at once. */
const CROWD = 32;

/**
 * `GET /t/<code>`, the whole page, for parcels of ten items and twenty scans, compared with a bare
 * `node:http` server that answers a constant of the same size. Goals: 15 kB compressed, no script, a median
 * of 3 ms for one visitor and of 20 ms for 32.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT, { TRUST_PROXY: 'loopback' });
  try {
    const courier = await courierCredential(service);
    const parcels = await makeTrackedParcels(service, courier, PARCELS, TRAIL);
    const paths = await Promise.all(parcels.map(({ orderId }, visitor) => linkOf(service, orderId, visitor)));
    const requests = paths.map((path, visitor) => ({
      method: 'GET' as const,
      path,
      headers: fromVisitor(visitor),
    }));
    const page = await (await fetch(`${service.url}${paths[0]}`, { headers: fromVisitor(0) })).text();
    const bytes = Buffer.byteLength(page);
    const cost = await costOf(service, requests);
    const baseline = await startBaseline(new URL('./baselines/constant-server.js', import.meta.url), {
      bytes,
    });
    try {
      const ours = { url: service.url, requests };
      const bare = { url: baseline.url, requests };
      const alone = await compare(ours, bare, 1);
      const crowd = await compare(ours, bare, CROWD);
      return [
        `\`GET /t/<code>\`, ${PARCELS} parcels of ${TRAIL.items} items and ${TRAIL.scans} scans, default settings except the rate limit (logs on). Baseline: bare \`node:http\` that answers a constant of ${bytes} bytes (the page). Goals: 15 kB compressed without the logo, no script, p50 3 ms for one visitor and 20 ms for 32 at once.`,
        '',
        `The page: ${(bytes / 1000).toFixed(1)} kB, ${(gzipSync(page).byteLength / 1000).toFixed(1)} kB compressed by gzip, ${page.includes('<script') ? 'with' : 'without'} scripts. ${cost}`,
        '',
        // The load's clock has only whole milliseconds, and the bare server takes less than one.
        `One visitor at a time: p50 ${alone.ours.p50} ms, p99 ${alone.ours.p99} ms, ${Math.round(alone.ours.requestsPerSecond)} requests/s (baseline ${Math.round(alone.baseline.requestsPerSecond)}). 32 at once:`,
        '',
        comparisonTable(crowd),
      ].join('\n');
    } finally {
      await baseline.stop();
    }
  } finally {
    await service.stop();
  }
}

/** The processor time of a page, independent of other load on the machine. */
async function costOf(
  { url, process: { pid } }: RunningService,
  requests: readonly autocannon.Request[],
): Promise<string> {
  const ask = async (connections: number, amount: number) => {
    const { non2xx, errors } = await autocannon({ url, requests: [...requests], connections, amount });
    if (non2xx + errors > 0) throw new Error(`${non2xx} answers that are not 2xx, ${errors} errors`);
  };
  const told: string[] = [];
  for (const [visitors, connections] of [
    ['one at a time', 1],
    [`${CROWD} at once`, CROWD],
  ] as const) {
    await ask(connections, WARM_UP);
    const before = processorTimeOf(pid);
    await ask(connections, COUNTED);
    const after = processorTimeOf(pid);
    if (before === null || after === null) return '';
    const each = (of: 'own' | 'others') => ((after[of] - before[of]) / COUNTED).toFixed(2);
    told.push(`${visitors} ${each('own')} ms in the service and ${each('others')} ms in PostgreSQL`);
  }
  return `Processor time of a page: ${told.join(', ')}.`;
}

async function courierCredential({ dataDir }: RunningService): Promise<string> {
  const embedded = await openDatabaseOf({ dataDir });
  const pool = openBenchPool(embedded.connection, 1);
  try {
    const ground = { database: new Database(pool), now: () => new Date(), newId };
    const terms = { name: 'Bench', carrierIds: [CARRIER], expiresAt: null };
    return (await createCarrierCredential(ground, OPERATOR, terms)).credential;
  } finally {
    await pool.end();
    await embedded.stop();
  }
}

async function linkOf({ url }: RunningService, orderId: string, visitor: number): Promise<string> {
  const query = new URLSearchParams({ order: orderId, phone: '3210' });
  const answer = await fetch(`${url}/track?${query}`, {
    headers: fromVisitor(visitor),
    redirect: 'manual',
  });
  const link = answer.headers.get('location');
  if (link === null) throw new Error(`${answer.status} for the page of ${orderId}`);
  return link;
}

/** Each has an address of its own, because lookups from one address are limited. */
function fromVisitor(visitor: number): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.0.${Math.floor(visitor / 256)}.${visitor % 256}` };
}
