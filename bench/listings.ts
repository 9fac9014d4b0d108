import { loadavg } from 'node:os';
import type pg from 'pg';
import { type Asked, timed } from './support/listing/answers.ts';
import { type Ground, startGround } from './support/listing/ground.ts';
import { addReturnsAndExchanges } from './support/listing/returns.ts';

export const name = 'The other listings';

/** Of each kind. `LISTING_SHIPMENTS` for a quick look. */
const ROWS = Number(process.env.LISTING_SHIPMENTS ?? 1_000_000);
/** A data folder that stays, so that it is loaded once. */
const DATA_DIR = process.env.LISTING_DATA ?? null;
const SETS = 60;
const MOST_FILTERS = 4;
const OF_90_DAYS = {
  created_at__gte: new Date(Date.now() - 90 * 86_400_000).toISOString(),
  bucket: 'day',
  by: ['carrier_id', 'zone'],
};

/** Sets of filters: as many as one draws, each with values that the rows have. */
type Body = Record<string, unknown>;

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly filters: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * `POST /returns` and `POST /exchange-orders` with sets of one to four filters, drawn at random of values that the rows
 * have, beside `POST /shipments` with such sets by SQL, all of one account; and the first pages
 * without filters, later ones by cursor, facets and figures of returns, and the list of as many manifests. Returns are copies of the forward shipments,
 * of which every fifth is exchanged for its return.
 */
export async function run(): Promise<string> {
  const ground = await startGround({
    shipments: ROWS,
    accounts: 0,
    accountsShipments: 0,
    dataDir: DATA_DIR,
    databaseUrl: null,
    settings: { LISTING_MEMORY_MB: '0' },
  });
  try {
    await addReturnsAndExchanges(ground, ROWS);
    const kinds = await makeKinds(ground.service.database.pool, ground.accountId);
    const random = seeded(7);
    const sets = kinds.map(({ filters }) => Array.from({ length: SETS }, () => draw(random, filters)));
    const times = kinds.map((): { ms: number; body: Body }[] => []);
    // The first request of each opens connections and reads pages for all that follow.
    for (const { path } of kinds) await timed(ask(ground, path, {}));
    // In turns, so that what the machine does meanwhile meets all of them.
    for (let set = 0; set < SETS; set += 1) {
      for (const [index, { path }] of kinds.entries()) {
        const body = sets[index]?.[set] ?? {};
        times[index]?.push({ ms: await timed(ask(ground, path, body)), body });
      }
    }
    const lines = kinds.map(({ name }, index) => line(name, times[index] ?? []));
    const plain = await measurePlain(ground, kinds);
    return [
      `${ROWS} forward shipments, as many returns and manifests, and exchanges of every fifth, of one account. ${SETS} sets of 1 to ${MOST_FILTERS} filters with values that the rows have, one request after the other, in turns; shipments by SQL too, none in memory.`,
      '',
      '| Listing | p50 ms | p90 ms | slowest ms | slowest set |',
      '|---|---:|---:|---:|---|',
      ...lines,
      '',
      'First pages, the pages after them by cursor, facets and figures, medians of 9:',
      '',
      '| Asked | ms |',
      '|---|---:|',
      ...plain,
      '',
      `Load average at the end: ${Math.round(loadavg()[0] ?? 0)}.`,
    ].join('\n');
  } finally {
    await ground.stop();
  }
}

function ask({ running, headers }: Ground, path: string, body: Body): Asked {
  const url = `${running.url}/custom/api/v1${path}`;
  return { url, init: { method: 'POST', headers, body: JSON.stringify(body) } };
}

function line(name: string, times: readonly { ms: number; body: Body }[]): string {
  const sorted = [...times].sort((a, b) => a.ms - b.ms);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
  const slowest = sorted.at(-1);
  const figures = [at(0.5), at(0.9), slowest].map((one) => (one?.ms ?? Number.NaN).toFixed(1));
  return `| ${name} | ${figures.join(' | ')} | \`${JSON.stringify(slowest?.body)}\` |`;
}

async function measurePlain(ground: Ground, kinds: readonly Kind[]): Promise<string[]> {
  const { running, headers } = ground;
  const lists = ['/manifests', '/pickups'];
  const asked: [string, Asked][] = [
    ...kinds.map(({ name, path }): [string, Asked] => [name, ask(ground, path, {})]),
    ['`POST /returns/facets`', ask(ground, '/returns/facets', {})],
    [
      '`POST /analytics/returns`, 90 days by day, carrier and zone',
      ask(ground, '/analytics/returns', OF_90_DAYS),
    ],
    ...lists.map((path): [string, Asked] => [
      `\`GET ${path}\``,
      { url: `${running.url}/custom/api/v1${path}`, init: { headers } },
    ]),
  ];
  const lines: string[] = [];
  for (const [what, one] of asked) {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) times.push(await timed(one));
    lines.push(`| ${what} | ${middle(times).toFixed(1)} |`);
  }
  for (const { name, path } of kinds) {
    const times: number[] = [];
    let body: Body = {};
    for (let round = 0; round < 9; round += 1) {
      body = await after(ask(ground, path, body));
      times.push(await timed(ask(ground, path, body)));
    }
    lines.push(`| ${name}, by cursor | ${middle(times).toFixed(1)} |`);
  }
  return lines;
}

/** Asks for the page that follows an answer. */
async function after({ url, init }: Asked): Promise<Body> {
  const response = await fetch(url, init);
  const { meta } = (await response.json()) as { meta: { next_search_after: unknown } };
  return { search_after: meta.next_search_after };
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** The same sets in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function draw(random: () => number, filters: Kind['filters']): Body {
  const names = Object.keys(filters);
  const wanted = 1 + Math.floor(random() * MOST_FILTERS);
  const body: Body = {};
  for (let drawn = 0; drawn < wanted; drawn += 1) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    const values = filters[name] ?? [];
    Object.assign(body, values[Math.floor(random() * values.length)]);
  }
  return body;
}

async function makeKinds(pool: pg.Pool, accountId: string): Promise<Kind[]> {
  const some = async (text: string): Promise<string[]> =>
    (await pool.query<{ value: string }>(text, [accountId])).rows.map(({ value }) => value);
  const mine = (column: string, more = '') =>
    some(
      `select distinct ${column}::text as value from shipments where account_id = $1 and ${column} is not null ${more} limit 40`,
    );
  const [carriers, warehouses, channels, returned, stores, skus] = await Promise.all([
    mine('carrier_id'),
    mine('warehouse_id'),
    mine('channel'),
    mine('tracking_number', "and journey = 'return'"),
    some('select store_name as value from stores where account_id = $1'),
    some(
      'select sku as value from shipment_skus where account_id = $1 group by 1 order by count(*) desc limit 30',
    ),
  ]);
  const numbers = await mine('tracking_number', "and journey = 'forward'");
  const ids = await some('select display_id as value from orders where account_id = $1 limit 40');
  const names = await some(
    `select first_name || ' ' || city as value from order_contacts where account_id = $1 limit 40`,
  );
  const of = (name: string, values: readonly unknown[]) => values.map((value) => ({ [name]: value }));
  const days = Array.from({ length: 12 }, (_, month) => {
    const to = Date.now() - month * 30 * 86_400_000;
    return { from: new Date(to - 30 * 86_400_000).toISOString(), to: new Date(to).toISOString() };
  });
  const spans = (from: string, to: string) => days.map((span) => ({ [from]: span.from, [to]: span.to }));
  const common = (carrier: string, warehouse: string) => ({
    [carrier]: of(carrier, carriers),
    [warehouse]: of(warehouse, warehouses),
    channel: of('channel', channels),
    store_name: of('store_name', stores),
    zone: of('zone', ['zone_a', 'zone_b', 'zone_c', 'zone_d', 'zone_e']),
    sku: of('sku', skus),
  });
  const returnWords = ['return_requested', 'pickup_scheduled', 'in_transit', 'return_received', 'cancelled'];
  const granular = ['return_in_transit', 'return_lost', 'return_not_picked', 'return_delivered'];
  return [
    {
      name: '`POST /shipments`',
      path: '/shipments',
      filters: {
        ...common('carrier_id', 'warehouse_ids'),
        status: of('status', ['pending', 'in_transit', 'delivered', 'cancelled', 'rto_delivered', 'lost']),
        granular_status: of('granular_status', [
          'picked_up',
          'lost',
          'damaged',
          'need_attention',
          'not_picked',
        ]),
        created: spans('start_time', 'end_time'),
        delivered: spans('start_time', 'end_time').map((span) => ({ ...span, date_field: 'delivered_at' })),
        search: of('search', [...numbers, ...names]),
        order_display_id: of('order_display_id', ids),
      },
    },
    {
      name: '`POST /returns`',
      path: '/returns',
      filters: {
        ...common('carrier_ids', 'warehouse_id'),
        status: of('status', returnWords),
        granular_status: of('granular_status', granular),
        created: spans('created_at__gte', 'created_at__lte'),
        delivered: spans('return_delivered_at__gte', 'return_delivered_at__lte'),
        search: of('search', [...returned, ...names]),
        display_id: of('display_id', ids),
        qc_status: of('qc_status', ['pending', 'passed', 'failed']),
      },
    },
    {
      name: '`POST /exchange-orders`',
      path: '/exchange-orders',
      filters: {
        ...common('carrier_ids', 'warehouse_id'),
        status: of('status', ['requested', 'in_progress', 'completed', 'cancelled']),
        granular_status: of('granular_status', granular),
        forward_status: of('forward_status', ['pending', 'in_transit', 'delivered', 'cancelled']),
        return_status: of('return_status', returnWords),
        created: spans('created_at__gte', 'created_at__lte'),
        search: of('search', [...returned, ...names]),
        display_id: of('display_id', ids),
        qc_status: of('qc_status', ['pending', 'passed', 'failed']),
      },
    },
  ];
}
