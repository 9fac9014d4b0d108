import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from '../src/embedded-postgresql/open.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { liveProcess } from './support/capacity/live-process.ts';
import { processorCosts } from './support/capacity/load.ts';
import { capacityPage } from './support/capacity/page.ts';
import { diskBytesOf, planFor } from './support/capacity/plan.ts';
import { diskCostBetween, type Held, heldBy, type UnitCosts, WORK } from './support/capacity/unit-costs.ts';
import { type RunningService, startBaseline, startService } from './support/server-process.ts';

export const name = 'What a shipment costs';

/** Loaded one after the other: the second less the first is what shipments take that come to others. */
const FIRST = 50_000;
const SECOND = Number(process.env.CAPACITY_SHIPMENTS ?? 150_000);
/** What the reckoning is held to. */
const CHECKED = Number(process.env.CAPACITY_CHECKED ?? 1_000_000);
const YEARS = [10_000_000, 100_000_000, 1_000_000_000];

/**
 * Bytes and entries of indexes of a shipment with its history, and the processor time of a quote, a booking, a scan, a webhook and a
 * page; and docs/capacity.md, which reckons with them. The reckoning is held to a database of a million shipments.
 */
export async function run(): Promise<string> {
  const receiver = await startBaseline(new URL('./baselines/webhook-receiver.js', import.meta.url), {});
  const service = await startService(PACKAGE_ROOT, { WEBHOOK_ALLOW: '127.0.0.0/8', TRUST_PROXY: 'loopback' });
  const embedded = await openEmbedded({
    dataDir: service.dataDir,
    role: 'command',
    progress: () => undefined,
    log: () => undefined,
  });
  try {
    const held = () => heldBy(embedded.connection);
    await load(service, FIRST);
    const first = await held();
    await load(service, SECOND);
    const disk = diskCostBetween(first, await held());
    const costs = { disk, processor: await processorCosts(service, liveProcess(service), receiver) };
    const before = await held();
    await load(service, CHECKED - before.shipments);
    const checked = checkedBy(costs, first, await held());
    const plans = YEARS.map((shipments) => planFor(costs, shipments));
    await writeFile(join(PACKAGE_ROOT, 'docs/capacity.md'), capacityPage(costs, plans, [checked]));
    return [
      'What docs/capacity.md reckons with. Processor time does not depend on how busy the machine is as time does, and rises with load all the same.',
      '',
      `On disk, of ${SECOND} shipments loaded after others: ${Math.round(disk.tableBytes + disk.indexBytes)} bytes each, of which ${Math.round(disk.indexBytes)} in ${disk.indexEntries.toFixed(0)} entries of indexes.`,
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

/** Into an account of its own. */
async function load(service: RunningService, shipments: number): Promise<void> {
  const { account_id: account } = JSON.parse(
    await service.command('account', 'create', `Capacity ${shipments}`, '--json'),
  ) as { account_id: string };
  const words = ['--account', account, '--shipments', String(shipments), '--json'];
  await service.command('demo', 'load', ...words);
}

function checkedBy(costs: UnitCosts, first: Held, all: Held) {
  return {
    shipments: all.shipments,
    foretoldBytes: first.tableBytes + first.indexBytes + diskBytesOf(costs, all.shipments - first.shipments),
    measuredBytes: all.tableBytes + all.indexBytes,
  };
}
