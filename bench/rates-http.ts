import { PACKAGE_ROOT } from '../src/package-root.ts';
import { compare, comparisonTable, type Side } from './support/compare.ts';
import { rateRequests } from './support/rate-requests.ts';
import { startBaseline, startService } from './support/server-process.ts';

export const name = 'Quoting over HTTP';

const CONNECTIONS = 32;
const SAMPLE = 300;

/**
 * `POST /rates` compared with a bare Fastify with its log on that reads the body and answers a constant of
 * the same size. Goals: 0.72 of its throughput, p99 within twice its p99.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  try {
    const requests = rateRequests(() => ({ authorization: service.apiKey }));
    const bytes = await averageAnswer(service.url, requests);
    const fastify = await startBaseline(new URL('./baselines/constant-fastify.js', import.meta.url), {
      bytes,
    });
    try {
      const sides = [service, fastify].map(({ url }) => ({ url, requests })) as [Side, Side];
      const comparison = await compare(...sides, CONNECTIONS);
      return [
        `\`POST /rates\`, random pincodes, weights and sizes, both journeys, the sample rate book, ${CONNECTIONS} connections, an API key, default settings except the rate limit (logs on). Baseline: a bare Fastify with its log on that reads the body and answers a constant of ${bytes} bytes (the average answer), without credentials, rate limit, metrics or quote. Goal: 0.72 of its throughput, p99 within twice its p99.`,
        '',
        comparisonTable(comparison),
      ].join('\n');
    } finally {
      await fastify.stop();
    }
  } finally {
    await service.stop();
  }
}

async function averageAnswer(url: string, requests: ReturnType<typeof rateRequests>): Promise<number> {
  let bytes = 0;
  for (const { path, method, headers, body } of requests.slice(0, SAMPLE)) {
    const response = await fetch(`${url}${path}`, {
      method: method ?? 'POST',
      headers: headers as Record<string, string>,
      body: body as string,
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / SAMPLE);
}
