import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { TablePart } from '../../columns/column-table.ts';
import { DoesNotFit } from '../../columns/does-not-fit.ts';
import { ColumnBuilding } from './column-building.ts';
import type { BuilderAnswer, BuilderQuestion } from './column-thread.ts';
import { LAYOUT } from './shipment-columns.ts';

/** The nice value: the thread gets a third of the processor time of threads that compete with it. */
const NICER = 5;

/** Lowers this thread's priority: requests come before loading. Only Linux has priorities for threads. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), getPriority() + NICER);
  } catch {
    // On other systems, the thread gets an equal share of the processor time.
  }
}

giveWay();

/** The worker thread of `ColumnThread`. It handles one message after the other. */
const building = new ColumnBuilding();
let parts: Iterator<TablePart> | null = null;

parentPort?.on('message', (question: BuilderQuestion) => {
  // The build may have been replaced after the process started; the columns would then be in a different
  // order.
  if (workerData !== LAYOUT) throw new Error('The thread that puts columns together is of another release');
  try {
    const answer = answerTo(question);
    if (answer !== null) parentPort?.postMessage(answer, buffersOf(answer));
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error;
    parentPort?.postMessage({ doesNotFit: error.message } satisfies BuilderAnswer);
  }
});

function answerTo(question: BuilderQuestion): BuilderAnswer | null {
  switch (question.work) {
    case 'begin':
      building.begin(question.nth, question.types);
      return null;
    case 'take':
      return { bytes: building.take(new Uint8Array(question.room, 0, question.size)), room: question.room };
    case 'finish': {
      parts ??= building.finish().parts();
      const { value } = parts.next();
      return { part: value ?? null };
    }
  }
}

/** The buffers of an answer. They are transferred instead of copied. */
function buffersOf(answer: BuilderAnswer): ArrayBuffer[] {
  if ('bytes' in answer) return [answer.room];
  if (!('part' in answer) || answer.part === null) return [];
  const { part } = answer;
  if ('words' in part) return [];
  const lists =
    'sets' in part
      ? [part.sets.codes, part.sets.ends, part.sets.slots]
      : [
          part.segment.at,
          part.segment.ids,
          part.segment.lowest,
          part.segment.highest,
          ...part.segment.columns,
        ];
  return lists.map(({ buffer }) => buffer as ArrayBuffer);
}
