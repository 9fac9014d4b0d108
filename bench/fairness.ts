import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '../src/domain/actor.ts';
import { createKey } from '../src/usecases/accounts/keys.ts';
import { median } from './support/compare.ts';
import type { Greed } from './support/fairness/greedy-client.ts';
import { type Ground, startGround } from './support/listing/ground.ts';
import { forgetPeak, peakMemory } from './support/peak-memory.ts';

export const name = 'Fairness among accounts';

/** The shipments of the greedy account. `FAIRNESS_SHIPMENTS` for another number. */
const SHIPMENTS = Number(process.env.FAIRNESS_SHIPMENTS ?? 100_000);
/** A folder that keeps the loaded data for the next run; a temporary one by default. */
const DATA_DIR = process.env.FAIRNESS_DATA ?? null;
const ORDINARY = 10;
const ORDINARY_SHIPMENTS = 2_000;
const ROUNDS = 9;
const ROUND_MS = 10_000;
/** The interval of each ordinary account's requests. */
const EVERY_MS = 1_000;
/** A request without an answer by then has failed, and the benchmark ends. */
const ANSWER_WITHIN_MS = 15_000;
const LABELS_OF_A_BATCH = 200;

interface Question {
  readonly kind: 'first page' | 'filtered page' | 'counts' | 'labels' | 'export';
  readonly path: string;
  readonly body: object;
}

interface OrdinaryAccount {
  readonly headers: Record<string, string>;
  readonly questions: readonly Question[];
}

/** The results of the ordinary accounts in one round. */
interface Seen {
  readonly times: { readonly kind: string; readonly ms: number }[];
  /** Requests without an answer of 200. */
  failed: number;
  /** Milliseconds of the slowest `/ready`; infinite if one was not 200. */
  slowestReady: number;
}

/**
 * Ten accounts that do their daily work, alone and together with one that requests as much as it can, in
 * turns.
 */
export async function run(): Promise<string> {
  const ground = await startGround({
    shipments: SHIPMENTS,
    accounts: ORDINARY,
    accountsShipments: ORDINARY * ORDINARY_SHIPMENTS,
    dataDir: DATA_DIR,
    databaseUrl: null,
  });
  try {
    const accounts = await ordinaryAccounts(ground);
    const greed: Greed = {
      url: ground.running.url,
      headers: ground.headers,
      shipmentIds: await printable(ground, ground.accountId, LABELS_OF_A_BATCH),
    };
    await measure(ground, accounts, 5_000);
    const pid = ground.running.process.pid ?? 0;
    await forgetPeak(pid);
    const rounds: { alone: Seen; beside: Seen }[] = [];
    const answers: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await measure(ground, accounts, ROUND_MS);
      const greedy = await startGreedy(greed);
      const beside = await measure(ground, accounts, ROUND_MS).finally(() => greedy.stop());
      for (const [status, n] of Object.entries(await greedy.answers))
        answers[status] = (answers[status] ?? 0) + n;
      rounds.push({ alone, beside });
      // What it left is gone.
      await sleep(1_000);
    }
    return report(rounds, answers, await peakMemory(pid));
  } finally {
    await ground.stop();
  }
}

async function ordinaryAccounts(ground: Ground): Promise<OrdinaryAccount[]> {
  const { rows } = await ground.service.database.pool.query<{ account_id: string }>(
    'select account_id from accounts where account_id <> $1 order by account_id limit $2',
    [ground.accountId, ORDINARY],
  );
  return Promise.all(
    rows.map(async ({ account_id: accountId }) => {
      const terms = { name: 'Bench', scope: 'read', expiresAt: null } as const;
      const { apiKey } = await createKey(ground.service, OPERATOR, accountId, terms);
      const shipment_ids = await printable(ground, accountId, 4);
      return {
        headers: { authorization: apiKey, 'content-type': 'application/json' },
        questions: [
          { kind: 'first page', path: 'shipments', body: {} },
          { kind: 'filtered page', path: 'shipments', body: { is_cod: true } },
          { kind: 'first page', path: 'shipments', body: { status: 'delivered' } },
          { kind: 'counts', path: 'shipments/counts', body: { is_cod: true } },
          { kind: 'labels', path: 'labels', body: { shipment_ids } },
          { kind: 'export', path: 'shipments/export', body: { status: 'pending' } },
        ],
      };
    }),
  );
}

async function printable({ service }: Ground, accountId: string, most: number): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ shipment_id: string }>(
    'select shipment_id from shipments where account_id = $1 and tracking_number is not null limit $2',
    [accountId, most],
  );
  return rows.map(({ shipment_id }) => shipment_id);
}

/** Every account sends at its own interval, whether or not the previous answer has arrived. */
async function measure(
  { running: { url } }: Ground,
  accounts: readonly OrdinaryAccount[],
  milliseconds: number,
): Promise<Seen> {
  const seen: Seen = { times: [], failed: 0, slowestReady: 0 };
  const end = performance.now() + milliseconds;
  const asked: Promise<void>[] = [];
  const answer = async (account: OrdinaryAccount, { kind, path, body }: Question) => {
    const begun = performance.now();
    const isAnswered = await fetch(`${url}/custom/api/v1/${path}`, {
      method: 'POST',
      headers: account.headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
      .then(async (answered) => (await answered.arrayBuffer()) && answered.status === 200)
      .catch(() => false);
    if (!isAnswered) seen.failed += 1;
    seen.times.push({ kind, ms: performance.now() - begun });
  };
  const ask = async (account: OrdinaryAccount, index: number) => {
    await sleep((index * EVERY_MS) / accounts.length);
    for (let turn = index; performance.now() < end; turn += 1) {
      const question = account.questions[turn % account.questions.length];
      if (question !== undefined) asked.push(answer(account, question));
      await sleep(EVERY_MS);
    }
  };
  const watch = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const isReady = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
        ({ status }) => status === 200,
        () => false,
      );
      const took = isReady ? performance.now() - begun : Number.POSITIVE_INFINITY;
      seen.slowestReady = Math.max(seen.slowestReady, took);
      await sleep(EVERY_MS);
    }
  };
  await Promise.all([...accounts.map(ask), watch()]);
  await Promise.all(asked);
  return seen;
}

/** A process of its own, so that its work does not slow down the ordinary accounts' clients. */
async function startGreedy(
  greed: Greed,
): Promise<{ stop(): void; readonly answers: Promise<Record<string, number>> }> {
  const module = new URL('./support/fairness/greedy-client.js', import.meta.url);
  const child = fork(module, [JSON.stringify(greed)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  const answers = once(child, 'message').then(([told]) => told as Record<string, number>);
  return { stop: () => child.kill('SIGTERM'), answers };
}

function report(
  rounds: readonly { alone: Seen; beside: Seen }[],
  answers: Record<string, number>,
  memory: number | null,
): string {
  const kinds = [...new Set(rounds.flatMap(({ alone }) => alone.times.map(({ kind }) => kind)))];
  const all = (side: 'alone' | 'beside', kind: string | null) =>
    rounds.flatMap((round) => round[side].times.filter((one) => kind === null || one.kind === kind));
  const row = (title: string, kind: string | null) => {
    const [alone, beside] = [all('alone', kind), all('beside', kind)];
    const figures = [at(alone, 0.5), at(alone, 0.99), at(beside, 0.5), at(beside, 0.99)];
    return `| ${title} | ${figures.map((ms) => ms.toFixed(0)).join(' | ')} | ${(at(beside, 0.99) / at(alone, 0.99)).toFixed(1)} |`;
  };
  const ratios = rounds.map(({ alone, beside }) => at(beside.times, 0.99) / at(alone.times, 0.99));
  const failed = (side: 'alone' | 'beside') => rounds.reduce((sum, round) => sum + round[side].failed, 0);
  const ready = Math.max(...rounds.map(({ beside }) => beside.slowestReady));
  const told = Object.entries(answers).map(([status, n]) => `${n} with status ${status}`);
  return [
    `Each of ten accounts with ${ORDINARY_SHIPMENTS} shipments sends a request every ${EVERY_MS / 1000} s: alone, or next to one account with ${SHIPMENTS.toLocaleString('en')} shipments.`,
    'Every two seconds, this account requests 200 filtered pages, 20 searches that match a fifth of its shipments, 50 files of 200 labels and 4 exports that it does not read, and then disconnects.',
    `${ROUNDS} rounds of ${ROUND_MS / 1000} s in turns; milliseconds.`,
    '',
    '| | alone p50 | alone p99 | together p50 | together p99 | p99 ratio |',
    '|---|---:|---:|---:|---:|---:|',
    ...kinds.map((kind) => row(kind, kind)),
    row('**all**', null),
    '',
    `p99 ratio: **${median(ratios).toFixed(1)}** (median of the rounds; ${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}; goal: at most 3). Failed requests of the ordinary accounts: ${failed('beside')} of ${all('beside', null).length}`,
    `(alone ${failed('alone')} of ${all('alone', null).length}). The slowest \`/ready\` took ${ready.toFixed(0)} ms. Answers to the greedy account: ${told.join(', ') || 'nothing'}.`,
    `Peak memory of the service: ${memory === null ? 'unknown' : `${memory.toFixed(0)} MB`}. Load average at the end: ${loadavg()[0]?.toFixed(0)}.`,
  ].join('\n');
}

/** The percentile of the times. */
function at(times: readonly { readonly ms: number }[], share: number): number {
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
