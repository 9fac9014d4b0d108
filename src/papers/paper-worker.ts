import { parentPort } from 'node:worker_threads';
import { Problem } from '../problems/problem.ts';
import type { PaperAnswer, PaperQuestion } from './paper-thread.ts';
import { openPaperFile, type PaperFile } from './render-papers.ts';

/** The worker thread of `PaperThread`. It handles messages one after another. */
const files = new Map<number, PaperFile>();
let busy: Promise<void> = Promise.resolve();

parentPort?.on('message', (question: PaperQuestion) => {
  busy = busy.then(() => answer(question));
});

async function answer(question: PaperQuestion): Promise<void> {
  const { file } = question;
  try {
    const pieces = await write(question);
    if (pieces === null) return;
    // A separate buffer can be transferred instead of copied.
    const written = new Uint8Array(Buffer.concat(pieces)).buffer;
    parentPort?.postMessage({ file, written } satisfies PaperAnswer, [written]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind, problems } = error;
    parentPort?.postMessage({ file, kind, problems } satisfies PaperAnswer);
  }
}

async function write(question: PaperQuestion): Promise<Buffer[] | null> {
  const known = files.get(question.file);
  if (question.work === 'add') {
    const file = known ?? openPaperFile(question.format, question.madeAt);
    files.set(question.file, file);
    const pieces: Buffer[] = [];
    for (const label of question.labels) pieces.push(...(await file.add(label)));
    return pieces;
  }
  files.delete(question.file);
  return question.work === 'finish' ? ((await known?.finish()) ?? []) : null;
}
