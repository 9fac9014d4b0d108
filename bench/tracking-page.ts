import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openEmbedded } from '../src/embedded-postgresql/open.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { compare, comparisonTable } from './support/compare.ts';
import { startBaseline, startService } from './support/server-process.ts';

export const name = 'Tracking page';

/** Of the demo account; some of its 400 orders are not booked. */
const PARCELS = 300;
const SAMPLE = 100;

/**
 * `GET /track/<tracking number>` for parcels in every status, beside a bare `node:http` server that answers a
 * constant of the same size. Goal: a median below 5 ms.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT, { DEMO: '1', TRUST_PROXY: 'loopback' });
  try {
    const numbers = await trackingNumbers(service.dataDir);
    const requests = numbers.map((number, visitor) => ({
      method: 'GET' as const,
      path: `/track/${number}`,
      headers: fromVisitor(visitor),
    }));
    const bytes = await averagePage(service.url, numbers);
    const baseline = await startBaseline(new URL('./baselines/constant-server.js', import.meta.url), {
      bytes,
    });
    try {
      const ours = { url: service.url, requests };
      const bare = { url: baseline.url, requests };
      const alone = await compare(ours, bare, 1);
      const crowd = await compare(ours, bare, 32);
      return [
        `\`GET /track/<tracking number>\`, ${numbers.length} parcels of the demo account in every status, every default but the rate limit's number (logs on). Baseline: bare \`node:http\` that answers a constant of ${bytes} bytes, the average page. Goal: p50 below 5 ms.`,
        '',
        // Whole milliseconds are all that the load's clock has, and the bare server takes none of them.
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

/** Waits for the demo data, which is made after the start. */
async function trackingNumbers(dataDir: string): Promise<string[]> {
  const embedded = await openEmbedded({
    dataDir,
    role: 'command',
    progress: () => undefined,
    log: () => undefined,
  });
  const client = new pg.Client(embedded.connection);
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query<{ tracking_number: string }>(
        'select tracking_number from dakiya.tracking_numbers order by tracking_number limit $1',
        [PARCELS],
      );
      if (rows.length === PARCELS) return rows.map((row) => row.tracking_number);
      await wait(500);
    }
  } finally {
    await client.end();
    await embedded.stop();
  }
}

/** Each has an address: from one, only so many parcels may be looked for. */
function fromVisitor(visitor: number): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.0.${Math.floor(visitor / 256)}.${visitor % 256}` };
}

async function averagePage(url: string, numbers: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const [visitor, number] of numbers.slice(0, SAMPLE).entries()) {
    const response = await fetch(`${url}/track/${number}`, { headers: fromVisitor(visitor) });
    if (!response.ok) throw new Error(`${response.status} for ${number}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / SAMPLE);
}
