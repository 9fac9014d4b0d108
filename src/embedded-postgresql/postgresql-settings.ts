import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/**
 * Returns PostgreSQL's settings for a machine that it shares with the service. They are given on the command
 * line at every start, so a new release or more memory takes effect without another step.
 *
 * @param options `durable`: whether acknowledged data survives a power cut; `memory`: bytes for PostgreSQL
 * and the service together
 */
export function serverSettings(
  socketFolder: string,
  { durable, memory = availableMemory() }: { durable: boolean; memory?: number },
): Record<string, string> {
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.floor(Math.min(Math.max(memory * share, least * MEGABYTE), most * MEGABYTE) / MEGABYTE)}MB`;
  const disk = durable ? 'on' : 'off';
  return {
    // The only way in is a socket, which asks for a password, and which only the server's own user (and root) can open.
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',

    // These settings write acknowledged data to the disk.
    fsync: disk,
    full_page_writes: disk,
    synchronous_commit: 'on',

    // Tests start some hundred servers. A start took 67 ms of processor time with 1 GB (single-user), and 27
    // ms with 64 MB.
    shared_buffers: durable ? megabytes(1 / 8, 64, 1024) : '64MB',
    effective_cache_size: megabytes(1 / 2, 256, 64 * 1024),
    maintenance_work_mem: megabytes(1 / 32, 64, 512),
    work_mem: '16MB',
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    jit: 'off',
    // Starting parallel workers took three times as long as they saved (a count of 1,000,000 rows: 262 ms
    // instead of 63 ms), and the list of one account would take the processors from all others.
    max_parallel_workers_per_gather: '0',

    // Counts can use only indexes where vacuum has processed the latest changes, so vacuum checks more often
    // than the default of once a minute. A table is vacuumed only after enough rows have changed.
    autovacuum_naptime: '15s',
    // Tests leave hundreds of databases behind that nobody uses again.
    autovacuum: durable ? 'on' : 'off',
    // With the default of 2 MB, vacuum waits for the log each time it returns to a page that it has changed.
    // PostgreSQL uses at most an eighth of shared_buffers.
    vacuum_buffer_usage_limit: '128MB',

    // A server without a TCP port has no replicas, so its log need not serve them.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    // Compressing the log halves its size, but doubles the processor time of a scan
    // (docs/explanation/decisions/2026-11-22-measured.md).
    wal_compression: 'off',
    max_wal_size: '1GB',

    // Notices within this time that a client is gone while its statement runs, so that the locks of a killed
    // process are released soon.
    client_connection_check_interval: '2s',

    // Keeps row values (names, phones) out of the log: no statements, no details.
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

/** A part of the socket's file name; no TCP port is opened. */
export const PORT = 5432;

function availableMemory(): number {
  const granted = process.constrainedMemory();
  return granted > 0 ? Math.min(totalmem(), granted) : totalmem();
}
