import { Counter, Gauge, type Registry } from 'prom-client';
import { showBacklog, type Work } from '../../usecases/health/show-health.ts';
import type { Service } from '../../usecases/service.ts';

/** The gauges of each kind of work: its amount, and the age of the oldest. */
const GAUGES: Readonly<
  Record<Work, readonly [count: string, countHelp: string, seconds: string, secondsHelp: string]>
> = {
  jobs: [
    'queue_jobs_pending',
    'Jobs of the queue that are due and that nobody is at',
    'queue_oldest_pending_seconds',
    'For how long the oldest of them is due; 0 where there is none',
  ],
  bookings: [
    'bookings_unsettled',
    'Bookings of which it is not known whether the courier has made them',
    'booking_oldest_unsettled_seconds',
    'For how long the oldest of them; 0 where there is none',
  ],
  messages: [
    'messages_pending',
    'Messages to customers that are due',
    'message_oldest_pending_seconds',
    'For how long the oldest of them is due; 0 where there is none',
  ],
  deliveries: [
    'webhook_deliveries_pending',
    'Deliveries to webhooks that are switched on, neither delivered nor given up',
    'webhook_oldest_pending_seconds',
    'For how long the oldest delivery waits that was never tried; 0 where there is none',
  ],
  imports: [
    'imports_pending',
    'Imports that wait or run',
    'import_oldest_pending_seconds',
    'For how long the oldest of them has waited and run; 0 where there is none',
  ],
  bulkJobs: [
    'jobs_pending',
    'Jobs over many shipments that wait or run',
    'job_longest_without_turn_seconds',
    'For how long the one of them has waited whose last turn is longest ago; 0 where there is none',
  ],
  requests: [
    'customer_requests_waiting',
    'Requests of customers that wait for a merchant, or for a courier',
    'customer_request_oldest_waiting_seconds',
    'For how long the oldest of them has waited; 0 where there is none',
  ],
};

/** Shows in `/metrics` the waiting work of all accounts and processes; not while the database is down. */
export function addHealthMetrics(registry: Registry, service: Service): void {
  // Read first, so that the readings below are not counted as waiting.
  const { database } = service;
  addGauge(registry, {
    name: 'database_connections',
    help: 'Connections that this process has open',
    read: async () => database.connections.open,
  });
  addGauge(registry, {
    name: 'database_connections_waited_for',
    help: 'Requests and jobs of this process that wait for a connection',
    read: async () => database.connections.waitedFor,
  });
  const { replica } = database;
  addGauge(registry, {
    name: 'replica_delay_seconds',
    help: 'For how long the replica has been behind, as this process sees it; 0 where it is not, or where there is none',
    read: async () => replica?.delaySeconds ?? 0,
  });
  new Counter({
    name: 'replica_reads_total',
    help: 'Reads that may go to the replica, by who served them',
    labelNames: ['served_by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(replica?.reads ?? {})) this.inc({ served_by: by }, count);
    },
  });
  const read = sharedReading(() => showBacklog(service));
  for (const [work, [count, countHelp, seconds, secondsHelp]] of Object.entries(GAUGES)) {
    const waiting = async () => (await read()).waiting[work as Work];
    addGauge(registry, { name: count, help: countHelp, read: async () => (await waiting()).count });
    addGauge(registry, { name: seconds, help: secondsHelp, read: async () => (await waiting()).seconds });
  }
  addGauge(registry, {
    name: 'queue_jobs_given_up',
    help: 'Jobs of the queue that failed so often that nobody tries them any more',
    read: async () => (await read()).jobsGivenUp,
  });
}

interface GaugeOfReading {
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<number>;
}

function addGauge(registry: Registry, { name, help, read }: GaugeOfReading): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(await read());
      } catch {
        this.remove();
      }
    },
  });
}

/** Shares one reading among all gauges that ask during it. */
function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}
