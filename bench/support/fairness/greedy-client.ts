import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The repeated request of the greedy account, given as the first argument. */
export interface Greed {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly shipmentIds: readonly string[];
}

const HEAVY_PAGES = 200;
const SEARCHES = 20;
const LABEL_BATCHES = 50;
const UNREAD_EXPORTS = 4;
const WAVE_MS = 2_000;

const { url, headers, shipmentIds } = JSON.parse(process.argv[2] ?? '{}') as Greed;

/** Answers by status; aborted requests are not counted. */
const answers: Record<number, number> = {};

/** Sends a request, reads the answer or not, and returns its end. */
function ask(path: string, body: object, isRead: boolean): () => void {
  const sent = request(
    `${url}/custom/api/v1/${path}`,
    { method: 'POST', headers, agent: false },
    (response) => {
      answers[response.statusCode ?? 0] = (answers[response.statusCode ?? 0] ?? 0) + 1;
      if (isRead) response.resume();
      response.on('error', () => undefined);
    },
  );
  sent.on('error', () => undefined);
  sent.end(JSON.stringify(body));
  return () => sent.destroy();
}

/** Sends all of them at once, aborts after two seconds, and repeats. */
async function wave(): Promise<void> {
  const leave = [
    ...Array.from({ length: HEAVY_PAGES }, () => ask('shipments', { is_cod: true, page: 30 }, true)),
    ...Array.from({ length: SEARCHES }, () => ask('shipments', { search: 'mail', is_cod: true }, true)),
    ...Array.from({ length: LABEL_BATCHES }, () => ask('labels', { shipment_ids: shipmentIds }, true)),
    ...Array.from({ length: UNREAD_EXPORTS }, () => ask('shipments/export', {}, false)),
  ];
  await sleep(WAVE_MS);
  for (const one of leave) one();
}

process.on('SIGTERM', () => {
  process.send?.(answers, () => process.exit(0));
});
// If the benchmark crashes, nobody else stops this process.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
for (;;) await wave();
