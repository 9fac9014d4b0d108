import { Worker } from 'node:worker_threads';
import { openSharp } from '../pictures/sharp.ts';
import { Problem, type ProblemDetail, type ProblemKind } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';
import type { PaperContent, Papers, PrintedFormat, RenderPapers } from './render-papers.ts';

/** A message to the thread, which answers all of them except `forget`. */
export type PaperQuestion = { readonly file: number } & (
  | {
      readonly work: 'add';
      readonly format: PrintedFormat;
      readonly madeAt: number;
      readonly labels: readonly PaperContent[];
    }
  | { readonly work: 'finish' | 'forget' }
);

/** The newly written bytes of a file, or the file's problem. */
export type PaperAnswer = { readonly file: number } & (
  | { readonly written: ArrayBuffer }
  | { readonly kind: ProblemKind; readonly problems: readonly ProblemDetail[] }
);

interface Asker {
  readonly resolve: (written: ArrayBuffer) => void;
  readonly reject: (error: unknown) => void;
}

/** About 25 ms of work; then the file is dropped if its client has left. Labels share a logo's bytes. */
const LABELS_AT_ONCE = 20;
const RETRY_AFTER_SECONDS = 5;

/**
 * Renders labels in a worker thread. A file of 200 labels takes a quarter of a second or more, and a merchant
 * may request many files: in the main thread, all other requests would wait.
 *
 * The thread starts with the first label, and again after it has ended. It runs only from the build, because
 * a worker thread has no loader for TypeScript.
 */
export class PaperThread {
  #worker: Promise<Worker> | null = null;
  #files = 0;
  /** The callers that wait for an answer, indexed by file. */
  readonly #askers = new Map<number, Asker>();
  readonly #program: URL;

  /** @param program the worker's script, which the build puts next to this file */
  constructor(program = new URL('./paper-worker.js', import.meta.url)) {
    this.#program = program;
  }

  /** Like `renderPapers`, with the same bytes. @throws Problem `unavailable` if the thread ends */
  readonly render: RenderPapers = (format, labels, madeAt) => this.#render(format, labels, madeAt);

  async close(): Promise<void> {
    await (await this.#worker)?.terminate();
  }

  async *#render(
    format: PrintedFormat,
    labels: Papers,
    madeAt: number,
  ): AsyncGenerator<Buffer, void, undefined> {
    this.#worker ??= this.#open();
    const worker = await this.#worker;
    this.#files += 1;
    const file = this.#files;
    try {
      for await (const some of together(labels)) {
        yield await this.#ask(worker, { file, work: 'add', format, madeAt, labels: some });
      }
      yield await this.#ask(worker, { file, work: 'finish' });
    } finally {
      worker.postMessage({ file, work: 'forget' } satisfies PaperQuestion);
    }
  }

  async #ask(worker: Worker, question: PaperQuestion): Promise<Buffer> {
    const { file } = question;
    if ((await this.#worker) !== worker) throw ended(null);
    const rendered = new Promise<ArrayBuffer>((resolve, reject) => {
      this.#askers.set(file, { resolve, reject });
      worker.postMessage(question);
    });
    return Buffer.from(await rendered.finally(() => this.#askers.delete(file)));
  }

  async #open(): Promise<Worker> {
    // Loads the native library here first: it must not be unloaded with the thread.
    await openSharp();
    const worker = new Worker(this.#program, { execArgv: [] });
    let cause: unknown;
    worker.on('message', (answer: PaperAnswer) => {
      const asker = this.#askers.get(answer.file);
      if ('written' in answer) asker?.resolve(answer.written);
      else asker?.reject(new Problem(answer.kind, answer.problems));
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#askers.values()) reject(ended(cause));
    });
    return worker;
  }
}

async function* together(labels: Papers): AsyncGenerator<PaperContent[], void, undefined> {
  let some: PaperContent[] = [];
  for await (const label of labels) {
    some.push(label);
    if (some.length < LABELS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

const NO_LABELS = say('labels_not_made', 'The labels could not be made; please try again shortly');

function ended(cause: unknown): Problem {
  return new Problem('unavailable', NO_LABELS, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
