import { itemsOf, textOf } from '../../../src/partners/answer-fields.ts';
import type { Pushes } from '../../kit/pushes.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { error, invalid } from './refusals.ts';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  readonly active: boolean;
}

export class Webhooks {
  readonly #pushes: Pushes;
  readonly #webhooks = new Map<string, Webhook>();

  constructor(pushes: Pushes) {
    this.#pushes = pushes;
  }

  list(): StandInAnswer {
    return json(200, [...this.#webhooks.values()]);
  }

  /** @param id null for a new one */
  set(id: string | null, sent: Sent): StandInAnswer {
    const before = id === null ? undefined : this.#webhooks.get(id);
    if (id !== null && before === undefined) {
      return error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Webhook not found');
    }
    const url = textOf(sent.url) ?? before?.url;
    const secret = textOf(sent.secret);
    const topics = sent.topics === undefined ? before?.topics : itemsOf(sent.topics).map(String);
    if (url === undefined || topics === undefined || (before === undefined && secret === null)) {
      return invalid('url, secret and topics cannot be null or empty');
    }
    if (secret !== null && (secret.length < 6 || secret.length > 30)) {
      return invalid('secret must be 6 to 30 characters');
    }
    const webhook = { id: id ?? `w${this.#webhooks.size + 1}`, url, topics, active: sent.active !== false };
    this.#webhooks.set(webhook.id, webhook);
    this.#pushes.to(webhook.active ? { url } : null);
    return json(200, webhook);
  }

  /** Sends an event to the webhook that subscribed to the topic, else to the address from an instruction. */
  send(topic: string, body: Readonly<Record<string, unknown>>): void {
    const webhooks = [...this.#webhooks.values()];
    if (webhooks.length > 0 && !webhooks.some(({ active, topics }) => active && topics.includes(topic)))
      return;
    this.#pushes.push(body);
  }
}
