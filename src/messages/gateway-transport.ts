import type { Language } from '../domain/store.ts';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { DID_NOT_ANSWER_IN_TIME, unreachable } from '../outgoing/unreachable.ts';
import { parseForeignJson } from '../problems/foreign-json.ts';
import { type Sentence, saidByPartner, say, word } from '../problems/sentence.ts';
import type { AnswerRule, Gateway } from './gateway.ts';
import { type GatewayRequest, requestOf, templateFor } from './gateway-request.ts';
import type { Occasion, OutgoingText, SendResult, Transport } from './transport.ts';

const OCCASIONS: readonly Occasion[] = [...MOMENTS, 'code'];
const TIMEOUT_MS = 20_000;
const LARGEST_ANSWER_BYTES = 64 * 1024;
/** Statuses that may succeed on a retry: the operator can fix our error, or the provider fixes its own. */
const PASSING = new Set([401, 403, 408, 409, 425, 429]);

/** Sends messages to phones through a provider's HTTP API. */
export class GatewayTransport implements Transport<OutgoingText> {
  readonly moments: Transport<OutgoingText>['moments'];
  readonly #gateway: Gateway;
  readonly #key: string;
  readonly #timeoutMs: number;

  /** @param key the credential that replaces `{{key}}` */
  constructor(gateway: Gateway, key: string, timeoutMs: number = TIMEOUT_MS) {
    this.#gateway = gateway;
    this.#key = key;
    this.#timeoutMs = timeoutMs;
    this.moments = new Set(OCCASIONS.filter((occasion) => gateway.templates[occasion] !== undefined));
  }

  speaks(language: Language, message: Pick<OutgoingText, 'moment' | 'isCod'>): boolean {
    return templateFor(this.#gateway, message)?.languages[language] !== undefined;
  }

  async send(message: OutgoingText): Promise<SendResult> {
    const template = templateFor(this.#gateway, message);
    if (template === null) {
      const missing = say('no_template_set_up', 'no template is set up for {message}', {
        message: word(message.moment),
      });
      return { outcome: 'refused', error: missing };
    }
    const request = requestOf(this.#gateway, { template, message, key: this.#key });
    try {
      const { status, text } = await ask(request, this.#timeoutMs);
      return this.#resultOf(status, text);
    } catch (error) {
      return { outcome: 'unavailable', error: failureOf(error as Error) };
    }
  }

  #resultOf(status: number, text: string): SendResult {
    const { accepted, refused, again, id, error } = this.#gateway.answer;
    const answer = parsed(text);
    const isFine = status >= 200 && status < 300;
    if (isFine && Object.keys(accepted).every((place) => holds(accepted, place, answer))) {
      const providerId = id === null ? undefined : at(answer, id);
      return {
        outcome: 'sent',
        providerId: providerId === undefined ? null : String(providerId).slice(0, 200),
      };
    }
    const words = error.flatMap((place) => at(answer, place) ?? []).map(String);
    const reason = words.length > 0 ? words.join(': ') : text.slice(0, 300) || 'no words';
    const what = saidByPartner(this.#withoutKey(`${status}: ${reason}`));
    if (any(refused, answer)) return { outcome: 'refused', error: what };
    const isPassing = isFine || status >= 500 || PASSING.has(status) || any(again, answer);
    return { outcome: isPassing ? 'unavailable' : 'refused', error: what };
  }

  /** Removes the credential, because a provider may repeat the request in its error. */
  #withoutKey(words: string): string {
    return this.#key === '' ? words : words.replaceAll(this.#key, '***');
  }
}

async function ask(
  { url, method, headers, body }: GatewayRequest,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method, headers, body, signal, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) break;
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}

function any(rule: AnswerRule, answer: unknown): boolean {
  return Object.keys(rule).some((place) => holds(rule, place, answer));
}

/** Checks a value: texts match if one contains the other, in any case; other values must be equal. */
function holds(rule: AnswerRule, place: string, answer: unknown): boolean {
  const found = at(answer, place);
  return (rule[place] ?? []).some((value) =>
    typeof value === 'string' && typeof found === 'string'
      ? found.toLowerCase().includes(value.toLowerCase())
      : found === value,
  );
}

/** Returns the value at a path such as `error.code` or `messages.0.id`; undefined if it does not exist. */
function at(answer: unknown, place: string): unknown {
  let found = answer;
  for (const name of place.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found ?? undefined;
}

function failureOf(error: Error): Sentence {
  const what =
    error.name === 'TimeoutError'
      ? DID_NOT_ANSWER_IN_TIME
      : unreachable(error.cause instanceof Error ? error.cause : error);
  return say('gateway', 'the gateway {what}', { what });
}
