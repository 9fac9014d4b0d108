import { parentPort, workerData } from 'node:worker_threads';
import { seeded } from '../figures.ts';
import { type CoreTask, madeUpTable, measureSets } from './bench-columns.ts';

/** The thread of `benchColumns`: fills its table, and runs the same sets at each message. */
const { rows, seed } = workerData as CoreTask;
const table = madeUpTable(rows, seeded(seed));
parentPort?.on('message', async () => {
  parentPort?.postMessage(await measureSets(table, seeded(seed)));
});
parentPort?.postMessage('ready');
