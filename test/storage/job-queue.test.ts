import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { startBackground } from '../../src/service/background.ts';
import { JobWorker, type JobWorkerOptions } from '../../src/service/work-on-jobs.ts';
import { addJob, isJobWaiting, type NewJob } from '../../src/storage/job-queue.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { PassingTimer } from '../support/clock.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const POLL = { interval: 100 };

/** Makes the queue refuse to record an end, with an error that is not retried. */
const REFUSE = `
  create function refuse_end() returns trigger language plpgsql as $$ begin raise 'no end is noted'; end $$;
  create trigger refuse_end before delete on graphile_worker._private_jobs for each row execute function refuse_end()`;

itOnOneServer('the worker starts again after the end of a job cannot be recorded', async () => {
  const test = await startApp();
  const said: string[] = [];
  const logger = pino({}, { write: (line) => said.push(JSON.parse(line).msg) });
  const add = async () => {
    const rows = await test.sql(
      "select (graphile_worker.add_job('take-turn', json_build_object('account_id', $1::text))).id",
      [randomUUID()],
    );
    return rows[0]?.id;
  };
  await test.sql(REFUSE);
  await add();
  const turns = startBackground(test.service, logger);
  await expect.poll(() => said.join('\n'), POLL).toContain('Failed to complete jobs');
  await test.sql('drop trigger refuse_end on graphile_worker._private_jobs');
  const second = await add();
  // The first may wait until its holder counts as dead.
  const isWaiting = async () =>
    (await test.sql('select from graphile_worker.jobs where id = $1', [second])).length;
  await expect.poll(isWaiting, POLL).toBe(0);
  await turns.stop();
  await test.stop();
});

describe('a worker', () => {
  const IDS = 'select id from graphile_worker._private_jobs order by id';
  let test: TestApp;
  /** Lets a job end, by its name. */
  const ends = new Map<string, () => void>();
  const done: string[] = [];
  const hold: NonNullable<JobWorkerOptions['tasks'][string]> = async (payload) => {
    const { name } = payload as { name: string };
    await new Promise<void>((resolve) => ends.set(name, resolve));
    done.push(name);
  };

  beforeEach(async () => {
    test = await startApp();
    ends.clear();
    done.length = 0;
  });
  afterEach(() => test.stop());

  const add = (name: string, ago = '0 seconds') =>
    test.sql(
      "select graphile_worker.add_job('hold', json_build_object('name', $1::text), run_at => now() - $2::interval)",
      [name, ago],
    );
  const work = (options: Partial<JobWorkerOptions> = {}) =>
    new JobWorker(test.service, {
      what: 'tests',
      tasks: { hold },
      atOnce: 2,
      finishWithinMs: 200,
      logger: pino({ level: 'silent' }),
      ...options,
    });
  const troubles = () => test.service.jobWorkers.troubles(test.service.now()).map(({ sentence }) => sentence);
  const endJob = async (name: string) => {
    await expect.poll(() => ends.has(name), POLL).toBe(true);
    ends.get(name)?.();
  };

  itOnOneServer('takes jobs again after two ends at once could not be recorded', async () => {
    await add('first');
    await add('second');
    const worker = work({ timer: new PassingTimer() });
    await expect.poll(() => ends.size, POLL).toBe(2);
    const holder = await test.database.database.pool.connect();
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isHeld = async () => (await test.sql(waiting)).length;
    await holder.query('begin');
    await holder.query(`${IDS} for update`);
    const [name] = test.service.jobWorkers.names;
    await endJob('first');
    await expect.poll(isHeld, POLL).toBe(1);
    await endJob('second');
    await expect.poll(isHeld, POLL).toBe(2);
    await test.sql(`select pg_cancel_backend(pid) from (${waiting}) held`);
    await expect.poll(() => test.service.jobWorkers.names.has(name ?? ''), POLL).toBe(false);
    await holder.query('rollback');
    holder.release();
    await add('third');
    await endJob('third');
    await expect.poll(() => done.includes('third'), POLL).toBe(true);
    expect(test.service.jobWorkers.names.size).toBe(1);
    expect(test.service.jobWorkers.down).toEqual([]);
    expect(troubles()).toEqual([
      expect.stringMatching(/^The worker for tests ended at .* and was started again: /),
    ]);
    await worker.stop();
    expect(test.service.jobWorkers.names.size).toBe(0);
  });

  it('that leaves a due job lying for a minute is replaced', async () => {
    const holder = await test.database.database.pool.connect();
    await add('left', '61 seconds');
    await holder.query('begin');
    // A worker passes over a job whose row another transaction has locked.
    await holder.query(`${IDS} for update`);
    const worker = work({ timer: new PassingTimer() });
    await expect
      .poll(() => troubles().join(), POLL)
      .toContain('It took no job although one was due for a minute');
    await holder.query('rollback');
    holder.release();
    await endJob('left');
    await expect.poll(() => done, POLL).toEqual(['left']);
    await worker.stop();
  });

  it('is not replaced while it is busy, or while nothing is due', async () => {
    const timer = new PassingTimer();
    const worker = work({ timer, atOnce: 1 });
    await add('busy');
    await expect.poll(() => ends.has('busy'), POLL).toBe(true);
    const [name] = test.service.jobWorkers.names;
    await add('next', '61 seconds');
    const looked = timer.ms();
    await expect.poll(() => timer.ms() - looked, POLL).toBeGreaterThan(100_000);
    // The timer passes faster than the queue hands out a job, so no job that can be taken has been due for a minute.
    await test.sql('update graphile_worker._private_jobs set run_at = now() where locked_by is null');
    await endJob('busy');
    await endJob('next');
    await expect.poll(() => done, POLL).toEqual(['busy', 'next']);
    await add('later', '-1 hour');
    const idle = timer.ms();
    await expect.poll(() => timer.ms() - idle, POLL).toBeGreaterThan(100_000);
    expect([...test.service.jobWorkers.names]).toEqual([name]);
    expect(troubles()).toEqual([]);
    await worker.stop();
  });
});

it('all jobs of one queue run', async () => {
  const test = await startApp();
  for (let job = 0; job < 5; job += 1) {
    await test.sql(
      "select graphile_worker.add_job('take-turn', json_build_object('account_id', $1::text), queue_name => 'one')",
      [randomUUID()],
    );
  }
  const turns = startBackground(test.service, pino({ level: 'silent' }));
  const waiting = async () =>
    (await test.sql('select count(*)::integer as jobs from graphile_worker.jobs'))[0]?.jobs;
  await expect.poll(waiting, POLL).toBe(0);
  await turns.stop();
  await test.stop();
});

describe('a job', () => {
  const HOUR_MS = 3_600_000;
  const ACCOUNT = randomUUID();
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createDatabase();
  });
  afterAll(() => test.drop());

  /** Enqueues a job by the clock of a service that is an hour ahead of the database. */
  function add(
    job: Partial<NewJob> & { key: string },
    { inMs = 0, fails = false, accountId = ACCOUNT } = {},
  ) {
    // biome-ignore lint/plugin: it is compared with the clock of the database
    const now = new Date(Date.now() + HOUR_MS);
    const by = { actor: SYSTEM, now, newId: randomUUID };
    return test.database.change(accountId, by, async (writer) => {
      writer.skipAudit('a test');
      await addJob(writer, { task: 'knock', payload: {}, runAt: new Date(now.getTime() + inMs), ...job });
      if (fails) throw new Error('rolled back');
    });
  }

  async function queued(key: string) {
    const rows = await test.sql(
      `select payload, run_at > now() as "isLater", queue_name as queue, priority
         from graphile_worker._private_jobs jobs
         left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id where key = $1`,
      [key],
    );
    return rows;
  }

  it('carries its account, queue and priority, and is due at once by the clock of the database', async () => {
    await add({ key: 'now', payload: { parcel: 7 }, queue: 'door', priority: -2 });
    const payload = { account_id: ACCOUNT, parcel: 7 };
    expect(await queued('now')).toEqual([{ payload, isLater: false, queue: 'door', priority: -2 }]);
    await add({ key: 'later' }, { inMs: 1 });
    expect(await queued('later')).toMatchObject([{ isLater: true, queue: null, priority: 0 }]);
  });

  it('replaces a job with the same key, and keeps its time only if asked to', async () => {
    for (const key of ['replaced', 'kept']) {
      await add({ key });
      await add({ key, payload: { second: true }, keepsTime: key === 'kept' }, { inMs: HOUR_MS });
    }
    expect(await queued('replaced')).toMatchObject([{ payload: { second: true }, isLater: true }]);
    expect(await queued('kept')).toMatchObject([{ payload: { second: true }, isLater: false }]);
  });

  it('is not enqueued by a change that is rolled back', async () => {
    await expect(add({ key: 'never' }, { fails: true })).rejects.toThrow('rolled back');
    expect(await queued('never')).toEqual([]);
  });

  it('waits if it is due and no worker has it', async () => {
    const isWaiting = () => isJobWaiting(test.database, ['ring']);
    await add({ key: 'other task' });
    await add({ key: 'future', task: 'ring' }, { inMs: HOUR_MS });
    expect(await isWaiting()).toBe(false);
    await add({ key: 'due', task: 'ring' });
    expect(await isWaiting()).toBe(true);
    await test.sql(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = 'due'",
    );
    expect(await isWaiting()).toBe(false);
  });

  it('waits for a time by the clock of the database, unless its queue is busy or it was given up', async () => {
    const isWaiting = (task: string) => isJobWaiting(test.database, ['none', task], 3_600);
    const due = (task: string, minutes: number, more = '') =>
      test.sql(
        `select graphile_worker.add_job($1, '{}', run_at => now() - make_interval(mins => $2)${more})`,
        [task, minutes],
      );
    await due('below', 55);
    await due('at', 60);
    await due('above', 65);
    await due('given-up', 65);
    await test.sql(
      "update graphile_worker._private_jobs set attempts = max_attempts where id in (select id from graphile_worker.jobs where task_identifier = 'given-up')",
    );
    for (const queue of ['busy', 'free']) {
      await due(`${queue}-first`, 65, `, queue_name => '${queue}'`);
      await due(`${queue}-second`, 65, `, queue_name => '${queue}'`);
    }
    await test.sql(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id in (select id from graphile_worker.jobs where task_identifier = 'busy-first')",
    );
    const tasks = ['below', 'at', 'above', 'given-up', 'busy-second', 'free-second'];
    const waiting = await Promise.all(tasks.map(isWaiting));
    expect(tasks.filter((_, index) => waiting[index])).toEqual(['at', 'above', 'free-second']);
  });
});
