import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { writeWorkbook } from '../src/usecases/workbook/write-workbook.ts';
import { quantile } from './support/figures.ts';
import { PROBE_EVERY_MS, probe, wait } from './support/probe.ts';
import { API, type Client, post, type RunningService, startService } from './support/server-process.ts';
import { makeOkhla, orderBodies } from './support/shop.ts';

export const name = 'Order files';

const ROWS = Number(process.env.ORDER_FILES_ROWS ?? 100_000);
const OTHERS_ORDERS = 300;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = [
  ...['order_id', 'payment_method', 'cod_collectible', 'billing_customer_name', 'billing_phone'],
  ...['billing_address', 'billing_pincode', 'item_name', 'sku', 'units', 'selling_price', 'weight'],
  ...['length', 'breadth', 'height', 'warehouse_name'],
];

/** A large file of orders is checked as CSV and as a workbook, while another account reads its first page. */
export async function run(): Promise<string> {
  const service = await startService();
  try {
    await makeOkhla(service);
    const others = await otherAccount(service);
    const lines = [HEAD, ...Array.from({ length: ROWS }, (_, index) => rowOf(index))];
    const workbook = await buffer(writeWorkbook(inParts(lines)));
    const files = [
      ['CSV', 'text/csv', Buffer.from(lines.map((cells) => cells.map(quoted).join(',')).join('\n'))],
      ['XLSX', XLSX, workbook],
    ] as const;
    const shown: string[] = [];
    for (const [form, type, content] of files) {
      const idle = await probe(others, wait(20_000));
      const before = await usedBy(service);
      const began = performance.now();
      const checked = check(service, type, content);
      const memory = mostMemory(service, checked);
      const busy = await probe(others, checked);
      const seconds = (performance.now() - began) / 1_000;
      const { rows, rejected } = await checked;
      const more = {
        memory: (await memory) - before.memory,
        processor: (await usedBy(service)).processor - before.processor,
      };
      shown.push(
        `| ${form}, ${(content.length / 1e6).toFixed(1)} MB | ${rows} | ${rejected} | ${seconds.toFixed(1)} | ${more.processor.toFixed(1)} | ${ms(idle, 0.5)}, ${ms(idle, 0.99)} | ${ms(busy, 0.5)}, ${ms(busy, 0.99)} | ${(quantile(busy, 0.99) / quantile(idle, 0.99)).toFixed(1)} | ${(more.memory / 1e6).toFixed(0)} |`,
      );
    }
    return [
      `A file of ${ROWS} orders is checked, while another account reads its first page of shipments every ${PROBE_EVERY_MS} ms. Goals: 30 s for CSV and 60 s for XLSX, twice the p99 of the idle service just before, and 300 MB more memory.`,
      '',
      '| file | rows | rejected | s | processor s of the service | first page of others idle, p50 and p99, ms | meanwhile | times the idle p99 | MB more |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...shown,
    ].join('\n');
  } finally {
    await service.stop();
  }
}

function rowOf(index: number): string[] {
  return [
    ...[`FILE-${index}`, 'COD', '499', 'Meera', `98${String(76_500_000 + index)}`],
    ...[`${index}, Lajpat Nagar II`, '110024', 'Assam tea 250 g', 'TEA-250', '2', '249.50', '0.5'],
    ...['10', '10', '10', 'Okhla'],
  ];
}

function quoted(cell: string): string {
  return cell.includes(',') ? `"${cell}"` : cell;
}

async function* inParts(lines: readonly (readonly string[])[]) {
  for (let from = 0; from < lines.length; from += 1_000) yield lines.slice(from, from + 1_000);
}

async function otherAccount(service: RunningService): Promise<Client> {
  const other = JSON.parse(await service.command('account', 'create', 'Other', '--json'));
  const client: Client = { url: service.url, apiKey: other.api_key };
  const body = await orderBodies(client);
  for (let order = 0; order < OTHERS_ORDERS; order += 1) {
    await post(client, '/forward-order-orchestration', JSON.parse(body()));
  }
  return client;
}

interface Checked {
  readonly rows: number;
  readonly rejected: number;
}

/** Sends a file to be checked, and waits for its report. */
async function check({ url, apiKey }: Client, type: string, content: Buffer): Promise<Checked> {
  const answer = await fetch(`${url}${API}/orders/import?check=1`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': type },
    body: new Uint8Array(content),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Checked }).data;
}

/** The most bytes of memory that the process holds until something is done. */
async function mostMemory(service: RunningService, done: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  void done.then(end, end);
  let most = 0;
  while (!isDone) {
    most = Math.max(most, (await usedBy(service)).memory);
    await wait(250);
  }
  return most;
}

/** The clock ticks of a second in `/proc`. */
const TICKS = 100;

/** The bytes of memory that the process holds, and the seconds of a processor that it has taken; 0 where the system does not tell. */
async function usedBy({ process: { pid } }: RunningService): Promise<{ memory: number; processor: number }> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const [user = 0, system = 0] = (stat ?? '').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(status ?? '')?.[1] ?? 0) * 1_024;
  return { memory, processor: (user + system) / TICKS };
}

function ms(times: readonly number[], share: number): string {
  return quantile(times, share).toFixed(0);
}
