import { createHmac, randomUUID } from 'node:crypto';

/** After this many retries in a row, over four hours, Shopify removes a subscription. */
const MOST_RETRIES = 8;
const TIMEOUT_MS = 5_000;

interface Subscription {
  readonly id: number;
  /** `ORDERS_CREATE`. */
  readonly topic: string;
  readonly uri: string;
  readonly includeFields: readonly string[];
}

interface Delivery {
  readonly subscription: Subscription;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  tries: number;
}

/** The webhooks of an app: signed, repeated, and removed after failures. */
export class WebhookSubscriptions {
  readonly #secret: string;
  readonly #all = new Map<number, Subscription>();
  readonly #under = new Set<Promise<void>>();
  #failed: Delivery[] = [];
  #serial = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  get all(): readonly Subscription[] {
    return [...this.#all.values()];
  }

  /** @returns the message of the user error; null if it was added */
  whyRefused(topic: string, uri: string): string | null {
    const isLocal = /^http:\/\/127\.0\.0\.1[:/]/.test(uri);
    // Shopify takes https only; this one also takes tests on the same machine.
    if (!URL.canParse(uri) || !(uri.startsWith('https://') || isLocal)) return 'Address is not a valid URL';
    const isTaken = this.all.some((one) => one.topic === topic && one.uri === uri);
    return isTaken ? 'Address for this topic has already been taken' : null;
  }

  add(subscription: Omit<Subscription, 'id'>): Subscription {
    this.#serial += 1;
    const added = { ...subscription, id: this.#serial };
    this.#all.set(added.id, added);
    return added;
  }

  remove(id: number): boolean {
    return this.#all.delete(id);
  }

  /** @param payload in the form of the REST API */
  send(topic: string, payload: Readonly<Record<string, unknown>>): void {
    const event = randomUUID();
    for (const subscription of this.#all.values()) {
      if (subscription.topic !== topic) continue;
      const { includeFields } = subscription;
      const fields = Object.entries(payload).filter(
        ([name]) => includeFields.length === 0 || includeFields.includes(name),
      );
      const body = JSON.stringify(Object.fromEntries(fields));
      const [resource = '', ...action] = topic.toLowerCase().split('_');
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': `${resource}/${action.join('_')}`,
        'x-shopify-shop-domain': 'stand-in.myshopify.com',
        'x-shopify-api-version': '2026-10',
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-event-id': event,
        'x-shopify-triggered-at': new Date().toISOString(),
        'x-shopify-hmac-sha256': createHmac('sha256', this.#secret).update(body).digest('base64'),
      };
      this.#run({ subscription, body, headers, tries: 0 });
    }
  }

  /** Sends again what was not taken, as Shopify does after growing waits. */
  retry(): void {
    const failed = this.#failed;
    this.#failed = [];
    for (const delivery of failed) this.#run(delivery);
  }

  /** Resolves when all deliveries are over. */
  async settled(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  #run(delivery: Delivery): void {
    const work = this.#deliver(delivery);
    this.#under.add(work);
    void work.finally(() => this.#under.delete(work));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { subscription, body, headers } = delivery;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const isTaken = await fetch(subscription.uri, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (isTaken) return;
    delivery.tries += 1;
    if (delivery.tries > MOST_RETRIES) this.#all.delete(subscription.id);
    else this.#failed.push(delivery);
  }
}
