import { ASSUMED, type Limit, type Plan } from './plan.ts';
import { type UnitCosts, WORK } from './unit-costs.ts';

/** The estimate for a database of that many shipments, and the measured size. */
export interface Checked {
  /** Such as `one server`. */
  readonly where: string;
  readonly shipments: number;
  readonly estimatedBytes: number;
  readonly measuredBytes: number;
}

const WHAT_CHANGES: Readonly<Record<Limit, string>> = {
  processors:
    'put accounts on shards ([run many machines](run-many-machines.md#a-cluster)), because bookings and scans are writes; first move reads to replicas',
  memory:
    'use shards, so that the newest weeks fit in the memory of each server; load columns only for accounts that query them',
  disk: 'use shards, or keep fewer years: most of it is the history of old shipments',
};

/** docs/how-to/plan-capacity.md. */
export function capacityPage(costs: UnitCosts, plans: readonly Plan[], checked: readonly Checked[]): string {
  const { node } = ASSUMED;
  return `# Plan capacity

This page estimates the hardware for a year's shipments from the cost of one shipment. \`npm run bench -- capacity\` measures the costs on its
machine and writes this page; \`bench/support/capacity/plan.ts\` has the formulas. Put your own assumptions there. Nobody
has run Dakiya with a hundred million shipments a year yet.

## What one shipment costs

On disk, with its order, parcels, booking, history and everything else, just loaded: **${kb(costs.disk.tableBytes + costs.disk.indexBytes)} kB**, including
${kb(costs.disk.indexBytes)} kB in ${costs.disk.indexEntries.toFixed(0)} index entries.

| Milliseconds of processor time | service | PostgreSQL | times per shipment (assumed) |
|---|---:|---:|---:|
${WORK.map((work) => {
  const { service, database } = costs.processor[work];
  return `| ${work} | ${service.toFixed(2)} | ${database.toFixed(2)} | ${ASSUMED.timesPerShipment[work]} |`;
}).join('\n')}

Bookings use a courier on this machine. Scans arrive one per request, as couriers push them.

## Assumptions

- The busiest day has ${ASSUMED.busiestDay} times the shipments of an average day, and ${ASSUMED.busiestHourShare * 100} % of them are in its busiest hour. In that hour, processors are half busy.
- The data of ${ASSUMED.yearsKept} years is kept. Old tables are ${ASSUMED.bloat} times as large as new ones; data uses ${ASSUMED.diskShare * 100} % of a disk.
- Memory holds the last ${ASSUMED.hotDays} days, and ${ASSUMED.columnBytes} bytes of each stored shipment for the [columns of the listing](../explanation/listing.md).
- A database server has ${node.processors} processors, ${node.memoryGb} GB of memory and ${node.diskGb / 1000} TB of disk, and costs Rs ${node.rupeesAMonth.toLocaleString('en-IN')} a month. It has an equal
  replica. A processor for the service costs Rs ${ASSUMED.rupeesAMonthPerServiceProcessor.toLocaleString('en-IN')}. Prices are guesses: use your own.

## Hardware

| Shipments a year | ${plans.map(({ shipmentsAYear }) => `${(shipmentsAYear / 1e6).toLocaleString('en-IN')} million`).join(' | ')} |
|---|${plans.map(() => '---:|').join('')}
${[
  line(
    'bookings and scans a second in the busiest hour',
    plans,
    (plan) => `${round(plan.bookingsPerSecond)}, ${round(plan.scansPerSecond)}`,
  ),
  line('processors for the service', plans, (plan) => round(plan.serviceProcessors)),
  line('processors for PostgreSQL', plans, (plan) => round(plan.databaseProcessors)),
  line('disk, GB', plans, (plan) => round(plan.diskGb)),
  line('memory of PostgreSQL and columns, GB', plans, (plan) => round(plan.memoryGb)),
  line(
    'first limit of one database server, and how much of it is used',
    plans,
    (plan) => `${plan.first}, ${(plan.usedOfOne * 100).toFixed(0)} %`,
  ),
  line('database servers, each with a replica', plans, ({ nodes }) => String(nodes)),
  line('Rs a month', plans, (plan) => Math.round(plan.rupeesAMonth).toLocaleString('en-IN')),
].join('\n')}

When one server is not enough:

${[...new Set(plans.filter(({ nodes }) => nodes > 1).map(({ first }) => first))]
  .map((first) => `- ${first}: ${WHAT_CHANGES[first]}.`)
  .join('\n')}

## Accuracy

${checked
  .map(
    ({ where, shipments, estimatedBytes, measuredBytes }) =>
      `- ${shipments.toLocaleString('en-IN')} shipments on ${where}: ${(estimatedBytes / 1e9).toFixed(2)} GB estimated, ${(measuredBytes / 1e9).toFixed(2)} GB measured (${((estimatedBytes / measuredBytes - 1) * 100).toFixed(0)} %).`,
  )
  .join('\n')}
- Not measured: the sizes above, the bloat after years, and the cost of a network between machines.
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
