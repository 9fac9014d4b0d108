import autocannon from 'autocannon';
import type pg from 'pg';
import { comparisonTable, type Figures, inTurns } from './support/compare.ts';
import { openDatabaseOf } from './support/databases.ts';
import { quantile } from './support/figures.ts';
import { type Copies, copiesOf, TRANSACTIONS } from './support/order-rows.ts';
import { API, type RunningService, startService } from './support/server-process.ts';
import { orderBodies } from './support/shop.ts';

export const name = 'Creating and booking orders';

const CONNECTIONS = 16;
const ORDERS_A_ROUND = 2_000;

/** Orders a second, and the database's work for each. */
interface Measured extends Figures {
  readonly commits: number;
}

/**
 * `POST /forward-order-orchestration` with its carrier, compared with a bare script that writes the same
 * rows: it takes those of an order that the service made, gives them new ids, and inserts them table by table
 * through `pg`, prepared, in the same three transactions. It reads, checks, quotes and answers nothing. Goal:
 * 0.4 of its throughput.
 */
export async function run(): Promise<string> {
  const service = await startService();
  const { pool, stop } = await openDatabaseOf(service, CONNECTIONS);
  try {
    const bodies = await orderBodies(service);
    const ours = () => measured(pool, () => sendOrders(service, bodies));
    await ours();
    const copies = await copiesOf(pool);
    const rounds = await inTurns(ours, () => {
      const orders = Array.from({ length: ORDERS_A_ROUND }, () => copies.next());
      return measured(pool, () => writeOrders(pool, orders));
    });
    return [
      `\`POST /forward-order-orchestration\` at ${CONNECTIONS} connections, fsync on, default settings except the rate limit: ${ORDERS_A_ROUND} orders of a store in a round, with two items, booked with the cheapest carrier. Baseline: the ${copies.rows} rows of such an order in ${copies.tables} tables, inserted table by table with prepared statements through \`pg\` in the same number of transactions (${TRANSACTIONS}), from ${CONNECTIONS} connections, without reads or checks. Goal: 0.4 of its throughput.`,
      '',
      comparisonTable(rounds, 'orders', [
        { head: 'writing transactions per order', of: ({ commits }) => commits },
      ]),
    ].join('\n');
  } finally {
    await stop();
    await service.stop();
  }
}

async function measured(pool: pg.Pool, work: () => Promise<Figures>): Promise<Measured> {
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

async function sendOrders({ url, apiKey }: RunningService, nextBody: () => string): Promise<Figures> {
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
async function writeOrders(pool: pg.Pool, orders: readonly ReturnType<Copies['next']>[]): Promise<Figures> {
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

function figuresOf(milliseconds: number, latencies: readonly number[]): Figures {
  return {
    rate: ORDERS_A_ROUND / (milliseconds / 1000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
