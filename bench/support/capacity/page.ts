import { ASSUMED, type Limit, type Plan } from './plan.ts';
import { type UnitCosts, WORK } from './unit-costs.ts';

/** The estimate for a database of that many shipments, and the measured size. */
export interface Checked {
  /** Such as `one server`. */
  readonly where: string;
  readonly shipments: number;
  readonly foretoldBytes: number;
  readonly measuredBytes: number;
}

const WHAT_CHANGES: Readonly<Record<Limit, string>> = {
  processors:
    'accounts on shards ([many machines](many-machines.md#a-cluster)), since bookings and scans are writes; reads to replicas first',
  memory:
    'shards, so that the weeks under way fit in the memory of each; columns only for accounts that look at them',
  disk: 'shards; or fewer years kept: histories of shipments that ended long ago are most of it',
};

/** docs/how-to/plan-capacity.md. */
export function capacityPage(costs: UnitCosts, plans: readonly Plan[], checked: readonly Checked[]): string {
  const { node } = ASSUMED;
  return `# Capacity

What a year's shipments need, reckoned from what one shipment costs. \`npm run bench -- capacity\` measures the costs on the machine
it runs on and writes this page; \`bench/support/capacity/plan.ts\` has the reckoning. Put your own assumptions there: nobody
has run Dakiya with a hundred million shipments a year, and this page does not claim it.

## What one shipment costs

On disk, with its order, parcels, booking, history and all else, just loaded: **${kb(costs.disk.tableBytes + costs.disk.indexBytes)} kB**, of
which ${kb(costs.disk.indexBytes)} kB in ${costs.disk.indexEntries.toFixed(0)} entries of indexes.

| Milliseconds of processor time | service | PostgreSQL | times for each shipment, assumed |
|---|---:|---:|---:|
${WORK.map((work) => {
  const { service, database } = costs.processor[work];
  return `| ${work} | ${service.toFixed(2)} | ${database.toFixed(2)} | ${ASSUMED.timesPerShipment[work]} |`;
}).join('\n')}

Bookings are with a courier on this machine; scans come one a request, as couriers push them.

## What is assumed

- The busiest day has ${ASSUMED.busiestDay} times the shipments of the mean one, its busiest hour ${ASSUMED.busiestHourShare * 100} % of them; processors are half busy then.
- ${ASSUMED.yearsKept} years are kept. Tables written to for long are ${ASSUMED.bloat} times as large as new ones; data takes ${ASSUMED.diskShare * 100} % of a disk.
- In memory: the last ${ASSUMED.hotDays} days, and ${ASSUMED.columnBytes} bytes of each kept shipment for the [columns of the listing](listing.md).
- A server for data has ${node.processors} processors, ${node.memoryGb} GB of memory and ${node.diskGb / 1000} TB of disk, at Rs ${node.rupeesAMonth.toLocaleString('en-IN')} a month, and a replica like
  it; a processor for services costs Rs ${ASSUMED.rupeesAMonthPerServiceProcessor.toLocaleString('en-IN')}. Prices are guesses: put in yours.

## What it takes

| Shipments a year | ${plans.map(({ shipmentsAYear }) => `${(shipmentsAYear / 1e6).toLocaleString('en-IN')} million`).join(' | ')} |
|---|${plans.map(() => '---:|').join('')}
${[
  line(
    'bookings, scans a second in the busiest hour',
    plans,
    (plan) => `${round(plan.bookingsPerSecond)}, ${round(plan.scansPerSecond)}`,
  ),
  line('processors for services', plans, (plan) => round(plan.serviceProcessors)),
  line('processors for PostgreSQL', plans, (plan) => round(plan.databaseProcessors)),
  line('disk, GB', plans, (plan) => round(plan.diskGb)),
  line('memory of PostgreSQL and columns, GB', plans, (plan) => round(plan.memoryGb)),
  line(
    'met first on one server for data, and how much of it',
    plans,
    (plan) => `${plan.first}, ${(plan.usedOfOne * 100).toFixed(0)} %`,
  ),
  line('servers for data, each with a replica', plans, ({ nodes }) => String(nodes)),
  line('Rs a month', plans, (plan) => Math.round(plan.rupeesAMonth).toLocaleString('en-IN')),
].join('\n')}

What changes where one server no longer does:

${[...new Set(plans.filter(({ nodes }) => nodes > 1).map(({ first }) => first))]
  .map((first) => `- ${first}: ${WHAT_CHANGES[first]}.`)
  .join('\n')}

## How far it is right

${checked
  .map(
    ({ where, shipments, foretoldBytes, measuredBytes }) =>
      `- ${shipments.toLocaleString('en-IN')} shipments on ${where}: ${(foretoldBytes / 1e9).toFixed(2)} GB foretold, ${(measuredBytes / 1e9).toFixed(2)} GB measured (${((foretoldBytes / measuredBytes - 1) * 100).toFixed(0)} %).`,
  )
  .join('\n')}
- Not measured: the sizes above, the bloat of years, and whether a network between machines costs more than the sockets here.
`;
}

function line(what: string, plans: readonly Plan[], value: (plan: Plan) => string): string {
  return `| ${what} | ${plans.map(value).join(' | ')} |`;
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function round(value: number): string {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-IN');
}
