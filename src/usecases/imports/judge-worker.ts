import { parentPort, workerData } from 'node:worker_threads';
import { PincodeDirectory, type PincodeRow } from '../../domain/pincodes/pincode-directory.ts';
import { judgeHere } from './judge-orders.ts';
import type { JudgeQuestion } from './judge-thread.ts';

/** The worker thread of `JudgeThread`. It handles messages one after another. */
const judge = judgeHere(new PincodeDirectory(workerData as readonly PincodeRow[]));
let busy: Promise<void> = Promise.resolve();

parentPort?.on('message', (question: JudgeQuestion) => {
  busy = busy.then(async () => parentPort?.postMessage(await judge(...question)));
});
