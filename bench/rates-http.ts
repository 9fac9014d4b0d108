import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { DATA_FOLDER } from '../src/package-root.ts';
import { comparisonTable, type Figures, inTurns } from './support/compare.ts';
import { seeded } from './support/figures.ts';
import { API, startBaseline, startService } from './support/server-process.ts';

export const name = 'Quoting over HTTP';

const CONNECTIONS = 32;
const SECONDS = 2;
const SAMPLE = 300;
/** This number of different requests is sent in turn. */
const REQUESTS = 2_000;

/**
 * `POST /rates` compared with a bare Fastify with its log on that reads the body and answers a constant of
 * the same size. Goals: 0.5 of its throughput, p99 within twice its p99.
 */
export async function run(): Promise<string> {
  const service = await startService();
  try {
    const bodies = rateBodies();
    const headers = { 'content-type': 'application/json', authorization: service.apiKey };
    const bytes = await averageAnswer(service.url, headers, bodies);
    const fastify = await startBaseline('constant-fastify', { bytes });
    try {
      const requests = bodies.map(
        (body) => ({ method: 'POST', path: `${API}/rates`, headers, body }) as const,
      );
      const [ours, bare] = [service, fastify].map(
        ({ url }) =>
          () =>
            measure({ url, requests }),
      );
      const rounds = await inTurns(ours as () => Promise<Figures>, bare as () => Promise<Figures>);
      return [
        `\`POST /rates\`, random pincodes, weights and sizes, both journeys, the sample rate book, ${CONNECTIONS} connections, an API key, default settings except the rate limit (logs on). Baseline: a bare Fastify with its log on that reads the body and answers a constant of ${bytes} bytes (the average answer), without credentials, rate limit, metrics or quote; rounds of ${SECONDS} s. Goal: 0.5 of its throughput, p99 within twice its p99.`,
        '',
        comparisonTable(rounds, 'requests'),
      ].join('\n');
    } finally {
      await fastify.stop();
    }
  } finally {
    await service.stop();
  }
}

async function measure(side: Pick<autocannon.Options, 'url' | 'requests'>): Promise<Figures> {
  const result = await autocannon({ ...side, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${side.url}: ${result.non2xx} answers that are not 2xx, ${result.errors} errors`);
  }
  return { rate: result.requests.mean, p50: result.latency.p50, p99: result.latency.p99 };
}

async function averageAnswer(
  url: string,
  headers: Record<string, string>,
  bodies: readonly string[],
): Promise<number> {
  let bytes = 0;
  for (const body of bodies.slice(0, SAMPLE)) {
    const response = await fetch(`${url}${API}/rates`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / SAMPLE);
}

/** Bodies for `POST /rates` with random pincodes, weights and sizes, of both journeys. */
function rateBodies(): string[] {
  const random = seeded(1);
  const lines = readFileSync(join(DATA_FOLDER, 'pincodes.csv'), 'utf8').trim().split('\n').slice(1);
  const pincode = () => lines[Math.floor(random() * lines.length)]?.slice(0, 6);
  const upTo = (most: number, decimals: number) => Number((random() * most + 0.01).toFixed(decimals));
  return Array.from({ length: REQUESTS }, () => {
    const parcel = {
      origin_pincode: pincode(),
      destination_pincode: pincode(),
      dead_weight: upTo(2_000, 1),
      length: upTo(20, 1) + 1,
      width: upTo(20, 1) + 1,
      height: upTo(20, 1) + 1,
    };
    if (random() < 0.5) return JSON.stringify({ journey_type: 'return', ...parcel });
    const payment =
      random() < 0.5
        ? { payment_method: 'cod', shipment_value: upTo(5_000, 2) }
        : { payment_method: 'prepaid' };
    return JSON.stringify({ journey_type: 'forward', ...parcel, ...payment });
  });
}
