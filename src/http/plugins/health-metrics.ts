import { Counter, Gauge, type Registry } from 'prom-client';
import { showBacklog, type Work } from '../../usecases/health/show-health.ts';
import type { Service } from '../../usecases/service.ts';

/** The two gauges of each kind of work: the amount, and the age of the oldest item. */
const GAUGES: Readonly<
  Record<Work, readonly [count: string, countHelp: string, seconds: string, secondsHelp: string]>
> = {
  jobs: [
    'queue_jobs_pending',
    'Queued jobs that are due and not running',
    'queue_oldest_pending_seconds',
    'How late the oldest due job is; 0 if there is none',
  ],
  bookings: [
    'bookings_unsettled',
    'Bookings whose outcome at the courier is unknown',
    'booking_oldest_unsettled_seconds',
    'Age of the oldest of these bookings; 0 if there is none',
  ],
  messages: [
    'messages_pending',
    'Messages to customers that are due',
    'message_oldest_pending_seconds',
    'How late the oldest due message is; 0 if there is none',
  ],
  deliveries: [
    'webhook_deliveries_pending',
    'Open deliveries of active webhooks',
    'webhook_oldest_pending_seconds',
    'Age of the oldest delivery that was never tried; 0 if there is none',
  ],
  imports: [
    'imports_pending',
    'Waiting and running imports',
    'import_oldest_pending_seconds',
    'Age of the oldest waiting or running import; 0 if there is none',
  ],
  bulkJobs: [
    'jobs_pending',
    'Waiting and running bulk jobs',
    'job_longest_without_turn_seconds',
    'Longest time since the last turn of a bulk job; 0 if there is none',
  ],
  requests: [
    'customer_requests_waiting',
    'Customer requests that wait for the merchant or a courier',
    'customer_request_oldest_waiting_seconds',
    'Age of the oldest waiting customer request; 0 if there is none',
  ],
};

/** Shows the waiting work of all accounts and processes in `/metrics`, except while the database is down. */
export function addHealthMetrics(registry: Registry, service: Service): void {
  // Read first, so that the readings below are not counted as waiting.
  const { database } = service;
  addGauge(registry, {
    name: 'database_connections',
    help: 'Open database connections of this process for requests',
    read: async () => database.connections.open,
  });
  addGauge(registry, {
    name: 'database_connections_waited_for',
    help: 'Requests of this process that wait for a database connection',
    read: async () => database.connections.waitedFor,
  });
  const { replica } = database;
  addGauge(registry, {
    name: 'replica_delay_seconds',
    help: 'Delay of the replica as this process sees it; 0 without a delay or a replica',
    read: async () => replica?.delaySeconds ?? 0,
  });
  new Counter({
    name: 'replica_reads_total',
    help: 'Reads that may use the replica, by the server that answered',
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
    help: 'Queued jobs that failed so often that they are no longer retried',
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

/** Shares one reading among all gauges that need it while it runs. */
function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}
