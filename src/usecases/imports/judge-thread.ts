import { Worker } from 'node:worker_threads';
import type { PincodeDirectory, PincodeRow } from '../../domain/pincodes/pincode-directory.ts';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { JudgeOrders } from './judge-orders.ts';
import type { JudgedOrder } from './order-files.ts';

/** A message to the thread, which answers all of them in their order. */
export type JudgeQuestion = Parameters<JudgeOrders>;

interface Asker {
  readonly resolve: (judged: readonly JudgedOrder[]) => void;
  readonly reject: (error: unknown) => void;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Judges orders of files in a worker thread. A file of 100,000 orders takes 20 s of a processor: in the main thread, all other requests
 * would wait longer. Handing an order over takes a fifth of judging it.
 *
 * The thread starts with the first orders, and again after it has ended. It runs only from the build, because a worker thread has no
 * loader for TypeScript.
 */
export class JudgeThread {
  readonly #directory: PincodeDirectory;
  readonly #program: URL;
  #worker: Worker | null = null;
  /** The callers that wait for an answer, in order. */
  #askers: Asker[] = [];

  /** @param program the worker's script, which the build puts next to this file */
  constructor(directory: PincodeDirectory, program = new URL('./judge-worker.js', import.meta.url)) {
    this.#directory = directory;
    this.#program = program;
  }

  /** Like `judgeHere`. @throws Problem `unavailable` if the thread ends */
  readonly judge: JudgeOrders = (...question) =>
    new Promise((resolve, reject) => {
      this.#worker ??= this.#open();
      this.#askers.push({ resolve, reject });
      this.#worker.postMessage(question satisfies JudgeQuestion);
    });

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #open(): Worker {
    const worker = new Worker(this.#program, { execArgv: [], workerData: rowsOf(this.#directory) });
    let cause: unknown;
    worker.on('message', (judged: readonly JudgedOrder[]) => this.#askers.shift()?.resolve(judged));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = null;
      const askers = this.#askers;
      this.#askers = [];
      for (const { reject } of askers) reject(ended(cause));
    });
    return worker;
  }
}

function rowsOf(directory: PincodeDirectory): PincodeRow[] {
  return Array.from({ length: directory.size }, (_, place) => {
    const { pincode, state_code: stateCode, district, city } = directory.entryAt(place);
    return { pincode: Number(pincode), stateCode, district, city };
  });
}

const NOT_JUDGED = say('orders_not_checked', 'The file could not be checked; please try again shortly');

function ended(cause: unknown): Problem {
  return new Problem('unavailable', NOT_JUDGED, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
