import autocannon from 'autocannon';
import pg from 'pg';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { SCHEMA } from '../src/storage/database.ts';
import { median } from './support/compare.ts';
import { orderBodies } from './support/order-bodies.ts';
import { type Copies, copiesOf, TRANSACTIONS } from './support/order-rows.ts';
import { type RunningService, startService } from './support/server-process.ts';
import { openDatabaseOf } from './support/service-database.ts';

export const name = 'Creating and booking orders';

const CONNECTIONS = 16;
const ORDERS_A_ROUND = 2_000;
const ROUNDS = 9;
const API = '/custom/api/v1';

/** Orders a second, and the database's work for each. */
interface Measured {
  readonly rate: number;
  /** The median time of an order in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly commits: number;
}

/**
 * `POST /forward-order-orchestration` with its carrier, compared with a bare script that writes the same
 * rows: it takes those of an order that the service made, gives them new ids, and inserts them table by table
 * through `pg`, prepared, in the same three transactions. It reads, checks, quotes and answers nothing. Goal:
 * 0.4 of its throughput.
 */
export async function run(): Promise<string> {
  const service = await startService(PACKAGE_ROOT);
  const embedded = await openDatabaseOf(service);
  const pool = new pg.Pool({
    ...embedded.connection,
    max: CONNECTIONS,
    onConnect: async (client) => {
      await client.query(`set search_path to ${SCHEMA}, public`);
    },
  });
  try {
    const bodies = await orderBodies(service);
    const ours = () => measured(pool, () => sendOrders(service, bodies));
    await ours();
    const copies = await copiesOf(pool);
    const bare = () => {
      const orders = Array.from({ length: ORDERS_A_ROUND }, () => copies.next());
      return measured(pool, () => writeOrders(pool, orders));
    };
    await bare();
    const rounds: { ours: Measured; bare: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ bare: await bare(), ours: await ours() });
    return report(rounds, copies);
  } finally {
    await pool.end();
    await embedded.stop();
    await service.stop();
  }
}

async function measured(
  pool: pg.Pool,
  work: () => Promise<Pick<Measured, 'rate' | 'p50' | 'p99'>>,
): Promise<Measured> {
  const before = await commitsOf(pool);
  const done = await work();
  return { ...done, commits: ((await commitsOf(pool)) - before) / ORDERS_A_ROUND };
}

/** Transactions that wrote something: each has taken an id. */
async function commitsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as id',
  );
  return Number(rows[0]?.id);
}

async function sendOrders(
  { url, apiKey }: RunningService,
  nextBody: () => string,
): Promise<Pick<Measured, 'rate' | 'p50' | 'p99'>> {
  const bodies = Array.from({ length: ORDERS_A_ROUND }, nextBody);
  let sent = 0;
  const latencies: number[] = [];
  const begun = performance.now();
  let ended = begun;
  const result = await autocannon({
    url: `${url}${API}/forward-order-orchestration`,
    connections: CONNECTIONS,
    amount: ORDERS_A_ROUND,
    requests: [
      {
        method: 'POST',
        headers: { authorization: apiKey, 'content-type': 'application/json' },
        setupRequest: (request) => {
          const body = bodies[sent];
          sent += 1;
          return { ...request, body };
        },
      },
    ],
    setupClient: (client) => {
      client.on('response', (_status, _bytes, milliseconds) => {
        ended = performance.now();
        latencies.push(milliseconds);
      });
    },
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies.length !== ORDERS_A_ROUND) {
    throw new Error(`${result.non2xx} orders were refused, ${result.errors} failed`);
  }
  return figuresOf(ended - begun, latencies);
}

/** Statements to send one after the other; several form one transaction. */
async function writeOrders(
  pool: pg.Pool,
  orders: readonly ReturnType<Copies['next']>[],
): Promise<Pick<Measured, 'rate' | 'p50' | 'p99'>> {
  const waiting = [...orders].reverse();
  const latencies: number[] = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await pool.connect();
      for (let order = waiting.pop(); order !== undefined; order = waiting.pop()) {
        const start = performance.now();
        for (const transaction of order) {
          if (transaction.length > 1) await client.query('begin');
          for (const statement of transaction) await client.query(statement);
          if (transaction.length > 1) await client.query('commit');
        }
        latencies.push(performance.now() - start);
      }
      client.release();
    }),
  );
  return figuresOf(performance.now() - begun, latencies);
}

function figuresOf(milliseconds: number, latencies: readonly number[]) {
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { rate: ORDERS_A_ROUND / (milliseconds / 1000), p50: at(0.5), p99: at(0.99) };
}

function report(rounds: readonly { ours: Measured; bare: Measured }[], copies: Copies): string {
  const row = (title: string, of: 'ours' | 'bare') => {
    const middle = (figure: keyof Measured) => median(rounds.map((round) => round[of][figure]));
    const cells = [
      Math.round(middle('rate')),
      Math.round(middle('p50')),
      Math.round(middle('p99')),
      middle('commits').toFixed(1),
    ];
    return `| ${title} | ${cells.join(' | ')} |`;
  };
  const ratios = rounds.map(({ ours, bare }) => ours.rate / bare.rate);
  return [
    `\`POST /forward-order-orchestration\` at ${CONNECTIONS} connections, fsync on, default settings except the rate limit. Each round creates ${ORDERS_A_ROUND} orders of a store, with two items each, booked with the cheapest carrier. Baseline: the ${copies.rows} rows of such an order in ${copies.tables} tables, inserted table by table with prepared statements through \`pg\` in the same number of transactions (${TRANSACTIONS}), from ${CONNECTIONS} connections, without reads or checks. Goal: 0.4 of its throughput.`,
    '',
    '| | orders/s | p50 ms | p99 ms | writing transactions per order |',
    '|---|---:|---:|---:|---:|',
    row('Dakiya', 'ours'),
    row('baseline', 'bare'),
    '',
    `Throughput ratio: **${median(ratios).toFixed(2)}** (median of ${ROUNDS} rounds in turns; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}).`,
  ].join('\n');
}
