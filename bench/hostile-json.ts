import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { atRate } from './support/at-rate.ts';
import { quantile } from './support/figures.ts';
import { API, type Client, post, startService } from './support/server-process.ts';
import { orderBodies } from './support/shop.ts';

export const name = 'JSON that stops the process';

const SECONDS = 15;
/** Of the account that books, for each of its two requests. */
const RATE = 10;
const ATTACKS = 25;
const MB = 1024 * 1024;
const BODY_BYTES = 1.9 * MB;

const filled = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const FLOOD = `[${filled('{},', 15 * MB)}{}]`;
/** What refuses nothing: as many entries and different names as a body may have, with texts that fill it. */
const MOST_ALLOWED = `{"order_items":[${Array.from({ length: 19_000 }, (_, at) => `{"k${at}":[1,2,"${'x'.repeat(70)}"]}`).join(',')}]}`;

const BODIES: Readonly<Record<string, string>> = {
  'lists in lists': `{"order_items":${filled('[', BODY_BYTES / 2)}${filled(']', BODY_BYTES / 2)}}`,
  'empty lists': `{"order_items":[${filled('[],', BODY_BYTES)}[]]}`,
  'as much as is allowed': MOST_ALLOWED,
};

interface Times {
  readonly booking: readonly number[];
  readonly page: readonly number[];
  /** Of both, those that were not answered well. */
  readonly failed: number;
  readonly load: number;
}

/**
 * One account sends bodies that are slow to parse, and then tries a shop that answers with 15 MB of empty objects. Meanwhile another
 * account books and reads its first page of shipments. Goal: 3 times the p99 of an idle service.
 */
export async function run(): Promise<string> {
  const service = await startService({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  const shop = await startFlood();
  try {
    const made = JSON.parse(await service.command('account', 'create', 'Other', '--json'));
    const other: Client = { url: service.url, apiKey: made.api_key };
    const body = await orderBodies(other);
    await measure(other, body, null);
    const rows: [string, Times][] = [['idle', await measure(other, body, null)]];
    for (const [what, text] of Object.entries(BODIES)) {
      const attack = () => send(service, '/forward-order', text);
      rows.push([
        `${ATTACKS} bodies of ${(text.length / MB).toFixed(1)} MB: ${what}`,
        await measure(other, body, attack),
      ]);
    }
    const { port } = shop.address() as AddressInfo;
    const settings = { base_url: `http://127.0.0.1:${port}`, consumer_key: 'ck_1', consumer_secret: 'cs_1' };
    const tried = JSON.stringify({ shop: 'woocommerce', settings });
    rows.push([
      `${ATTACKS} answers of a shop with 15 MB`,
      await measure(other, body, () => send(service, '/shops/check', tried)),
    ]);
    return told(rows);
  } finally {
    await service.stop();
    shop.close();
  }
}

async function startFlood(): Promise<Server> {
  const server = createServer((message, answer) => {
    message.resume();
    answer.setHeader('content-type', 'application/json').end(FLOOD);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function send({ url, apiKey }: Client, path: string, body: string): Promise<void> {
  const headers = { authorization: apiKey, 'content-type': 'application/json' };
  await fetch(`${url}${API}${path}`, { method: 'POST', headers, body }).then((answer) => answer.text());
}

async function measure(
  other: Client,
  body: () => string,
  attack: (() => Promise<void>) | null,
): Promise<Times> {
  const times = { booking: [] as number[], page: [] as number[], failed: 0 };
  const timed = (kept: number[], path: string, sent: () => object) => async () => {
    const began = performance.now();
    await post(other, path, sent()).catch(() => {
      times.failed += 1;
    });
    kept.push(performance.now() - began);
  };
  const loads = [
    atRate(
      RATE,
      timed(times.booking, '/forward-order-orchestration', () => JSON.parse(body())),
    ),
    atRate(
      RATE,
      timed(times.page, '/shipments', () => ({})),
    ),
    ...(attack === null ? [] : [atRate(ATTACKS / SECONDS, () => attack().catch(() => undefined))]),
  ];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  const [load = 0] = loadavg();
  await Promise.all(loads.map((one) => one.end()));
  return { ...times, load };
}

function told(rows: readonly (readonly [string, Times])[]): string {
  const [, idle] = rows[0] ?? ['', { booking: [], page: [] }];
  const shown = (times: readonly number[], of: readonly number[]) => {
    const p99 = quantile(times, 0.99);
    return `${quantile(times, 0.5).toFixed(0)} ms | ${p99.toFixed(0)} ms (${(p99 / quantile(of, 0.99)).toFixed(1)} times)`;
  };
  return [
    `One account sends ${ATTACKS} requests in ${SECONDS} s; another books ${RATE} orders a second and reads its first page as often. Goal: 3 times the p99 of an idle service.`,
    '',
    '| | booking p50 | p99 | first page p50 | p99 | failed | load of the machine |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows.map(
      ([what, { booking, page, failed, load }]) =>
        `| ${what} | ${shown(booking, idle.booking)} | ${shown(page, idle.page)} | ${failed} | ${load.toFixed(1)} |`,
    ),
  ].join('\n');
}
