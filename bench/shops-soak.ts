import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SEARCH_PATH } from '../src/storage/database.ts';
import {
  changesOf,
  type Fate,
  fateOf,
  type PlacedInShop,
  wrongShopOrders,
} from '../test/support/shop-audit.ts';
import { atRate } from './support/at-rate.ts';
import { databaseUrl, openScratchPostgres } from './support/databases.ts';
import { quantile, seeded } from './support/figures.ts';
import { freePorts, post, type RunningService, startService } from './support/server-process.ts';
import { makeOkhla } from './support/shop.ts';
import { type PlayedShop, playShop } from './support/soak/played-shop.ts';

export const name = 'Soak of shops';

const ORDERS = Number(process.env.SHOPS_SOAK_ORDERS ?? 10_000);
const SECONDS = Number(process.env.SHOPS_SOAK_SECONDS ?? 3_600);
const SEED = Number(process.env.SHOPS_SOAK_SEED ?? Date.now() % 1_000_000);
const KILLS = Number(process.env.SHOPS_SOAK_KILLS ?? 10);
/** Each change comes at most so long after the order, or after the change before. */
const CHANGED_WITHIN_MS = 60_000;
const DOWN_AT_MOST_MS = 20_000;
const WEBHOOKS = { lose: 0.3, repeat: 0.2, late_ms: Math.min(120_000, SECONDS * 100) };
const FAULTS = [
  { kind: 'cut', share: 0.02 },
  { kind: 'status', status: 503, share: 0.01 },
  { kind: 'html', share: 0.01 },
];
/** More than the longest growing wait of an errand that failed some times in a row. */
const SETTLED_WITHIN_MS = 20 * 60_000;
/** Of one unit in the stand-in. */
const PRICE_PAISE = 64_950;

/**
 * Orders are placed in a WooCommerce stand-in at a constant rate, and changed, held, refunded, cancelled and opened again there, and cancelled
 * here, while webhooks are lost, doubled and late, calls fail, and the service is killed at random moments. At the end every order is
 * compared.
 */
export async function run(): Promise<string> {
  process.stderr.write(`SHOPS_SOAK_SEED=${SEED}\n`);
  const postgres = await openScratchPostgres();
  const shop = await playShop('woocommerce');
  let service: RunningService | null = null;
  try {
    service = await startService({
      DATABASE_URL: databaseUrl(postgres.connection),
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
      PORT: (await freePorts(1)).join(),
      WEBHOOK_ALLOW: '127.0.0.0/8',
    });
    const check = await connect(service, shop);
    await shop.tell('webhooks', WEBHOOKS);
    for (const fault of FAULTS) await shop.tell('faults', fault);
    const random = seeded(SEED);
    const kills = killing(service, check, random);
    const placed = await placing(service, shop, random);
    const starts = await kills;
    await shop.tell('faults', { clear: true });
    return await compared({ postgres: postgres.connection, service, shop, placed, starts });
  } finally {
    await service?.stop();
    await shop.stop();
    await postgres.stop();
  }
}

/** @returns a function that checks the connection, so that the shop sends webhooks again */
async function connect(service: RunningService, shop: PlayedShop): Promise<() => Promise<unknown>> {
  const { data } = await post<{ data: { id: string } }>(service, '/shops', {
    shop: 'woocommerce',
    store_name: 'soaked',
    settings: shop.settings,
    rules: {
      warehouse_id: await makeOkhla(service),
      usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
      booking: 'cheapest',
    },
  });
  const check = () => post(service, `/shops/${data.id}/check`, {});
  await check();
  return check;
}

/**
 * Kills the service at random moments, and starts it again. WooCommerce switches webhooks off that fail five times in a row, so the
 * connection is checked after each start, as a merchant does.
 *
 * @returns the seconds of each start
 */
async function killing(
  service: RunningService,
  check: () => Promise<unknown>,
  random: () => number,
): Promise<number[]> {
  const begun = performance.now();
  const moments = Array.from({ length: KILLS }, () => random() * SECONDS * 950).sort((a, b) => a - b);
  const downs = moments.map(() => random() * Math.min(DOWN_AT_MOST_MS, SECONDS * 10));
  const starts: number[] = [];
  for (const [kill, moment] of moments.entries()) {
    await wait(Math.max(begun + moment - performance.now(), 0));
    await service.end('SIGKILL');
    await wait(downs[kill]);
    const from = performance.now();
    await service.start();
    starts.push((performance.now() - from) / 1_000);
    process.stderr.write(`Killed ${kill + 1} of ${KILLS} times.\n`);
    await check().catch(() => undefined);
  }
  return starts;
}

interface Placed extends PlacedInShop {
  readonly at: number;
}

/** Places all orders, and waits for their changes. */
async function placing(service: RunningService, shop: PlayedShop, random: () => number): Promise<Placed[]> {
  const placed: Placed[] = [];
  // Drawn in advance, so that the order of the answers does not change them.
  const plans = Array.from({ length: ORDERS }, (_, turn) => ({
    units: 1 + Math.floor(random() * 3),
    address: `${turn}, Hill Road`,
    fate: fateOf(random()),
    waits: [random() * CHANGED_WITHIN_MS, random() * CHANGED_WITHIN_MS],
  }));
  const load = atRate(ORDERS / SECONDS, async (turn) => {
    const plan = plans[turn];
    if (plan === undefined) return;
    const { units, address, fate, waits } = plan;
    const { id } = await shop.tell<{ id: number }>('order', { units });
    const order = {
      key: String(id),
      at: Date.now(),
      fate,
      address: fate === 'moved' ? address : null,
      totalPaise: units * PRICE_PAISE,
    };
    placed.push(order);
    for (const [nth, changes] of changesOf(fate, address).entries()) {
      await wait(waits[nth]);
      await shop.tell('change', { id, ...changes });
    }
    if (fate === 'cancelled_here') {
      await wait(waits[0]);
      await cancelHere(service, order.key).catch(() => undefined);
    }
  });
  while (load.begun < ORDERS) await wait(200);
  await load.end();
  return placed;
}

/** Cancels the shipment of an order, if there is one. It fails while the service is killed. */
async function cancelHere(service: RunningService, key: string): Promise<void> {
  const { data } = await post<{ data: { id: string }[] }>(service, '/shipments', { order_display_id: [key] });
  if (data.length > 0) await post(service, '/cancel-order', { shipment_ids: data.map(({ id }) => id) });
}

interface Outcome {
  readonly postgres: pg.ClientConfig;
  readonly service: RunningService;
  readonly shop: PlayedShop;
  readonly placed: readonly Placed[];
  readonly starts: readonly number[];
}

async function compared({ postgres, service, shop, placed, starts }: Outcome): Promise<string> {
  const client = new pg.Client(postgres);
  await client.connect();
  await client.query(`set search_path to ${SEARCH_PATH}`);
  try {
    const begun = performance.now();
    const judge = async () => wrongShopOrders(client, service.accountId, placed, await shop.told());
    const atEnd = await judge();
    let wrong = atEnd;
    while (wrong.length > 0 && performance.now() - begun < SETTLED_WITHIN_MS) {
      process.stderr.write(`${wrong.length} not settled: ${wrong[0]}\n`);
      await wait(10_000);
      wrong = await judge();
    }
    const settled = (performance.now() - begun) / 1_000;
    for (const line of wrong.slice(0, 20)) process.stderr.write(`${line}\n`);
    const { rows } = await client.query<{ key: string; at: Date; task: string | null; status: string }>(
      `select p.order_key as key, o.created_at as at, p.task, s.status::text from shop_parcels p
         join orders o on o.account_id = p.account_id and o.order_id = p.order_id
         join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id`,
    );
    const placedAt = new Map(placed.map(({ key, at }) => [key, at]));
    const waits = rows.map(({ key, at }) => (at.getTime() - (placedAt.get(key) ?? 0)) / 1_000);
    const calls = await shop.calls();
    const seconds = (value: number) => `${value.toFixed(1)} s`;
    return [
      `${ORDERS} orders in ${SECONDS} s, seed ${SEED}: placed at a constant rate in a WooCommerce stand-in with a process of its own, and booked with a sample courier. Most are changed later, each time up to ${CHANGED_WITHIN_MS / 1_000} s after the order or the change before. Of the webhooks, ${WEBHOOKS.lose * 100} % are lost and ${WEBHOOKS.repeat * 100} % doubled, and each is up to ${WEBHOOKS.late_ms / 1_000} s late, so they overtake each other. Of the calls, 4 % fail, half of them after they were carried out. The service is killed (\`kill -9\`) at random moments, and started again up to ${DOWN_AT_MOST_MS / 1_000} s later. Goal: every order of the shop has at most one parcel of ours, in the right state or with a task for a person, and every parcel exactly one fulfilment.`,
      '',
      '| | |',
      '|---|---|',
      `| orders placed | ${placed.length}: ${fates(placed)} |`,
      `| made by us, of these with a task for a person, cancelled | ${rows.length}, ${rows.filter(({ task }) => task !== null).length}, ${rows.filter(({ status }) => status === 'cancelled').length} |`,
      `| times killed, longest start | ${starts.length}, ${seconds(Math.max(...starts, 0))} |`,
      `| from an order to ours: p50, p95, longest | ${[0.5, 0.95, 1].map((share) => seconds(quantile(waits, share))).join(', ')} |`,
      `| calls of the shop | ${Object.entries(calls)
        .filter(([, asked]) => asked > 0)
        .map(([call, asked]) => `${call} ${asked}`)
        .join(', ')} |`,
      `| not settled at the end of the load; all settled after | ${atEnd.length}; ${seconds(settled)} |`,
      `| **wrong** | **${wrong.length}** |`,
    ].join('\n');
  } finally {
    await client.end();
  }
}

function fates(placed: readonly Placed[]): string {
  const counts = new Map<Fate, number>();
  for (const { fate } of placed) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  return [...counts].map(([fate, count]) => `${count} ${fate.replaceAll('_', ' ')}`).join(', ');
}
