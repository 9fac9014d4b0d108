import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { wrong } from './words.ts';

const TOPICS = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/;
/** After more failures in a row, a webhook is switched off for good. */
const MOST_FAILURES = 5;
const TIMEOUT_MS = 5_000;

interface Webhook {
  readonly id: number;
  name: string;
  topic: string;
  deliveryUrl: string;
  secret: string;
  status: string;
  failures: number;
}

/** Loses, repeats and delays deliveries, for trials of the poll. Shares are from 0 to 1. */
export interface DeliveryFaults {
  readonly lose: number;
  readonly repeat: number;
  /** The longest delay. Each delivery has its own, so later ones overtake it. */
  readonly lateMs?: number;
}

/** Adds up to times that are spread evenly, and the same in each run. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The webhooks of a shop: signed, never retried, off after failures. */
export class Webhooks {
  readonly #hooks = new Map<number, Webhook>();
  readonly #under = new Set<Promise<void>>();
  faults: DeliveryFaults = { lose: 0, repeat: 0 };
  #lost = 0;
  #repeated = 0;
  #late = 0;
  #serial = 0;

  get all(): readonly Readonly<Webhook>[] {
    return [...this.#hooks.values()];
  }

  list(): StandInAnswer {
    return json(200, [...this.#hooks.values()].reverse().map(bodyOf));
  }

  add(sent: Sent): StandInAnswer {
    const topic = textOf(sent.topic) ?? '';
    if (!TOPICS.test(topic)) {
      return wrong(
        400,
        'woocommerce_rest_shop_webhook_invalid_topic',
        'Webhook topic is required and must be valid.',
      );
    }
    const deliveryUrl = textOf(sent.delivery_url) ?? '';
    if (!/^https?:\/\//.test(deliveryUrl)) {
      return wrong(
        400,
        'woocommerce_rest_shop_webhook_invalid_delivery_url',
        'Webhook delivery URL must be a valid URL starting with http:// or https://.',
      );
    }
    this.#serial += 1;
    const hook: Webhook = {
      id: this.#serial,
      name: textOf(sent.name) ?? '',
      topic,
      deliveryUrl,
      secret: textOf(sent.secret) ?? '',
      status: textOf(sent.status) ?? 'active',
      failures: 0,
    };
    this.#hooks.set(hook.id, hook);
    this.#run(
      this.#post(hook, { 'content-type': 'application/x-www-form-urlencoded' }, `webhook_id=${hook.id}`),
    );
    return json(201, bodyOf(hook));
  }

  change(id: string, sent: Sent): StandInAnswer {
    const hook = this.#hooks.get(Number(id));
    if (hook === undefined) return wrong(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
    hook.status = textOf(sent.status) ?? hook.status;
    hook.secret = textOf(sent.secret) ?? hook.secret;
    if (hook.status === 'active') hook.failures = 0;
    return json(200, bodyOf(hook));
  }

  remove(id: string): StandInAnswer {
    const hook = this.#hooks.get(Number(id));
    if (hook === undefined) return wrong(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.');
    this.#hooks.delete(hook.id);
    return json(200, bodyOf(hook));
  }

  /** Sends an event to every webhook of its topic. */
  send(topic: string, payload: unknown): void {
    const body = JSON.stringify(payload);
    for (const hook of this.#hooks.values()) {
      if (hook.topic !== topic || hook.status !== 'active') continue;
      this.#lost += this.faults.lose;
      if (this.#lost >= 1) {
        this.#lost -= 1;
        continue;
      }
      this.#run(this.#deliver(hook, body));
      this.#repeated += this.faults.repeat;
      if (this.#repeated >= 1) {
        this.#repeated -= 1;
        this.#run(this.#deliver(hook, body));
      }
    }
  }

  /** Resolves when all deliveries are over. */
  async settled(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  #run(work: Promise<void>): void {
    this.#under.add(work);
    void work.finally(() => this.#under.delete(work));
  }

  async #deliver(hook: Webhook, body: string): Promise<void> {
    const [resource = '', event = ''] = hook.topic.split('.');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/11.0.1 Hookshot (WordPress/7.1)',
      'x-wc-webhook-source': 'http://stand-in/',
      'x-wc-webhook-topic': hook.topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-id': String(hook.id),
      'x-wc-webhook-delivery-id': randomUUID().replaceAll('-', ''),
      'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
    };
    this.#late = (this.#late + GOLDEN) % 1;
    await sleep(this.#late * (this.faults.lateMs ?? 0), undefined, { ref: false });
    await this.#post(hook, headers, body);
  }

  async #post(hook: Webhook, headers: Record<string, string>, body: string): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const status = await fetch(hook.deliveryUrl, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    const isTaken = (status >= 200 && status < 300) || status === 301 || status === 302;
    hook.failures = isTaken ? 0 : hook.failures + 1;
    if (hook.failures > MOST_FAILURES) hook.status = 'disabled';
  }
}

function bodyOf({ id, name, status, topic, deliveryUrl }: Webhook) {
  const [resource, event] = topic.split('.');
  return { id, name, status, topic, resource, event, delivery_url: deliveryUrl };
}
