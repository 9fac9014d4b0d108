import { type RunningStandIn, startStandIn } from '../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { quantile, seeded } from './support/figures.ts';
import { PROBE_EVERY_MS, probe, wait } from './support/probe.ts';
import { type Client, post, type RunningService, startService } from './support/server-process.ts';
import { makeOkhla, orderBodies } from './support/shop.ts';
import { type PlayedShop, playShop } from './support/soak/played-shop.ts';

export const name = 'Shops';

const FIRST_ORDERS = Number(process.env.SHOPS_ORDERS ?? 10_000);
const SHOPS = 50;
/** Of the shops, so many never answer, and so many answer with HTML. */
const HUNG = 5;
const GARBAGE = 5;
const RATE = 20;
const SECONDS = Number(process.env.SHOPS_SECONDS ?? 60);
const OTHERS_ORDERS = 300;

/**
 * A shop with 10,000 open orders is connected, and 50 shops ring for 20 orders a second while some of them fail. The shops run on
 * this machine, so they take time from the measured service.
 */
export async function run(): Promise<string> {
  return [await firstConnection(), '', await ringing()].join('\n');
}

async function firstConnection(): Promise<string> {
  const service = await startService({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  const shop = await playShop('woocommerce');
  try {
    const other = JSON.parse(await service.command('account', 'create', 'Other', '--json'));
    const others: Client = { url: service.url, apiKey: other.api_key };
    const body = await orderBodies(others);
    for (let order = 0; order < OTHERS_ORDERS; order += 1) {
      await post(others, '/forward-order-orchestration', JSON.parse(body()));
    }
    for (let order = 0; order < FIRST_ORDERS; order += 1) await shop.tell('order', {});
    const idle = await probe(others, wait(20_000));
    const began = performance.now();
    await connect(service, shop.settings, await makeOkhla(service));
    const booked = untilBooked(service, FIRST_ORDERS);
    const busy = await probe(others, booked);
    const seconds = (performance.now() - began) / 1_000;
    await untilTold(shop);
    const told = (performance.now() - began) / 1_000;
    return [
      `A WooCommerce stand-in with ${FIRST_ORDERS} open orders is connected, and its orders are booked with a sample courier. Meanwhile another account reads its first page of shipments every ${PROBE_EVERY_MS} ms. Goals: 90 s, and 3 times the p99 of an idle service.`,
      '',
      '| | |',
      '|---|---|',
      `| all booked after | ${seconds.toFixed(1)} s |`,
      `| the shop told of all after | ${told.toFixed(1)} s |`,
      `| first page of others, idle | p50 ${ms(idle, 0.5)}, p99 ${ms(idle, 0.99)} |`,
      `| first page of others, meanwhile | p50 ${ms(busy, 0.5)}, p99 ${ms(busy, 0.99)} (${ratio(busy, idle)} times) |`,
    ].join('\n');
  } finally {
    await service.stop();
    await shop.stop();
  }
}

async function ringing(): Promise<string> {
  const service = await startService({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  const shops = await Promise.all(Array.from({ length: SHOPS }, openShop));
  try {
    const warehouse = await makeOkhla(service);
    for (const shop of shops) {
      const settings = { base_url: shop.url, ...WooCommerceStandIn.settings };
      const id = await connect(service, settings, warehouse);
      await post(service, `/shops/${id}/check`, {});
    }
    // The first polls are over, so that only webhooks bring the orders.
    await wait(10_000);
    for (const shop of shops.slice(0, HUNG)) shop.faults.add({ kind: 'lose_request' });
    for (const shop of shops.slice(HUNG, HUNG + GARBAGE)) shop.faults.add({ kind: 'html' });
    const placedAt = await placeOrders(shops);
    await wait(15_000);
    const waited = await waits(service, placedAt);
    const missing = placedAt.size - waited.length;
    return [
      `${SHOPS} shops ring for ${RATE} orders a second during ${SECONDS} s; ${HUNG} of them do not answer, and ${GARBAGE} answer with HTML. The time from an order in one of the others to ours, booked. Goal: p95 of 2 s.`,
      '',
      '| orders | p50 | p95 | most | not there 15 s after the end |',
      '|---|---|---|---|---|',
      `| ${placedAt.size} | ${ms(waited, 0.5)} | ${ms(waited, 0.95)} | ${ms(waited, 1)} | ${missing} |`,
    ].join('\n');
  } finally {
    await service.stop();
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

type Shop = RunningStandIn<WooCommerceStandIn>;

function openShop(): Promise<Shop> {
  return startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
}

let connected = 0;

/** @returns the id of the connection */
async function connect(service: RunningService, settings: object, warehouse_id: string): Promise<string> {
  connected += 1;
  const { data } = await post<{ data: { id: string } }>(service, '/shops', {
    shop: 'woocommerce',
    store_name: `shop-${connected}`,
    settings,
    rules: {
      warehouse_id,
      usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
      booking: 'cheapest',
    },
  });
  return data.id;
}

/** Places orders in random shops at the rate. @returns when each of a good shop was placed, by its number */
async function placeOrders(shops: readonly Shop[]): Promise<Map<string, number>> {
  const random = seeded(1);
  const placedAt = new Map<string, number>();
  const began = performance.now();
  for (let order = 0; order < RATE * SECONDS; order += 1) {
    const dueIn = began + (order * 1_000) / RATE - performance.now();
    if (dueIn > 0) await wait(dueIn);
    const at = Math.floor(random() * shops.length);
    const number = `R-${order}`;
    shops[at]?.courier.place({ number });
    if (at >= HUNG + GARBAGE) placedAt.set(number, Date.now());
  }
  return placedAt;
}

interface Listed {
  readonly data: readonly {
    readonly attributes: { readonly created_at: string; readonly order: { readonly display_id: string } };
  }[];
  readonly meta: { readonly total: number };
}

/** The milliseconds until each order was there, of those that are. */
async function waits(service: Client, placedAt: ReadonlyMap<string, number>): Promise<number[]> {
  const waited: number[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await post<Listed>(service, '/shipments', { page, per_page: 100 });
    for (const { attributes } of data) {
      const placed = placedAt.get(attributes.order.display_id);
      if (placed !== undefined) waited.push(Date.parse(attributes.created_at) - placed);
    }
    if (data.length < 100) return waited;
  }
}

async function untilBooked(service: Client, count: number): Promise<void> {
  for (;;) {
    const { meta } = await post<Listed>(service, '/shipments', { per_page: 1 });
    if (meta.total >= count) return;
    await wait(500);
  }
}

async function untilTold(shop: PlayedShop): Promise<void> {
  while ((await shop.told()).size < FIRST_ORDERS) await wait(10_000);
}

function ms(times: readonly number[], share: number): string {
  return `${quantile(times, share).toFixed(0)} ms`;
}

function ratio(busy: readonly number[], idle: readonly number[]): string {
  return (quantile(busy, 0.99) / quantile(idle, 0.99)).toFixed(1);
}
