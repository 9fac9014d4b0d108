import { setTimeout as wait } from 'node:timers/promises';
import { courierCredential } from '../courier-credential.ts';
import { orderBodies } from '../order-bodies.ts';
import { QUOTE_BODY } from '../quote-body.ts';
import type { RunningBaseline, RunningService } from '../server-process.ts';
import type { LiveProcess } from './live-process.ts';
import { type ProcessorCost, processorCostOf, untilQuiet, type Work } from './unit-costs.ts';

const API = '/custom/api/v1';
const AT_ONCE = 8;
const TIMES = 2_000;
const WARM_UP = 300;

/**
 * Does each kind of work many times, and measures the processor time of service and database.
 *
 * @param receiver receives webhooks; the service must be allowed to send to it
 */
export async function processorCosts(
  service: RunningService,
  live: LiveProcess,
  receiver: RunningBaseline,
): Promise<Record<Work, ProcessorCost>> {
  const { url, apiKey } = service;
  const credential = await courierCredential(service);
  const order = await orderBodies(service);
  const numbers: string[] = [];
  const post = async (path: string, authorization: string, body: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  let scans = 0;
  const scan = async () => {
    const turn = scans;
    scans += 1;
    const events = [
      {
        tracking_number: numbers[turn % numbers.length],
        status: turn < numbers.length ? 'picked_up' : 'in_transit',
        event_date_time: new Date().toISOString(),
        location: `scan ${turn}`,
      },
    ];
    await post('/carrier-events', credential, JSON.stringify({ events }));
  };
  const cost = async (work: () => Promise<unknown>) => {
    await repeat(WARM_UP, work);
    return processorCostOf(live, TIMES, () => repeat(TIMES, work));
  };
  await untilQuiet(live);
  const booking = await cost(async () => {
    const made = await post(`${API}/forward-order-orchestration`, apiKey, order());
    numbers.push((JSON.parse(made) as { payload: { awb_code: string } }).payload.awb_code);
  });
  const quote = await cost(() => post(`${API}/rates`, apiKey, QUOTE_BODY));
  const listing = await cost(() => post(`${API}/shipments`, apiKey, '{}'));
  const alone = await cost(scan);
  let visitor = 0;
  const page = await cost(async () => {
    visitor += 1;
    const headers = { 'x-forwarded-for': `10.0.${(visitor >> 8) & 255}.${visitor & 255}` };
    const answer = await fetch(`${url}/track/${numbers[visitor % numbers.length]}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`/track: ${answer.status}`);
  });
  await post(
    `${API}/webhooks`,
    apiKey,
    JSON.stringify({ url: `${receiver.url}/well`, events: ['tracking_addition'] }),
  );
  const told = await processorCostOf(live, TIMES, async () => {
    await repeat(TIMES, scan);
    let came = 0;
    while (came < TIMES) {
      await wait(100);
      came += ((await (await fetch(`${receiver.url}/received`)).json()) as unknown[]).length;
    }
  });
  const webhook = {
    service: Math.max(0, told.service - alone.service),
    database: Math.max(0, told.database - alone.database),
  };
  return {
    quote,
    booking,
    scan: alone,
    webhook,
    'tracking page': page,
    'first page of the listing': listing,
  };
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
