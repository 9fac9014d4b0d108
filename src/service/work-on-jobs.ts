import { EventEmitter } from 'node:events';
import {
  Logger,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import { REAL_TIMER, type Timer } from '../partners/timer.ts';
import { isJobWaiting, JOB_SCHEMA } from '../storage/job-queue.ts';
import { isAnswerLost } from '../storage/outage.ts';
import type { ProcessParts } from '../usecases/health/job-workers.ts';
import type { Service } from '../usecases/service.ts';

/**
 * The interval of polling the queue. A notification tells of most new jobs at once. But if the previous job
 * of the same queue has just ended, the first poll may miss a job, and no notification follows: twenty jobs
 * of one queue took 21 to 25 s with a poll every two seconds, and 12 s with this interval and
 * `ENDS_TOGETHER`.
 */
const LOOK_EVERY_MS = 500;
/**
 * Records all jobs that end in one turn of the event loop as one batch. If the database refuses a batch, for
 * example while it shuts down, only the worker stops and is started again. If it refused a single end, the
 * process would end.
 */
const ENDS_TOGETHER = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const START_AGAIN_AFTER_MS = 2_000;
/** Longer than a statement of a frozen database takes to fail. Before that, a worker may still get a job. */
const ENDS_WITHIN_MS = 10_000;
const WATCH_EVERY_MS = 10_000;
/** A due job that waits for longer although the worker has nothing to do was forgotten. */
const LONGEST_WAIT_SECONDS = 60;

export interface JobWorkerOptions {
  /** What its jobs are, in words for the operator. */
  readonly what: string;
  readonly tasks: TaskList;
  readonly atOnce: number;
  /** The time that running jobs get to end. Then they are left to another worker. */
  readonly finishWithinMs: number;
  readonly logger: PinoLogger;
  readonly timer?: Timer;
}

/** What a pool of the library is doing. */
interface Activity {
  running: number;
  begun: number;
}

/**
 * A worker of the job queue that goes on until it is stopped. Each pool of the library is used until it
 * fails, or leaves a due job lying. Then another one takes its place, because
 *
 * - a pool that could not record two ends of jobs takes no more jobs, and the library waits for it for ever
 *   (in 0.17.3 and 0.18.0);
 * - a statement whose answer was lost may have locked a job for a pool that does not know of it. The lock is
 *   released only when no process names the pool any more.
 */
export class JobWorker {
  readonly #service: Service & Pick<ProcessParts, 'jobWorkers'>;
  readonly #options: JobWorkerOptions;
  readonly #timer: Timer;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;

  constructor(service: Service & Pick<ProcessParts, 'jobWorkers'>, options: JobWorkerOptions) {
    this.#service = service;
    this.#options = options;
    this.#timer = options.timer ?? REAL_TIMER;
    this.#done = this.#keepWorking();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #keepWorking(): Promise<void> {
    const { signal } = this.#stopping;
    const { what, logger } = this.#options;
    while (!signal.aborted) {
      const why = await this.#work().catch((error: unknown) => error);
      if (signal.aborted) return;
      this.#service.jobWorkers.noteEnd(what, this.#service.now(), why);
      logger.warn({ err: why, what }, 'the job worker stopped');
      await this.#timer.sleep(START_AGAIN_AFTER_MS, signal).catch(() => undefined);
    }
  }

  /** Works with one pool of the library until it must end. Returns why. */
  async #work(): Promise<unknown> {
    const { what, tasks, atOnce, finishWithinMs, logger } = this.#options;
    const { database, jobWorkers } = this.#service;
    const failing = new AbortController();
    const over = AbortSignal.any([this.#stopping.signal, failing.signal]);
    const activity: Activity = { running: 0, begun: 0 };
    const { events, pools } = this.#listen(failing, activity);
    try {
      const runner = await run({
        events,
        pgPool: database.pool,
        schema: JOB_SCHEMA,
        taskList: leftWhenAborted(tasks),
        gracefulShutdownAbortTimeout: finishWithinMs,
        crontab: '',
        concurrency: atOnce,
        preset: { worker: ENDS_TOGETHER },
        pollInterval: LOOK_EVERY_MS,
        noHandleSignals: true,
        logger: new Logger(() => (level, message, meta) => {
          if (level === 'error' || level === 'warning') logger.warn({ meta }, `job queue: ${message}`);
        }),
      });
      jobWorkers.noteStart(what);
      await this.#watch(activity, failing, over);
      for (const pool of pools) await this.#end(runner, pool);
    } finally {
      for (const { id } of pools) jobWorkers.names.delete(id);
    }
    return failing.signal.reason;
  }

  #listen(failing: AbortController, activity: Activity): { events: WorkerEvents; pools: WorkerPool[] } {
    const events: WorkerEvents = new EventEmitter();
    const pools: WorkerPool[] = [];
    events.on('pool:create', ({ workerPool }) => {
      pools.push(workerPool);
      this.#service.jobWorkers.names.add(workerPool.id);
    });
    events.on('pool:gracefulShutdown', ({ message }) => failing.abort(new Error(message)));
    for (const failure of ['pool:fatalError', 'worker:fatalError'] as const) {
      events.on(failure, ({ error }) => failing.abort(error));
    }
    events.on('worker:getJob:error', ({ error }) => {
      if (isAnswerLost(error)) failing.abort(error);
    });
    events.on('job:start', () => {
      activity.running += 1;
      activity.begun += 1;
    });
    events.on('job:complete', () => {
      activity.running -= 1;
    });
    return { events, pools };
  }

  /** Resolves when the pool must end. A due job that an idle pool leaves lying at two looks is a failure. */
  async #watch(activity: Activity, failing: AbortController, over: AbortSignal): Promise<void> {
    const { tasks, atOnce } = this.#options;
    const names = Object.keys(tasks);
    let wasLeft = false;
    while (!over.aborted) {
      const { begun } = activity;
      await this.#timer.sleep(WATCH_EVERY_MS, over).catch(() => undefined);
      const isIdle = activity.begun === begun && activity.running < atOnce;
      const isLeft =
        isIdle &&
        !over.aborted &&
        (await isJobWaiting(this.#service.database, names, LONGEST_WAIT_SECONDS).catch(() => false));
      if (isLeft && wasLeft) failing.abort(new Error('It took no job although one was due for a minute'));
      wasLeft = isLeft;
    }
  }

  /** Ends a pool, in whatever state it is: its promise may never settle by itself. */
  async #end(runner: Runner, pool: WorkerPool): Promise<void> {
    const ended = pool.promise.catch(() => undefined).then(() => true);
    const within = async (milliseconds: number) => {
      const waiting = new AbortController();
      const late = this.#timer.sleep(milliseconds, waiting.signal).catch(() => undefined);
      return Promise.race([ended, late.then(() => false)]).finally(() => waiting.abort());
    };
    runner.stop().catch(() => undefined);
    if (await within(this.#options.finishWithinMs + ENDS_WITHIN_MS)) return;
    Promise.resolve(pool.forcefulShutdown('The worker did not end')).catch(() => undefined);
    await within(ENDS_WITHIN_MS);
  }
}

/**
 * Ends a job that waits for a slow mail server or courier when the worker stops; it is tried again later. A
 * job that arrives after that is not begun.
 */
function leftWhenAborted(tasks: TaskList): TaskList {
  const entries = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      helpers.abortSignal?.throwIfAborted();
      await Promise.race([task?.(payload as never, helpers), helpers.abortPromise]);
    },
  ]);
  return Object.fromEntries(entries);
}
