import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/**
 * PostgreSQL's settings for one machine that it shares with the service. They are given on the command
 * line at every start, so a new release or a machine with more memory takes effect without a step.
 *
 * @param options `durable`: whether what is acknowledged outlives a power cut; `memory`: bytes that
 * PostgreSQL and the service may use together
 */
export function serverSettings(
  socketFolder: string,
  { durable, memory = availableMemory() }: { durable: boolean; memory?: number },
): Record<string, string> {
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.floor(Math.min(Math.max(memory * share, least * MEGABYTE), most * MEGABYTE) / MEGABYTE)}MB`;
  const disk = durable ? 'on' : 'off';
  return {
    // The only way in is a socket that only the server's own user (and root) may open.
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',

    // What is acknowledged is on the disk.
    fsync: disk,
    full_page_writes: disk,
    synchronous_commit: 'on',

    // Tests start some hundred servers, and a start with 1 GB took 67 ms of processor time (single-user), with 64 MB 27 ms.
    shared_buffers: durable ? megabytes(1 / 8, 64, 1024) : '64MB',
    effective_cache_size: megabytes(1 / 2, 256, 64 * 1024),
    maintenance_work_mem: megabytes(1 / 32, 64, 512),
    work_mem: '16MB',
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    jit: 'off',
    // To start workers took three times as long as they saved (a count of 1,000,000 rows: 262 ms instead of 63), and one
    // account's list would take the processors of all others.
    max_parallel_workers_per_gather: '0',

    // Counts read indexes alone only where vacuum has followed the changes: it looks around more often than
    // once in a minute. A table takes its turn only once enough of it has changed.
    autovacuum_naptime: '15s',
    // Tests leave hundreds of databases behind that nobody comes back to.
    autovacuum: durable ? 'on' : 'off',
    // With the usual 2 MB, vacuum waits for the log each time it comes round to a page that it has changed. No more
    // than an eighth of shared_buffers is taken.
    vacuum_buffer_usage_limit: '128MB',

    // Nobody replicates from a server without a TCP port, so the log of changes need not serve them.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    // Written twice as long, the log of a scan costs half of the processor time (docs/explanation/decisions/2026-11-22-measured.md).
    wal_compression: 'off',
    max_wal_size: '1GB',

    // Notices that a client is gone while its statement still runs, so that what a killed process
    // left behind does not hold its locks for long.
    client_connection_check_interval: '2s',

    // Values of rows (names, phones) stay out of the log: no statements, no details.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}

/** Names the socket's file; no such TCP port is opened. */
export const PORT = 5432;

function availableMemory(): number {
  const granted = process.constrainedMemory();
  return granted > 0 ? Math.min(totalmem(), granted) : totalmem();
}
