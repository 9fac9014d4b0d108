import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BadInstruction } from './stand-in.ts';

/** The address to which a stand-in pushes events, and the faults of these pushes. */
export interface PushPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of pushes that are lost, from 0 to 1. */
  readonly lose: number;
  /** The share of pushes that are sent twice. */
  readonly repeat: number;
  /** Each push is sent after the push that follows it. */
  readonly outOfOrder: boolean;
}

export interface PushCounts {
  readonly sent: number;
  readonly taken: number;
  /** The number of pushes that failed at both attempts and were given up. */
  readonly lost: number;
  readonly waiting: number;
}

const TIMEOUT_MS = 5_000;
const AT_ONCE = 16;

/**
 * Pushes payloads as couriers do: one payload per request, with a single retry at once. The order is kept,
 * except among pushes that run at the same time.
 */
export class Pushes {
  #plan: PushPlan | null = null;
  readonly #queue: string[] = [];
  #held: string | null = null;
  #under = 0;
  #sent = 0;
  #taken = 0;
  #lost = 0;
  #drawn = 0;
  readonly #idle: (() => void)[] = [];

  get plan(): PushPlan | null {
    return this.#plan;
  }

  get counts(): PushCounts {
    const waiting = this.#queue.length + this.#under + (this.#held === null ? 0 : 1);
    return { sent: this.#sent, taken: this.#taken, lost: this.#lost, waiting };
  }

  /** Sets the target of pushes from now on; null stops pushing. */
  to(plan: (Partial<PushPlan> & Pick<PushPlan, 'url'>) | null): void {
    this.#plan = plan === null ? null : { headers: {}, lose: 0, repeat: 0, outOfOrder: false, ...plan };
    if (plan === null) this.#queue.length = 0;
    this.#release();
  }

  /** Queues one payload; does nothing if pushes are off. */
  push(payload: unknown): void {
    const plan = this.#plan;
    if (plan === null) return;
    const body = JSON.stringify(payload);
    if (this.#draws(plan.lose)) {
      this.#lost += 1;
      return;
    }
    const copies = this.#draws(plan.repeat) ? [body, body] : [body];
    if (!plan.outOfOrder) this.#queue.push(...copies);
    else if (this.#held === null) this.#held = body;
    else {
      this.#queue.push(...copies, this.#held);
      this.#held = null;
    }
    this.#next();
  }

  /** Resolves when nothing is queued any more; sends what was held back. */
  async settled(): Promise<void> {
    this.#release();
    if (this.counts.waiting > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #release(): void {
    if (this.#held !== null && this.#plan !== null) this.#queue.push(this.#held);
    this.#held = null;
    this.#next();
  }

  /** Selects at regular intervals instead of randomly, so that a run can be repeated. */
  #draws(share: number): boolean {
    if (share <= 0) return false;
    this.#drawn += share;
    if (this.#drawn < 1) return false;
    this.#drawn -= 1;
    return true;
  }

  #next(): void {
    while (this.#under < AT_ONCE && this.#plan !== null) {
      const body = this.#queue.shift();
      if (body === undefined) break;
      this.#under += 1;
      void this.#deliver(this.#plan, body).finally(() => {
        this.#under -= 1;
        this.#next();
      });
    }
    if (this.counts.waiting === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  async #deliver(plan: PushPlan, body: string): Promise<void> {
    this.#sent += 1;
    if ((await isTaken(plan, body)) || (await isTaken(plan, body))) this.#taken += 1;
    else this.#lost += 1;
  }
}

/** Reads a push plan from an instruction. @throws BadInstruction */
export function readPushPlan(
  instruction: Readonly<Record<string, unknown>>,
): (Partial<PushPlan> & Pick<PushPlan, 'url'>) | null {
  const { url, headers, lose, repeat, out_of_order: outOfOrder } = instruction;
  if (url === null) return null;
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new BadInstruction('url must be an address, or null');
  for (const share of [lose, repeat]) {
    if (share !== undefined && (typeof share !== 'number' || !(share >= 0 && share <= 1))) {
      throw new BadInstruction('lose and repeat must be numbers from 0 to 1');
    }
  }
  return {
    url,
    ...(typeof headers === 'object' && headers !== null
      ? { headers: headers as Record<string, string> }
      : {}),
    ...(typeof lose === 'number' ? { lose } : {}),
    ...(typeof repeat === 'number' ? { repeat } : {}),
    outOfOrder: outOfOrder === true,
  };
}

function isTaken({ url, headers }: PushPlan, body: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = request(
      url,
      {
        method: 'POST',
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('close', () => resolve((answer.statusCode ?? 0) < 300));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}
