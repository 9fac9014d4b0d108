import { describe, expect, it } from 'vitest';
import { FAR_BEHIND_BYTES, findTroubles, LONGEST_WAIT, MANY_FAILURES } from './find-troubles.ts';
import { type Health, WORK, type Work } from './show-health.ts';

const NOTHING = Object.fromEntries(WORK.map((work) => [work, { count: 0, seconds: 0 }])) as Health['waiting'];
const WELL: Health = {
  waiting: NOTHING,
  jobsGivenUp: 0,
  processes: 1,
  courierFailures: [],
  messageFailures: [],
  putOff: [],
  replica: null,
};

function sentencesOf(changed: Partial<Health>): string[] {
  return findTroubles({ ...WELL, ...changed }).map(({ sentence }) => sentence);
}

describe('findTroubles', () => {
  it('finds nothing if nothing waits', () => {
    expect(sentencesOf({})).toEqual([]);
  });

  it.each([...WORK])('finds %s that wait longer than their limit, and none exactly at it', (work: Work) => {
    const { seconds } = LONGEST_WAIT[work];
    const waits = (waited: number) =>
      sentencesOf({ waiting: { ...NOTHING, [work]: { count: 3, seconds: waited } } });
    expect(waits(seconds - 1)).toEqual([]);
    expect(waits(seconds)).toEqual([]);
    expect(waits(seconds + 1)).toEqual([expect.stringContaining(`3 ${LONGEST_WAIT[work].name} are waiting`)]);
  });

  it('finds a replica that does not answer or is more than 256 MB behind', () => {
    expect(sentencesOf({ replica: { whyAway: 'connect ECONNREFUSED' } })).toEqual([
      'The replica does not answer, so the primary is read: connect ECONNREFUSED',
    ]);
    expect(sentencesOf({ replica: { behindBytes: FAR_BEHIND_BYTES } })).toEqual([]);
    expect(sentencesOf({ replica: { behindBytes: FAR_BEHIND_BYTES + 1 } })).toEqual([
      expect.stringContaining('The replica is 256 MB of log behind'),
    ]);
  });

  it('finds jobs that were given up', () => {
    expect(sentencesOf({ jobsGivenUp: 1 })).toEqual(['1 job failed too often and is not retried']);
    expect(sentencesOf({ jobsGivenUp: 2 })).toEqual(['2 jobs failed too often and are not retried']);
  });

  it('finds couriers and channels with ten failures in an hour, and none with nine', () => {
    const failed = (count: number) => [{ what: 'delhivery', count, newest: 'HTTP 502' }];
    expect(sentencesOf({ courierFailures: failed(MANY_FAILURES - 1) })).toEqual([]);
    expect(sentencesOf({ courierFailures: failed(MANY_FAILURES) })).toEqual([
      '10 requests to delhivery failed in the last hour. The newest error: HTTP 502',
    ]);
    expect(sentencesOf({ messageFailures: [{ what: 'sms', count: 11, newest: 'no such sender' }] })).toEqual([
      '11 messages by sms failed in the last hour. An example: no such sender',
    ]);
  });
});
