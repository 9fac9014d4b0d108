import { setTimeout as sleep } from 'node:timers/promises';
import { carrierCredential } from '../shop.ts';
import type { Ground } from './ground.ts';

const BATCH = 500;
const CONNECTIONS = 4;
/** The scans of a shipment that is still in transit, in turns. */
const NEWS = [
  'in_transit',
  'reached_destination_hub',
  'out_for_delivery',
  'ndr_raised',
  'delivered',
] as const;

/** `recorded` is a late scan of a delivered shipment. */
const TAKEN = ['applied', 'duplicate', 'recorded'];

interface Scanned {
  readonly tracking_number: string;
  /** When it was delivered or came back; no later event applies. */
  readonly ended_at: Date | null;
}

/** Scans that keep coming until they are stopped. */
export interface ScanStream {
  /** The number of accepted scans so far. */
  readonly taken: number;
  stop(): Promise<void>;
}

/**
 * Sends this number of scans a second, each for another shipment, until it is stopped or half of the shipments
 * are scanned: first those that can still get another status, of any age, and then delivered ones, by a late
 * scan of the hour before. Batches are sent when they are due, whether or not earlier ones are answered, as
 * long as a connection is free.
 */
export async function scansAtRate({ pool, running }: Ground, perSecond: number): Promise<ScanStream> {
  const { rows } = await pool.query<Scanned>(
    `select tracking_number, coalesce(delivered_at, rto_delivered_at) as ended_at
       from shipments
      where journey = 'forward' and tracking_number is not null
      order by (delivered_at is not null or rto_delivered_at is not null), random()
      limit (select ceil(0.5 * sum(n)) from (select shipments as n from shipment_counts
               union all select change from shipment_count_deltas) as counts)`,
  );
  const credential = await carrierCredential(running);
  let isStopped = false;
  let sent = 0;
  let taken = 0;
  const begun = performance.now();
  const send = async () => {
    while (!isStopped && sent < rows.length) {
      const due = begun + (sent / perSecond) * 1000;
      const batch = rows.slice(sent, sent + BATCH);
      sent += batch.length;
      await sleep(Math.max(due - performance.now(), 0));
      await sendScans(`${running.url}/carrier-events`, credential, batch);
      taken += batch.length;
    }
  };
  const sending = Promise.all(Array.from({ length: CONNECTIONS }, send));
  // The error is handled when it is stopped.
  sending.catch(() => undefined);
  return {
    get taken() {
      return taken;
    },
    stop: async () => {
      isStopped = true;
      await sending;
    },
  };
}

async function sendScans(url: string, credential: string, batch: readonly Scanned[]): Promise<void> {
  const now = Date.now();
  const events = batch.map(({ tracking_number, ended_at }, index) => ({
    tracking_number,
    status: ended_at === null ? NEWS[index % NEWS.length] : 'out_for_delivery',
    event_date_time: new Date(ended_at === null ? now : ended_at.getTime() - 3_600_000).toISOString(),
    location: 'Bhiwandi gateway, Thane, Maharashtra',
    description: 'Scanned at the gateway',
  }));
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: credential, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  const body = (await response.json()) as { data?: { result: string }[] };
  const wrong = body.data?.find(({ result }) => !TAKEN.includes(result));
  if (response.status !== 200 || body.data === undefined || wrong !== undefined) {
    throw new Error(`A scan was answered with ${wrong?.result ?? response.status}`);
  }
}
