import {
  type ClusterDatabase,
  commitsOf,
  dataDirectoryOf,
  makeClusterDatabase,
  makeSingleDatabase,
  query,
  startDistributed,
  startOn,
} from './support/cluster.ts';
import { median } from './support/compare.ts';
import { orderBodies } from './support/order-bodies.ts';
import { postmasterOf, processorTimeOf } from './support/processor-time.ts';
import type { RunningService } from './support/server-process.ts';
import { atOnce, sendJson } from './support/steady-client.ts';

export const name = 'Orders on a cluster';

/** A coordinator, with the right to create databases. */
const CLUSTER_URL = process.env.CLUSTER_URL ?? '';
const ACCOUNTS = 16;
const ORDERS_OF_ACCOUNT = Number(process.env.CLUSTER_ORDERS ?? 60);
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 5);
const PAGES = 100;
const API = '/custom/api/v1';

/** What is missing for this benchmark; null for nothing. */
export function missing(): string | null {
  return CLUSTER_URL === '' ? 'CLUSTER_URL is to name the coordinator of a Citus cluster' : null;
}

interface Shop {
  readonly apiKey: string;
  readonly body: () => string;
}

/** The service on one of the two databases, with its accounts. */
interface Side {
  readonly database: ClusterDatabase;
  readonly service: RunningService;
  readonly shops: readonly Shop[];
}

interface Round {
  readonly ordersPerSecond: number;
  readonly listingMs: number;
  readonly serviceMs: number;
  /** For each of the data servers. */
  readonly databaseMs: readonly number[];
  readonly commits: readonly number[];
}

/**
 * Orders of 16 accounts, each over a connection of its own, on a cluster of three and on one server, which is
 * the cluster's coordinator; and the first page of one account's listing. Goals: 0.3 of the orders; a page at
 * most twice as slow.
 */
export async function run(): Promise<string> {
  const services: RunningService[] = [];
  const databases: ClusterDatabase[] = [];
  try {
    const single = await makeSingleDatabase(CLUSTER_URL, 'dakiya_bench_single');
    databases.push(single);
    const cluster = await makeClusterDatabase(CLUSTER_URL, 'dakiya_bench_cluster');
    databases.push(cluster);
    const onSingle = await startOn(single);
    services.push(onSingle);
    const onCluster = await startDistributed(cluster);
    services.push(onCluster);
    const alone = await shopsOn(single, onSingle);
    const ours = await shopsOn(cluster, onCluster);
    for (const side of [alone, ours]) await measure(side);
    const rounds: { cluster: Round; single: Round }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ single: await measure(alone), cluster: await measure(ours) });
    }
    const { rows } = await query<{ fsync: string }>(single.url, 'show fsync');
    return report(rounds, rows[0]?.fsync ?? '');
  } finally {
    for (const service of services) await service.stop();
    for (const database of databases) await database.drop();
  }
}

async function shopsOn(database: ClusterDatabase, service: RunningService): Promise<Side> {
  const shops: Shop[] = [{ apiKey: service.apiKey, body: await orderBodies(service) }];
  while (shops.length < ACCOUNTS) {
    const made = await service.command('account', 'create', `Shop ${shops.length}`, '--json');
    const { api_key: apiKey } = JSON.parse(made) as { api_key: string };
    shops.push({ apiKey, body: await orderBodies({ ...service, apiKey }) });
  }
  return { database, service, shops };
}

async function measure({ database, service, shops }: Side): Promise<Round> {
  const servers = await Promise.all(
    database.nodes.map(async (url) => postmasterOf(await dataDirectoryOf(url))),
  );
  const taken = () => ({
    service: processorTimeOf(service.process.pid)?.own ?? Number.NaN,
    servers: servers.map((pid) => processorTimeOf(pid)?.others ?? Number.NaN),
  });
  const commits = () => Promise.all(database.nodes.map(commitsOf));
  const orders = shops.length * ORDERS_OF_ACCOUNT;
  const [before, committed] = [taken(), await commits()];
  const begun = performance.now();
  await atOnce(shops.length, async (agent, place) => {
    const shop = shops[place];
    if (shop === undefined) return;
    for (let order = 0; order < ORDERS_OF_ACCOUNT; order += 1) {
      const url = `${service.url}${API}/forward-order-orchestration`;
      const sent = await sendJson(agent, url, {
        body: shop.body(),
        headers: { authorization: shop.apiKey },
      });
      if (sent?.status !== 200) throw new Error(`An order was answered ${sent?.status}: ${sent?.text}`);
    }
  });
  const seconds = (performance.now() - begun) / 1000;
  const after = taken();
  const committedAfter = await commits();
  const pages: number[] = [];
  await atOnce(1, async (agent) => {
    for (let page = 0; page < PAGES; page += 1) {
      const sent = await sendJson(agent, `${service.url}${API}/shipments`, {
        body: '{}',
        headers: { authorization: shops[0]?.apiKey ?? '' },
      });
      if (sent?.status !== 200) throw new Error(`A page was answered ${sent?.status}`);
      pages.push(sent.milliseconds);
    }
  });
  return {
    ordersPerSecond: orders / seconds,
    listingMs: median(pages),
    serviceMs: (after.service - before.service) / orders,
    databaseMs: after.servers.map((ms, index) => (ms - (before.servers[index] ?? 0)) / orders),
    commits: committedAfter.map((count, index) => (count - (committed[index] ?? 0)) / orders),
  };
}

function report(rounds: readonly { cluster: Round; single: Round }[], fsync: string): string {
  const row = (title: string, of: 'cluster' | 'single') => {
    const middle = (value: (round: Round) => number) => median(rounds.map((round) => value(round[of])));
    const servers = rounds[0]?.[of].databaseMs.map((_, index) => index) ?? [];
    return `| ${title} | ${middle(({ ordersPerSecond }) => ordersPerSecond).toFixed(0)} | ${middle(({ listingMs }) => listingMs).toFixed(1)} | ${middle(({ serviceMs }) => serviceMs).toFixed(1)} | ${servers.map((index) => middle(({ databaseMs }) => databaseMs[index] ?? 0).toFixed(1)).join(' + ')} | ${servers.map((index) => middle(({ commits }) => commits[index] ?? 0).toFixed(1)).join(' + ')} |`;
  };
  const ratio = (value: (round: Round) => number) =>
    median(rounds.map(({ cluster, single }) => value(cluster) / value(single)));
  return [
    `Orders of ${ACCOUNTS} accounts over ${ACCOUNTS} connections, ${ORDERS_OF_ACCOUNT} for each account in a round: on a Citus cluster of a coordinator and two nodes, and on a single server, the coordinator. All ran on this machine with fsync ${fsync}. After that, the first page of one account's listing, one request at a time.`,
    '',
    '| | orders/s | page p50 ms | processor time per order, ms: service | database servers, coordinator first | transactions per order |',
    '|---|---:|---:|---:|---|---|',
    row('cluster', 'cluster'),
    row('one server', 'single'),
    '',
    `The cluster takes **${ratio(({ ordersPerSecond }) => ordersPerSecond).toFixed(2)}** of the orders of the single server (goal: 0.3), and **${ratio(({ listingMs }) => listingMs).toFixed(2)}** times its time for the page (goal: 2). Medians of ${ROUNDS} rounds in turns. On a cluster, the coordinator receives every statement and sends it to the account's node, which plans it again. A transaction that writes both to a registry on the coordinator (a tracking number) and to the account is committed in two phases.`,
  ].join('\n');
}
