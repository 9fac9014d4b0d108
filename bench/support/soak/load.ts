import { atRate, type Load } from '../at-rate.ts';
import { API } from '../server-process.ts';
import { QUOTE_BODY } from '../shop.ts';

/** A request without an answer by then counts as hanging. */
export const PATIENCE_MS = 15_000;

/** Acknowledged requests, and failures. */
export interface Count {
  sent: number;
  failed: number;
  hung: number;
  /** By request and answer. */
  readonly failures: Map<string, number>;
  readonly booked: { readonly orderId: string; readonly trackingNumber: string }[];
  /** The locations of the applied scans, which identify them. */
  readonly scanned: { readonly trackingNumber: string; readonly location: string }[];
}

export interface Target {
  readonly url: string;
  readonly apiKey: string;
  /** The courier's, for scans. */
  readonly credential: string;
  readonly order: () => string;
  readonly perSecond: number;
}

/**
 * Requests at a constant rate, whatever the answers: of ten, three book, two scan, two list, one tracks, one
 * opens a tracking page and one requests a quote.
 */
export class SoakLoad {
  readonly #target: Target;
  readonly #count: Count = { sent: 0, failed: 0, hung: 0, failures: new Map(), booked: [], scanned: [] };
  readonly #load: Load;
  #scans = 0;
  #waiting: ((at: number) => void)[] = [];

  constructor(target: Target) {
    this.#target = target;
    this.#load = atRate(target.perSecond, (turn) => this.#send(turn % 10));
  }

  get failed(): number {
    return this.#count.failed;
  }

  /** When the next order is booked that is sent from now on. */
  async nextBooking(): Promise<number> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async end(): Promise<Count> {
    await this.#load.end();
    return this.#count;
  }

  async #send(turn: number): Promise<void> {
    this.#count.sent += 1;
    await this.#ask(turn).catch((error: Error) => {
      this.#count.failed += 1;
      if (error.name === 'TimeoutError') this.#count.hung += 1;
      const { failures } = this.#count;
      const what = error instanceof Refused ? error.message : 'no answer';
      failures.set(what, (failures.get(what) ?? 0) + 1);
    });
  }

  async #ask(turn: number): Promise<void> {
    const { apiKey, credential } = this.#target;
    const known = this.#count.booked.at(-1)?.trackingNumber ?? '';
    if (turn < 3) await this.#book();
    else if (turn < 5) await this.#scan(credential);
    else if (turn < 7) await this.#post(`${API}/shipments`, apiKey, '{}');
    else if (turn < 8) await this.#post(`${API}/order-tracking`, apiKey, JSON.stringify({ awbs: [known] }));
    else if (turn < 9 && known !== '') await this.#open(`/track/${known}`);
    else await this.#post(`${API}/rates`, apiKey, QUOTE_BODY);
  }

  async #book(): Promise<void> {
    const sentAt = this.#waiting.length;
    const order = this.#target.order();
    const answer = await this.#post(`${API}/forward-order-orchestration`, this.#target.apiKey, order);
    const { payload } = answer as { payload: { awb_code: string | null } };
    this.#count.booked.push({
      orderId: (JSON.parse(order) as { order_id: string }).order_id,
      trackingNumber: payload.awb_code ?? '',
    });
    for (const resolve of this.#waiting.splice(0, sentAt)) resolve(performance.now());
  }

  /** Scans the next unscanned parcel. */
  async #scan(credential: string): Promise<void> {
    const parcel = this.#count.booked[this.#scans];
    if (parcel === undefined) return;
    this.#scans += 1;
    const { trackingNumber } = parcel;
    if (trackingNumber === '') return;
    const location = `scan ${this.#scans}`;
    const event = {
      tracking_number: trackingNumber,
      status: 'picked_up',
      event_date_time: new Date().toISOString(),
      location,
    };
    const answer = await this.#post('/carrier-events', credential, JSON.stringify({ events: [event] }));
    const { data } = answer as { data: { result: string }[] };
    if (data[0]?.result === 'applied') this.#count.scanned.push({ trackingNumber, location });
  }

  /** As another visitor each time, because one address may not open so many pages. */
  async #open(path: string): Promise<void> {
    const visitor = this.#count.sent;
    const address = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    await this.#answerOf(path, { headers: { 'x-forwarded-for': address } });
  }

  async #post(path: string, authorization: string, body: string): Promise<unknown> {
    const headers = { authorization, 'content-type': 'application/json' };
    return JSON.parse(await this.#answerOf(path, { method: 'POST', headers, body }));
  }

  async #answerOf(path: string, request: RequestInit): Promise<string> {
    const answer = await fetch(this.#target.url + path, {
      ...request,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(`${path.replace(/\/track\/.*/, '/track')} ${answer.status}`);
    return text;
  }
}

/** An unexpected answer arrived. */
class Refused extends Error {}
