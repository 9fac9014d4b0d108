import { v7 } from 'uuid';
import { isDead } from '../booking/processes.ts';
import type { ErrandTable } from '../couriers/errands.ts';
import type { Database } from '../database.ts';
import { JOB_SCHEMA } from '../job-queue.ts';
import { readOrNull } from '../stored-sentence.ts';

/** The kinds of waiting work, of all accounts and processes. */
export const WORK = [
  'jobs',
  'bookings',
  'messages',
  'deliveries',
  'imports',
  'bulkJobs',
  'requests',
] as const;

export type Work = (typeof WORK)[number];

export interface Waiting {
  readonly count: number;
  /** The time since which the oldest work could have been processed; null if nothing waits. */
  readonly since: Date | null;
}

/** A separate index makes each statement cost only as much as there is waiting work. `$1` is the time. */
const STATEMENTS: Readonly<Record<Work, string>> = {
  jobs: `select count(*) as count, min(run_at) as since from ${JOB_SCHEMA}.jobs
    where locked_at is null and run_at <= $1 and attempts < max_attempts`,
  bookings: `select count(*) as count, min(asked_at) as since from bookings
    where state = 'unknown' and asked_at <= $1`,
  messages: `select count(*) as count, min(due_at) as since from messages
    where status = 'queued' and due_at <= $1`,
  deliveries: `select count(*) as count, min(d.due_at) filter (where d.tries = 0 and d.due_at <= $1) as since
    from webhook_deliveries d join webhook_endpoints e using (account_id, endpoint_id)
    where d.state in ('waiting', 'retrying') and e.enabled`,
  imports: `select count(*) as count, min(created_at) as since from imports
    where state in ('waiting', 'running') and created_at <= $1`,
  bulkJobs: `select count(*) as count, min(turn_at) as since from jobs
    where state in ('waiting', 'running') and turn_at <= $1`,
  requests: `select count(*) as count, min(created_at) as since from customer_requests
    where state = 'waiting' and created_at <= $1`,
};

export async function readWaiting(database: Database, work: Work, now: Date): Promise<Waiting> {
  const rows = await database.run<Waiting>(STATEMENTS[work], [now]);
  return rows[0] ?? { count: 0, since: null };
}

/** Counts jobs that failed too often and are not tried again. */
export async function countJobsGivenUp(database: Database): Promise<number> {
  const rows = await database.run<{ count: number }>(
    `select count(*) as count from ${JOB_SCHEMA}.jobs where attempts >= max_attempts`,
  );
  return rows[0]?.count ?? 0;
}

export async function countProcesses(database: Database): Promise<number> {
  const rows = await database.run<{ count: number }>(
    `select count(*) as count from service_processes p where not ${isDead('p.process_id')}`,
  );
  return rows[0]?.count ?? 0;
}

export interface Failures {
  /** The courier, the channel of messages, or what errands do; null for webhooks. */
  readonly what: string | null;
  readonly count: number;
  readonly newest: string | null;
}

/** Counts the errands of a table that an error of this service has put off. */
export async function countPutOff(
  database: Database,
  { name }: ErrandTable,
): Promise<Omit<Failures, 'what'>> {
  const [found] = await database.run<Omit<Failures, 'what'>>(
    `select count(*) as count, (array_agg(our_error order by next_try_at desc))[1] as newest
       from ${name} where next_try_at is not null and our_error is not null`,
    [],
  );
  return found ?? { count: 0, newest: null };
}

/** Counts failed calls to couriers since a time, by courier. */
export async function listCourierFailures(database: Database, since: Date): Promise<Failures[]> {
  const rows = await database.run<Failures>(
    `select courier as what, count(*) as count,
        (array_agg(coalesce(failure, 'HTTP ' || status) order by happened_at desc))[1] as newest
      from courier_exchanges where happened_at >= $1 group by courier order by courier`,
    [since],
  );
  return rows.map(inWords);
}

/** Counts failed messages to customers that were created since a time, by channel. */
export async function listMessageFailures(database: Database, since: Date): Promise<Failures[]> {
  const rows = await database.run<Failures>(
    `select m.channel as what, count(*) as count, max(m.error) as newest
       from accounts a cross join lateral (
         select channel, error from messages m
          where m.account_id = a.account_id and m.status = 'failed' and m.message_id >= $1) m
      group by m.channel order by m.channel`,
    [firstIdAt(since)],
  );
  return rows.map(inWords);
}

function inWords(row: Failures): Failures {
  return { ...row, newest: readOrNull(row.newest)?.text ?? null };
}

/** Returns the smallest id that can be created at a time: ids begin with their time (UUIDv7). */
function firstIdAt(moment: Date): string {
  return v7({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** What has sealed secrets: whose they are, in words, and how many are not of a key (`$1`). */
const LOCKED: Readonly<Record<string, string>> = {
  shops: `select count(*) as count from shops where substring(secrets from 2 for octet_length($1::bytea)) <> $1::bytea`,
  'courier accounts': `select count(*) as count from courier_accounts where substring(secrets from 2 for octet_length($1::bytea)) <> $1::bytea`,
  webhooks: `select count(*) as count from webhook_endpoints where substring(secret from 2 for octet_length($1::bytea)) <> $1::bytea`,
};

/** Counts what has secrets that were sealed with another key, of all accounts. @param mark of the key */
export async function countLocked(
  database: Database,
  mark: Buffer,
): Promise<{ readonly what: string; readonly count: number }[]> {
  const counts: { what: string; count: number }[] = [];
  for (const [what, statement] of Object.entries(LOCKED)) {
    const [row] = await database.run<{ count: number }>(statement, [mark]);
    counts.push({ what, count: row?.count ?? 0 });
  }
  return counts;
}
