import type { UrlPath } from '../../domain/url-path.ts';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer, type PartnerRequest } from '../../partners/partner.ts';
import { answeredNotItsOwn, refusalOf, unclear } from '../../partners/refusal.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { ShopConnection } from '../shop.ts';
import { KeptOutError } from '../shop-adapter.ts';
import { answeredByFirewall } from '../shop-answers.ts';

export interface MedusaRequest {
  /** For limits and the log: `orders`. */
  readonly call: string;
  readonly method: PartnerRequest['method'];
  /** Below the Admin API: `/orders/order_01`. */
  readonly path: UrlPath;
  /** A name may repeat. */
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
}

export interface MedusaRefusal {
  /** The end of a sentence after the shop's name. */
  readonly reason: Sentence;
  readonly status: number;
}

/** What the shop sent, or why it refused. */
export type MedusaAnswer =
  | { readonly value: unknown; readonly refusal: null }
  | { readonly value: null; readonly refusal: MedusaRefusal };

/** Sends requests to a Medusa server, with a secret API key. */
export class MedusaCalls {
  readonly #connection: ShopConnection;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
  }

  /**
   * @throws KeptOutError if the shop does not take the key
   * @throws LostAnswerError if the shop failed, or the answer is not Medusa's
   */
  async send(
    { call, method, path, query = [], body }: MedusaRequest,
    signal: AbortSignal,
  ): Promise<MedusaAnswer> {
    const { settings, requests } = this.#connection;
    const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const answer = await requests.send(
      {
        call,
        method,
        path: text === '' ? `/admin${path}` : `/admin${path}?${text}`,
        headers: {
          // The key is the user name; there is no password.
          authorization: `Basic ${Buffer.from(`${settings.api_key ?? ''}:`).toString('base64')}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        isSafeToRepeat: method === 'GET',
      },
      signal,
    );
    return read(answer);
  }

  /** @throws LostAnswerError if the shop refuses: it must not refuse to be read */
  async get(request: Omit<MedusaRequest, 'method'>, signal: AbortSignal): Promise<unknown> {
    const { value, refusal } = await this.send({ ...request, method: 'GET' }, signal);
    if (refusal !== null) throw new LostAnswerError(refusal.reason);
    return value;
  }
}

function read(answer: PartnerAnswer): MedusaAnswer {
  const { status, text } = answer;
  const value = readJson(text);
  const words = textOf(fieldsOf(value).message);
  if (status === 401 || status === 403) {
    throw new KeptOutError(
      words === null
        ? answeredByFirewall(status)
        : say(
            'medusa_key_not_taken',
            'does not take the key: make a new one in Medusa Admin > Settings > Secret API Keys, and enter it here',
          ),
    );
  }
  if (status >= 400 && status < 500 && status !== 429 && words === null) {
    throw new LostAnswerError(
      status === 404
        ? say('has_no_medusa', 'has no Medusa server at this address')
        : answeredNotItsOwn(status),
    );
  }
  const reason = refusalOf(answer, () => words);
  if (reason !== null) return { value: null, refusal: { reason, status } };
  if (value === undefined) throw unclear(answer);
  return { value, refusal: null };
}
