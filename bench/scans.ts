import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { openDatabaseOf } from './support/databases.ts';
import { median } from './support/figures.ts';
import { BULK_STATEMENT, fillShipments } from './support/live-shipments.ts';
import { startService } from './support/server-process.ts';
import { carrierCredential } from './support/shop.ts';

export const name = "Couriers' scans";

const SHIPMENTS = 100_000;
const ACCOUNTS = 20;
const BATCH = 500;
const BATCHES_A_ROUND = 40;
const CONNECTIONS = 4;
const ROUNDS = 7;
const HOUR = 3_600_000;

/** The statuses of a shipment from round to round. The first one is for warming up. */
const STATUSES = ['in_transit', 'reached_destination_hub', 'out_for_delivery', 'ndr_raised'] as const;

interface Event {
  readonly tracking_number: string;
  readonly status: string;
  readonly event_date_time: string;
  readonly location: string;
  readonly description: string;
  readonly reason?: string;
}

/**
 * `POST /carrier-events` with batches of 500, compared with one hand-written statement that makes the same
 * writes for a batch: it looks up the tracking numbers, adds the events, updates the shipments and counts. It
 * checks nothing: no repeats, no rules, no late events. Goals: 3,000 events a second, and 0.3 of the
 * statement's.
 */
export async function run(): Promise<string> {
  const service = await startService();
  const { pool, stop } = await openDatabaseOf(service, CONNECTIONS);
  try {
    const credential = await carrierCredential(service);
    const shipments = await fillShipments(pool, SHIPMENTS, ACCOUNTS);
    const source = new EventSource(shipments);
    const ours = (batches: Event[][]) => sendAll(`${service.url}/carrier-events`, credential, batches);
    const bare = (batches: Event[][]) => runAll(pool, batches);
    await bare(source.round('newest'));
    await ours(source.round('newest'));
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        bare: await bare(source.round('newest')),
        ours: await ours(source.round('newest')),
        mixed: await ours(source.round('mixed')),
      });
    }
    return report(rounds);
  } finally {
    await stop();
    await service.stop();
  }
}

/** Makes new events, each round an hour later, for shipments in a random order. */
class EventSource {
  private readonly trackingNumbers: readonly string[];
  private rounds = 0;
  private readonly start = Date.now() - 20 * 24 * HOUR;

  constructor(trackingNumbers: readonly string[]) {
    this.trackingNumbers = trackingNumbers;
  }

  /** `mixed`: one event in twenty is sent a second time, and one in twenty is dated before the last. */
  round(kind: 'newest' | 'mixed'): Event[][] {
    this.rounds += 1;
    const order = shuffled(this.trackingNumbers).slice(0, BATCH * BATCHES_A_ROUND);
    const events = order.map((trackingNumber, index) => {
      const event = this.event(trackingNumber);
      if (kind === 'newest' || index % 20 > 1 || index < 20) return event;
      if (index % 20 === 0) return { ...event, event_date_time: this.time(-60 * 24) };
      return this.event(order[index - 10] ?? trackingNumber);
    });
    return Array.from({ length: BATCHES_A_ROUND }, (_, index) =>
      events.slice(index * BATCH, (index + 1) * BATCH),
    );
  }

  private event(trackingNumber: string): Event {
    const status = STATUSES[this.rounds % STATUSES.length] ?? 'in_transit';
    return {
      tracking_number: trackingNumber,
      status,
      event_date_time: this.time(this.rounds),
      location: 'Bhiwandi gateway, Thane, Maharashtra',
      description: `Parcel ${trackingNumber} scanned in round ${this.rounds}`,
      ...(status === 'ndr_raised' ? { reason: 'Consignee not available at address' } : {}),
    };
  }

  private time(hours: number): string {
    return new Date(this.start + hours * HOUR).toISOString();
  }
}

function shuffled<Entry>(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

/** @returns events a second */
async function sendAll(url: string, credential: string, batches: Event[][]): Promise<number> {
  const headers = { authorization: credential, 'content-type': 'application/json' };
  const bodies = batches.map((events) => JSON.stringify({ events }));
  const answers: string[] = [];
  const rate = await atOnce(bodies, async (body) => {
    const response = await fetch(url, { method: 'POST', headers, body });
    answers.push(await response.text());
    if (response.status !== 200) throw new Error(`${response.status}: ${answers.at(-1)}`);
  });
  for (const answer of answers) {
    const { data } = JSON.parse(answer) as { data: { result: string }[] };
    const wrong = data.find(({ result }) => !['applied', 'duplicate', 'recorded'].includes(result));
    if (wrong !== undefined) throw new Error(`A scan was answered with ${wrong.result}`);
  }
  return rate;
}

async function runAll(pool: pg.Pool, batches: Event[][]): Promise<number> {
  const parameters = batches.map((events) =>
    JSON.stringify(events.map((event) => ({ ...event, event_id: newId() }))),
  );
  return atOnce(parameters, async (parameter) => {
    await pool.query({ name: 'bulk', text: BULK_STATEMENT, values: [parameter] });
  });
}

async function atOnce<Batch>(
  batches: readonly Batch[],
  send: (batch: Batch) => Promise<void>,
): Promise<number> {
  const waiting = [...batches];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await send(batch);
    }),
  );
  return (batches.length * BATCH) / ((performance.now() - start) / 1000);
}

function report(rounds: readonly { bare: number; ours: number; mixed: number }[]): string {
  const row = (what: string, of: 'bare' | 'ours' | 'mixed') => {
    const rate = Math.round(median(rounds.map((round) => round[of])));
    const ratio = median(rounds.map((round) => round[of] / round.bare));
    return `| ${what} | ${rate} | ${ratio.toFixed(2)} |`;
  };
  return [
    `\`POST /carrier-events\`: batches of ${BATCH} at ${CONNECTIONS} connections against ${SHIPMENTS} live shipments of ${ACCOUNTS} accounts, fsync on. Baseline: one statement per batch through \`pg\` that writes the same and checks nothing. Goals: 3,000 events a second, 0.3 of the baseline.`,
    '',
    '| | events/s | of the baseline |',
    '|---|---:|---:|',
    row('bare bulk statement', 'bare'),
    row('Dakiya, all events newer than before', 'ours'),
    row('Dakiya, of these 5 % late and 5 % repeated', 'mixed'),
    '',
    `Medians of ${ROUNDS} rounds of ${BATCHES_A_ROUND} batches.`,
  ].join('\n');
}
