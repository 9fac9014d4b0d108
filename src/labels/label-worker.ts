import { parentPort } from 'node:worker_threads';
import { Problem } from '../problems/problem.ts';
import type { LabelAnswer, LabelQuestion } from './label-thread.ts';
import { type LabelFile, openLabelFile } from './render-labels.ts';

/** The thread of `LabelThread`: one question after the other. */
const files = new Map<number, LabelFile>();
let busy: Promise<void> = Promise.resolve();

parentPort?.on('message', (question: LabelQuestion) => {
  busy = busy.then(() => answer(question));
});

async function answer(question: LabelQuestion): Promise<void> {
  const { file } = question;
  try {
    const pieces = await write(question);
    if (pieces === null) return;
    // Bytes of its own, which are handed over and not copied.
    const written = new Uint8Array(Buffer.concat(pieces)).buffer;
    parentPort?.postMessage({ file, written } satisfies LabelAnswer, [written]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind, problems } = error;
    parentPort?.postMessage({ file, kind, problems } satisfies LabelAnswer);
  }
}

async function write(question: LabelQuestion): Promise<Buffer[] | null> {
  const known = files.get(question.file);
  if (question.work === 'add') {
    const file = known ?? openLabelFile(question.format, question.madeAt);
    files.set(question.file, file);
    const pieces: Buffer[] = [];
    for (const label of question.labels) pieces.push(...(await file.add(label)));
    return pieces;
  }
  files.delete(question.file);
  return question.work === 'finish' ? (known?.finish() ?? []) : null;
}
