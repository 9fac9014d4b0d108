import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = 'Importing and booking orders';

const ORDERS = 10_000;
const API = '/custom/api/v1';
/** Requests of the first page at a constant rate, as people look at it, not as a load test does. */
const PAGES_A_SECOND = 20;
const ALONE_S = 15;
const PINCODES = ['560038', '110001', '400001', '600002', '411001', '700001', '500001', '380001'];

/**
 * `POST /orders/import?book=1` of 10,000 orders with two rows each and the offline courier, while other
 * clients request the first page, compared with the same pages alone. Goals: below 60 s from the request to
 * the last order, and the first page's p99 within three times.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  try {
    const warehouseId = await makeWarehouse(service);
    // So that the listing is not empty and the service is warm.
    await importOrders(service, fileOf('W', 500, warehouseId));
    const alone = await firstPages(service, ALONE_S);
    const stop = new AbortController();
    const pages = firstPages(service, 600, stop.signal);
    const begun = performance.now();
    const done = await importOrders(service, fileOf('B', ORDERS, warehouseId));
    const seconds = (performance.now() - begun) / 1000;
    stop.abort();
    const beside = await pages;
    return [
      `\`POST /orders/import?book=1\` of ${ORDERS} orders in ${done.rows} rows, booked with the offline courier, while the first page of the listing is requested ${PAGES_A_SECOND} times a second. Baseline: the same pages without an import. Goals: below 60 s, and at most three times the first page's p99.`,
      '',
      '| | s | orders/s | created | booked | rejected rows | first page p50 ms | p99 ms |',
      '|---|---:|---:|---:|---:|---:|---:|---:|',
      `| import | ${seconds.toFixed(1)} | ${(ORDERS / seconds).toFixed(0)} | ${done.created} | ${done.booked} | ${done.rejected} | ${beside.p50} | ${beside.p99} |`,
      `| baseline | | | | | | ${alone.p50} | ${alone.p99} |`,
      '',
      `First page during an import: **${(beside.p99 / alone.p99).toFixed(2)}** times its p99 alone. Load average at the end, with other work on the machine: ${loadavg()[0]?.toFixed(0)}.`,
    ].join('\n');
  } finally {
    await service.stop();
  }
}

async function ask({ url, apiKey }: RunningService, path: string, init: RequestInit = {}) {
  const headers = { authorization: apiKey, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${url}${API}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: what each path answers
  return (await response.json()) as any;
}

async function makeWarehouse(service: RunningService): Promise<string> {
  const body = {
    name: 'Okhla',
    phone_number: '9876500000',
    email: 'okhla@example.in',
    contact_person: 'Ravi Kumar',
    address_attributes: {
      street_address: 'A-12, Okhla Phase I',
      zip: '110020',
      city: 'New Delhi',
      state: 'Delhi',
      country: 'India',
    },
  };
  const headers = { 'content-type': 'application/json' };
  const made = await ask(service, '/warehouse', { method: 'POST', headers, body: JSON.stringify(body) });
  return made.payload.warehouse_id;
}

function fileOf(prefix: string, orders: number, warehouseId: string): string {
  const lines = [
    'order_id,payment_method,cod_collectible,billing_customer_name,billing_phone,billing_address,billing_pincode,item_name,sku,units,selling_price,weight,length,breadth,height,warehouse_id',
  ];
  for (let order = 1; order <= orders; order += 1) {
    const shared = `${prefix}-${order},COD,499,Asha,98765${String(order % 100_000).padStart(5, '0')},"12, 4th Cross",${PINCODES[order % PINCODES.length]}`;
    lines.push(`${shared},Chai,CHAI-${order % 50},1,249.50,0.5,10,10,10,${warehouseId}`);
    lines.push(`${shared},Cup,CUP-${order % 50},1,249.50,0.5,10,10,10,${warehouseId}`);
  }
  return `${lines.join('\n')}\n`;
}

interface Imported {
  readonly state: string;
  readonly rows: number;
  readonly created: number;
  readonly booked: number;
  readonly rejected: number;
}

/** Resolves when the last order is made. */
async function importOrders(service: RunningService, file: string): Promise<Imported> {
  const headers = { 'content-type': 'text/csv' };
  const { data } = await ask(service, '/orders/import?book=1', { method: 'POST', headers, body: file });
  for (;;) {
    const { data: shown } = await ask(service, `/imports/${data.id}`);
    if (shown.state === 'done') return shown;
    if (shown.state === 'failed') throw new Error(shown.failure);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function firstPages(
  { url, apiKey }: RunningService,
  seconds: number,
  signal?: AbortSignal,
): Promise<{ p50: number; p99: number }> {
  const asked = {
    url: `${url}${API}/shipments`,
    method: 'POST' as const,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: '{}',
    connections: 2,
    overallRate: PAGES_A_SECOND,
    duration: seconds,
  };
  const { latency } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(asked, (error, result) => (error ? reject(error) : resolve(result)));
    signal?.addEventListener('abort', () => load.stop());
  });
  return { p50: latency.p50, p99: latency.p99 };
}
