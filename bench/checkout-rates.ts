import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { DATA_FOLDER } from '../src/package-root.ts';
import { atRate } from './support/at-rate.ts';
import { comparisonTable, type Figures, inTurns } from './support/compare.ts';
import { quantile, seeded } from './support/figures.ts';
import { timed } from './support/listing/answers.ts';
import { API, post, type RunningService, startBaseline, startService } from './support/server-process.ts';
import { makeOkhla } from './support/shop.ts';

export const name = 'Rates at checkout';

const SHOPS = 50;
const CONNECTIONS = 32;
const SECONDS = 2;
/** Carts a second of a busy evening. */
const RATE = 1_000;
const REQUESTS = 2_000;

/**
 * `POST /checkout-rates`, compared with a bare Fastify that reads the body and answers a constant of the same size: 1,000 carts a
 * second of many shops, and as many as each can. Goal: p99 of 100 ms at 1,000 a second.
 */
export async function run(): Promise<string> {
  const service = await startService({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  try {
    const keys = await makeShops(service);
    const bodies = cartBodies();
    const requests = bodies.map((body, index) => ({
      method: 'POST' as const,
      path: `${API}/checkout-rates`,
      headers: { 'content-type': 'application/json', authorization: keys[index % keys.length] ?? '' },
      body,
    }));
    const bytes = await averageAnswer(service.url, requests);
    const fastify = await startBaseline('constant-fastify', { bytes });
    try {
      const measured = async (measure: (url: string, carts: readonly Cart[]) => Promise<Figures>) => {
        const side = (url: string) => () => measure(url, requests);
        return comparisonTable(await inTurns(side(service.url), side(fastify.url)), 'carts');
      };
      const steady = await measured(measureSteady);
      const most = await measured(measureMost);
      return [
        `\`POST /checkout-rates\` of ${SHOPS} shops, each with a key and rules of its own, for random pincodes and carts, the sample rate book, default settings except the rate limit (logs on). Baseline: a bare Fastify with its log on that reads the body and answers a constant of ${bytes} bytes (the average answer); rounds of ${SECONDS} s. Goal: p99 of 100 ms at ${RATE} carts a second.`,
        '',
        `At ${RATE} carts a second, one after the other whether or not earlier ones were answered:`,
        '',
        steady,
        '',
        `As many as each can, from ${CONNECTIONS} connections:`,
        '',
        most,
      ].join('\n');
    } finally {
      await fastify.stop();
    }
  } finally {
    await service.stop();
  }
}

interface Cart {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function measureSteady(url: string, carts: readonly Cart[]): Promise<Figures> {
  const times: number[] = [];
  const failures: unknown[] = [];
  const load = atRate(RATE, async (turn) => {
    const { path, ...init } = carts[turn % carts.length] as Cart;
    await timed({ url: `${url}${path}`, init })
      .then((took) => times.push(took))
      .catch((error: unknown) => failures.push(error));
  });
  await sleep(SECONDS * 1_000);
  await load.end();
  if (failures.length > 0) throw failures[0];
  return { rate: times.length / SECONDS, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function measureMost(url: string, carts: readonly Cart[]): Promise<Figures> {
  const result = await autocannon({
    url,
    requests: [...carts],
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers that are not 2xx, ${result.errors} errors`);
  }
  return { rate: result.requests.mean, p50: result.latency.p50, p99: result.latency.p99 };
}

async function averageAnswer(
  url: string,
  requests: readonly { path: string; headers: Record<string, string>; body: string }[],
): Promise<number> {
  let bytes = 0;
  const sample = requests.slice(0, 300);
  for (const { path, headers, body } of sample) {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / sample.length);
}

/** Connects shops that offer differently. @returns their keys */
async function makeShops(service: RunningService): Promise<string[]> {
  const warehouse_id = await makeOkhla(service);
  const offers = ['cheapest', 'fastest', 'cheapest_and_fastest', 'each_courier'];
  const keys: string[] = [];
  for (let shop = 0; shop < SHOPS; shop += 1) {
    const { data } = await post<{ data: { id: string } }>(service, '/shops', {
      shop: 'woocommerce',
      store_name: `shop-${shop}`,
      settings: { base_url: `http://127.0.0.1:9/${shop}`, consumer_key: 'ck_0', consumer_secret: 'cs_0' },
      rules: {
        warehouse_id,
        usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
        sku_sizes: Array.from({ length: 200 }, (_, sku) => ({
          sku: `SKU-${sku}`,
          weight: 0.1 + sku / 100,
          length: 10,
          breadth: 10,
          height: 2,
        })),
        checkout: { offer: offers[shop % offers.length], rounding: 'nine', handling_days: shop % 3 },
      },
    });
    const made = await post<{ data: { key: string } }>(service, `/shops/${data.id}/checkout-key`, {});
    keys.push(made.data.key);
  }
  return keys;
}

/** Carts of 1 to 8 items, some with weights of their own, for random pincodes. */
function cartBodies(): string[] {
  const random = seeded(1);
  const lines = readFileSync(join(DATA_FOLDER, 'pincodes.csv'), 'utf8').trim().split('\n').slice(1);
  const below = (most: number) => Math.floor(random() * most);
  return Array.from({ length: REQUESTS }, () =>
    JSON.stringify({
      destination: { pincode: lines[below(lines.length)]?.slice(0, 6), country: 'IN' },
      items: Array.from({ length: 1 + below(8) }, () => ({
        sku: `SKU-${below(220)}`,
        units: 1 + below(3),
        ...(random() < 0.5 && { weight: Number((random() + 0.05).toFixed(3)) }),
      })),
      order_value: below(5_000),
    }),
  );
}
