import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { liveProcess } from './support/capacity/live-process.ts';
import { processorCosts } from './support/capacity/load.ts';
import { type Checked, capacityPage } from './support/capacity/page.ts';
import { diskBytesOf, planFor } from './support/capacity/plan.ts';
import { diskCostBetween, type Held, heldBy, type UnitCosts, WORK } from './support/capacity/unit-costs.ts';
import { makeClusterDatabase, startDistributed } from './support/cluster.ts';
import { type RunningService, startBaseline, startService } from './support/server-process.ts';
import { openDatabaseOf } from './support/service-database.ts';

export const name = 'What a shipment costs';

/** Loaded one after the other: the difference is the cost of additional shipments. */
const FIRST = Number(process.env.CAPACITY_FIRST ?? 50_000);
const SECOND = Number(process.env.CAPACITY_SHIPMENTS ?? 150_000);
/** The number of shipments that the estimate is compared with. */
const CHECKED = Number(process.env.CAPACITY_CHECKED ?? 1_000_000);
/** The coordinator of a Citus cluster, to compare the estimate with too; empty for none. */
const CLUSTER_URL = process.env.CLUSTER_URL ?? '';
const CLUSTER_CHECKED = Number(process.env.CAPACITY_CLUSTER_SHIPMENTS ?? 4_000_000);
/** Each account of the cluster has the same share. */
const CLUSTER_ACCOUNTS = 16;
/** The largest allowed error of the estimate. */
const MOST_OUT = 0.25;
const YEARS = [10_000_000, 100_000_000, 1_000_000_000];

/**
 * Measures the bytes and index entries of a shipment with its history, and the processor time of a quote, a
 * booking, a scan, a webhook and a page; writes docs/how-to/plan-capacity.md, which calculates with them. The
 * estimate is compared with a database of a million shipments, and with a cluster of three nodes with four
 * million.
 */
export async function run(): Promise<string> {
  const receiver = await startBaseline(new URL('./baselines/webhook-receiver.js', import.meta.url), {});
  const service = await startService(PACKAGE_ROOT, { WEBHOOK_ALLOW: '127.0.0.0/8', TRUST_PROXY: 'loopback' });
  const embedded = await openDatabaseOf(service);
  try {
    const held = () => heldBy([embedded.connection]);
    await load(service, FIRST);
    const first = await held();
    await load(service, SECOND);
    const disk = diskCostBetween(first, await held());
    const costs = { disk, processor: await processorCosts(service, liveProcess(service), receiver) };
    const before = await held();
    await load(service, CHECKED - before.shipments);
    const checked = [checkedBy('one server', costs, first, await held())];
    if (CLUSTER_URL !== '') checked.push(await checkCluster(costs));
    refuseWrong(checked);
    const plans = YEARS.map((shipments) => planFor(costs, shipments));
    await writeFile(join(PACKAGE_ROOT, 'docs/how-to/plan-capacity.md'), capacityPage(costs, plans, checked));
    return [
      'docs/how-to/plan-capacity.md is computed from these costs. Processor time rises with the load of the machine, but less than elapsed time.',
      '',
      `On disk, each of ${SECOND} shipments that were added to existing ones takes ${Math.round(disk.tableBytes + disk.indexBytes)} bytes, including ${Math.round(disk.indexBytes)} in ${disk.indexEntries.toFixed(0)} index entries.`,
      '',
      '| Milliseconds of processor time | service | PostgreSQL |',
      '|---|---:|---:|',
      ...WORK.map((work) => {
        const cost = costs.processor[work];
        return `| ${work} | ${cost.service.toFixed(2)} | ${cost.database.toFixed(2)} |`;
      }),
    ].join('\n');
  } finally {
    await embedded.stop();
    await service.stop();
    await receiver.stop();
  }
}

/** Loads shipments into a new account. */
async function load(service: RunningService, shipments: number): Promise<void> {
  const { account_id: account } = JSON.parse(
    await service.command('account', 'create', `Capacity ${shipments}`, '--json'),
  ) as { account_id: string };
  const words = ['--account', account, '--shipments', String(shipments), '--json'];
  await service.command('demo', 'load', ...words);
}

function checkedBy(where: string, costs: UnitCosts, first: Held, all: Held): Checked {
  return {
    where,
    shipments: all.shipments,
    estimatedBytes: first.tableBytes + first.indexBytes + diskBytesOf(costs, all.shipments - first.shipments),
    measuredBytes: all.tableBytes + all.indexBytes,
  };
}

/** Loads a cluster and compares the data on its nodes with the estimate. */
async function checkCluster(costs: UnitCosts): Promise<Checked> {
  const cluster = await makeClusterDatabase(CLUSTER_URL, 'dakiya_bench_capacity');
  let service: RunningService | null = null;
  try {
    service = await startDistributed(cluster);
    const first = await heldBy(cluster.nodes);
    for (let account = 0; account < CLUSTER_ACCOUNTS; account += 1) {
      await load(service, Math.ceil(CLUSTER_CHECKED / CLUSTER_ACCOUNTS));
    }
    return checkedBy(
      `a cluster of ${cluster.nodes.length}, in ${CLUSTER_ACCOUNTS} accounts`,
      costs,
      first,
      await heldBy(cluster.nodes),
    );
  } finally {
    await service?.stop();
    await cluster.drop();
  }
}

function refuseWrong(checked: readonly Checked[]): void {
  for (const { where, estimatedBytes, measuredBytes } of checked) {
    const out = estimatedBytes / measuredBytes - 1;
    if (Math.abs(out) > MOST_OUT) {
      throw new Error(
        `On ${where} the reckoning is out by ${(out * 100).toFixed(0)} %: docs/how-to/plan-capacity.md stays`,
      );
    }
  }
}
