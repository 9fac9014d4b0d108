import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ColumnTable } from '../../../src/columns/column-table.ts';
import type { ColumnCondition } from '../../../src/columns/column-tests.ts';
import { findPage } from '../../../src/columns/find-page.ts';
import { ID_WORDS } from '../../../src/columns/row-key.ts';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { quantile } from '../figures.ts';

const AT_ONCE = 8_192;
const SETS = 60;
/** 60 ms for 10,000,000 rows; the time is proportional to the rows. */
const GOAL_MS_A_ROW = 60 / 10_000_000;
const DAY_S = 86_400;
const START_S = 1_700_000_000;
const DAYS = 365;
const SCHEMA = {
  status: 'word8',
  zone: 'word8',
  is_cod: 'word8',
  carrier: 'word16',
  warehouse: 'word16',
  channel: 'word16',
  city: 'word32',
  weight: 'number32',
  attempts: 'number16',
  delivered_at: 'number32',
} as const;
const WORDS = { status: 12, zone: 5, is_cod: 2, carrier: 12, warehouse: 40, channel: 6, city: 3_000 };

/** The task of a thread with made-up rows of its own. */
export interface CoreTask {
  readonly rows: number;
  readonly seed: number;
}

/** What its sets took. */
interface CoreMeasured {
  /** Milliseconds of processor time of each set, over all threads. */
  readonly processorMs: readonly number[];
  readonly seconds: number;
}

/**
 * Sets of one to five conditions on made-up rows, without a database and without a service: in one thread,
 * and then in as many as there are processors, each with rows of its own, as in separate processes.
 */
export async function benchColumns(rows: number): Promise<string> {
  const threads = Array.from({ length: availableParallelism() }, (_, seed) =>
    startCore({ rows, seed: seed + 10 }),
  );
  await Promise.all(threads.map(({ ready }) => ready));
  const alone = (await threads[0]?.measure()) as CoreMeasured;
  const begun = performance.now();
  await Promise.all(threads.map((thread) => thread.measure()));
  const together = (performance.now() - begun) / 1000;
  await Promise.all(threads.map(({ stop }) => stop()));
  const at = (share: number) => quantile(alone.processorMs, share).toFixed(1);
  const times = (threads.length * alone.seconds) / together;
  return [
    `The core alone, ${rows} made-up rows, ${SETS} sets, processor time in ms: p50 ${at(0.5)}, p90 ${at(0.9)}, worst ${at(1)} (goal ${(GOAL_MS_A_ROW * rows).toFixed(0)}).`,
    `${threads.length} threads at once, each with its own rows, like processes: ${((threads.length * SETS) / together).toFixed(0)} sets a second, ${times.toFixed(1)} times as many as one thread.`,
  ].join('\n');
}

function startCore(task: CoreTask) {
  const program = join(PACKAGE_ROOT, 'dist-bench/bench/support/listing/core-thread.js');
  const worker = new Worker(program, { workerData: task });
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return {
    ready: next(),
    measure: async () => {
      const answer = next();
      worker.postMessage('measure');
      return (await answer) as CoreMeasured;
    },
    stop: () => worker.terminate(),
  };
}

export function madeUpTable(rows: number, random: () => number): ColumnTable {
  const table = new ColumnTable(SCHEMA);
  for (let from = 0; from < rows; from += AT_ONCE)
    fill(table, from, Math.min(AT_ONCE, rows - from), rows, random);
  return table;
}

export async function measureSets(table: ColumnTable, random: () => number): Promise<CoreMeasured> {
  const begun = performance.now();
  const processorMs: number[] = [];
  for (let set = 0; set < SETS; set += 1) {
    const conditions = draw(random);
    const cpu = process.cpuUsage();
    await findPage(table, conditions, { order: 'desc', after: null, skip: 0, limit: 20 });
    const { user, system } = process.cpuUsage(cpu);
    processorMs.push((user + system) / 1000);
  }
  return { processorMs, seconds: (performance.now() - begun) / 1000 };
}

function fill(table: ColumnTable, from: number, count: number, rows: number, random: () => number): void {
  const ids = Uint32Array.from({ length: count * ID_WORDS }, () => random() * 4_294_967_295);
  const second = (i: number) => START_S + Math.floor(((from + i) / rows) * DAYS * DAY_S);
  const each = Array.from({ length: count }, (_, i) => i);
  const words = Object.entries(WORDS).map(
    ([column, most]) => [column, each.map(() => `${column} ${Math.floor(random() ** 2 * most)}`)] as const,
  );
  table.put({
    at: each.map((i) => Math.floor(((from + i) / rows) * DAYS * DAY_S * 1000) + START_S * 1000),
    ids,
    columns: {
      ...Object.fromEntries(words),
      weight: each.map(() => Math.floor(random() * 500_000)),
      attempts: each.map(() => Math.floor(random() ** 3 * 5)),
      delivered_at: each.map((i) => (random() < 0.2 ? null : second(i) + Math.floor(random() * 7 * DAY_S))),
    },
  });
}

function draw(random: () => number): ColumnCondition[] {
  const kinds: (() => ColumnCondition)[] = [];
  const among = Object.entries(WORDS).map(
    ([column, words]) =>
      (): ColumnCondition => ({
        column,
        among: Array.from(
          { length: 1 + Math.floor(random() * 3) },
          () => `${column} ${Math.floor(random() * words)}`,
        ),
      }),
  );
  const day = () => START_S + Math.floor(random() * DAYS) * DAY_S;
  kinds.push(
    ...among,
    () => ({ column: 'weight', from: Math.floor(random() * 250_000) }),
    () => ({ column: 'attempts', from: 1 }),
    () => {
      const from = day();
      return { column: 'delivered_at', from, until: from + 30 * DAY_S };
    },
    () => {
      const from = day() * 1000;
      return { placed: { from, until: from + 90 * DAY_S * 1000 } };
    },
  );
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
    (kinds.splice(Math.floor(random() * kinds.length), 1)[0] as () => ColumnCondition)(),
  );
}
