import { type UnitCosts, WORK, type Work } from './unit-costs.ts';

const GB = 1e9;
const DAYS = 365;
const HOUR_SECONDS = 3_600;

/** Assumptions that are not measured: replace them with your own. */
export const ASSUMED = {
  /** How often, for one shipment, from the quote to the end of its journey. */
  timesPerShipment: {
    quote: 4,
    booking: 1,
    scan: 9,
    webhook: 10,
    'tracking page': 4,
    'first page of the listing': 3,
  } satisfies Record<Work, number>,
  /** The busiest day of the year, compared with the average. */
  busiestDay: 4,
  /** The share of a day in its busiest hour. */
  busiestHourShare: 0.1,
  /** The share of processors used in the busiest hour. */
  processorShare: 0.5,
  /** Tables and indexes after a long time of writes, compared with new ones. */
  bloat: 1.3,
  /** Disk space in addition to the data: the log, a restore, free space. */
  diskShare: 0.6,
  yearsKept: 2,
  /** The days of data that are read and written all day: shipments in transit and those of the last weeks. */
  hotDays: 60,
  /** Per shipment in the columns of the listing (docs/explanation/listing.md), for accounts that use them. */
  columnBytes: 118,
  /** A server for data. */
  node: { processors: 32, memoryGb: 256, diskGb: 7_000, rupeesAMonth: 150_000 },
  /** One processor of a machine for the service, with 2 GB. */
  rupeesAMonthPerServiceProcessor: 3_000,
} as const;

export type Limit = 'processors' | 'memory' | 'disk';

export interface Plan {
  readonly shipmentsAYear: number;
  /** In the busiest hour. */
  readonly bookingsPerSecond: number;
  readonly scansPerSecond: number;
  readonly serviceProcessors: number;
  readonly databaseProcessors: number;
  /** Of all that is kept. */
  readonly diskGb: number;
  readonly memoryGb: number;
  /** The first limit of one data server, and its use: above 1 it does not fit. */
  readonly first: Limit;
  readonly usedOfOne: number;
  /** Data servers, each with a replica. */
  readonly nodes: number;
  readonly rupeesAMonth: number;
}

/** The bytes of this number of shipments, just loaded. */
export function diskBytesOf({ disk }: UnitCosts, shipments: number): number {
  return (disk.tableBytes + disk.indexBytes) * shipments;
}

/** The machines needed for this number of shipments a year. */
export function planFor(costs: UnitCosts, shipmentsAYear: number): Plan {
  const { timesPerShipment, node } = ASSUMED;
  const busiestSecond =
    ((shipmentsAYear / DAYS) * ASSUMED.busiestDay * ASSUMED.busiestHourShare) / HOUR_SECONDS;
  const processorsOf = (which: 'service' | 'database') => {
    const ms = WORK.reduce((sum, work) => sum + timesPerShipment[work] * costs.processor[work][which], 0);
    return (busiestSecond * ms) / 1000 / ASSUMED.processorShare;
  };
  const dataGb = (diskBytesOf(costs, shipmentsAYear * ASSUMED.yearsKept) * ASSUMED.bloat) / GB;
  const hotShare = ASSUMED.hotDays / (DAYS * ASSUMED.yearsKept);
  const columnsGb = (shipmentsAYear * ASSUMED.yearsKept * ASSUMED.columnBytes) / GB;
  const databaseProcessors = processorsOf('database');
  const memoryGb = dataGb * hotShare + columnsGb;
  const diskGb = dataGb / ASSUMED.diskShare;
  const used: Record<Limit, number> = {
    processors: databaseProcessors / node.processors,
    memory: memoryGb / node.memoryGb,
    disk: diskGb / node.diskGb,
  };
  const [first, usedOfOne] = Object.entries(used).sort(([, a], [, b]) => b - a)[0] as [Limit, number];
  const nodes = Math.ceil(usedOfOne);
  const serviceProcessors = processorsOf('service');
  return {
    shipmentsAYear,
    bookingsPerSecond: busiestSecond,
    scansPerSecond: busiestSecond * timesPerShipment.scan,
    serviceProcessors,
    databaseProcessors,
    diskGb,
    memoryGb,
    first,
    usedOfOne,
    nodes,
    // Each data node has a replica of its own size.
    rupeesAMonth:
      nodes * 2 * node.rupeesAMonth + Math.ceil(serviceProcessors) * ASSUMED.rupeesAMonthPerServiceProcessor,
  };
}
