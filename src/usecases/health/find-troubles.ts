import { counted, durationText } from './duration-text.ts';
import { type Health, WORK, type Work } from './show-health.ts';
import type { Trouble } from './trouble.ts';

const MINUTE = 60;

/** For each kind of work: its name, the seconds that it may wait, and the remedy if it waits longer. */
export const LONGEST_WAIT: Readonly<
  Record<Work, { readonly name: string; readonly seconds: number; readonly remedy: string }>
> = {
  jobs: {
    name: 'jobs of the queue',
    seconds: 5 * MINUTE,
    remedy: 'check that a process of the service runs, and look in its log for "job queue"',
  },
  bookings: {
    name: 'bookings without a known outcome',
    seconds: 30 * MINUTE,
    remedy: 'see `dakiya courier calls`: the courier did not confirm whether it has the parcel',
  },
  messages: {
    name: 'messages to customers',
    seconds: 10 * MINUTE,
    remedy: 'see `dakiya message list`, and check that the mail server or the gateway answers',
  },
  deliveries: {
    name: 'deliveries to webhooks',
    seconds: 5 * MINUTE,
    remedy: 'look in the log for "webhooks", and check that this machine reaches the internet',
  },
  imports: {
    name: 'imports',
    seconds: 60 * MINUTE,
    remedy: 'look in the log for "an order of a file failed"',
  },
  bulkJobs: {
    name: 'bulk jobs',
    seconds: 10 * MINUTE,
    remedy: 'check that a process of the service runs, and look in its log for "job queue"',
  },
  requests: {
    name: 'customer requests',
    seconds: 3 * 24 * 60 * MINUTE,
    remedy: 'see `dakiya requests list`: the merchant has not decided them',
  },
};

/** This many failures in an hour are unusual. */
export const MANY_FAILURES = 10;

/** Finds problems in the figures, the worst first. Returns an empty list if all is well. */
export function findTroubles(health: Health): Trouble[] {
  return [
    ...givenUp(health),
    ...WORK.flatMap((work) => waitsTooLong(health, work)),
    ...putOff(health),
    ...failures(health),
    ...replicaTroubles(health),
  ];
}

/** The replica is far behind at this size of unreplayed log; a busy minute writes less. */
export const FAR_BEHIND_BYTES = 256 * 1024 ** 2;

function replicaTroubles({ replica }: Health): Trouble[] {
  if (replica === null) return [];
  if ('whyAway' in replica) {
    return [
      {
        sentence: `The replica does not answer, so the primary is read: ${replica.whyAway}`,
        remedy: 'check that the server of DATABASE_READ_URL runs and streams (pg_stat_wal_receiver)',
      },
    ];
  }
  if (replica.behindBytes <= FAR_BEHIND_BYTES) return [];
  return [
    {
      sentence: `The replica is ${Math.floor(replica.behindBytes / 1024 ** 2)} MB of log behind, so accounts that have written since are read from the primary`,
      remedy: 'see pg_stat_replication on the primary, and the processor and the disk of the replica',
    },
  ];
}

function givenUp({ jobsGivenUp }: Health): Trouble[] {
  if (jobsGivenUp === 0) return [];
  return [
    {
      sentence: `${counted(jobsGivenUp, 'job')} failed too often and ${jobsGivenUp === 1 ? 'is' : 'are'} not retried`,
      remedy: 'the table `graphile_worker._private_jobs` has the last error of each',
    },
  ];
}

function waitsTooLong({ waiting }: Health, work: Work): Trouble[] {
  const { count, seconds } = waiting[work];
  const { name, seconds: longest, remedy } = LONGEST_WAIT[work];
  if (seconds <= longest) return [];
  return [
    {
      sentence: `${count} ${name} are waiting, the longest for ${durationText(seconds)}; more than ${durationText(longest)} is too long`,
      remedy,
    },
  ];
}

function putOff({ putOff }: Health): Trouble[] {
  return putOff.map(({ what, count, newest }) => ({
    sentence: `${counted(count, 'errand')} of ${what} ${count === 1 ? 'is' : 'are'} put off because of an error in this service. The newest: ${newest}`,
    remedy: `look in the log for "${what} failed", and report it; each is tried again by itself, after a growing wait`,
  }));
}

function failures({ courierFailures, messageFailures }: Health): Trouble[] {
  const many = ({ count }: { count: number }) => count >= MANY_FAILURES;
  return [
    ...courierFailures.filter(many).map(({ what, count, newest }) => ({
      sentence: `${count} requests to ${what} failed in the last hour. The newest error: ${newest}`,
      remedy: 'see `dakiya courier calls`, and `POST /courier-accounts/{id}/check`',
    })),
    ...messageFailures.filter(many).map(({ what, count, newest }) => ({
      sentence: `${count} messages by ${what} failed in the last hour. An example: ${newest}`,
      remedy: 'see `dakiya message list`',
    })),
  ];
}
