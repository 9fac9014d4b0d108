import {
  type AnswerFields,
  asReason,
  fieldsOf,
  itemsOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import { LostAnswerError, type Refused } from '../../partners/partner.ts';
import { refusalOf, unclear } from '../../partners/refusal.ts';
import { say } from '../../problems/sentence.ts';
import type { ShopConnection } from '../shop.ts';
import { KeptOutError } from '../shop-adapter.ts';
import { answeredByFirewall } from '../shop-answers.ts';

export interface VendureQuestion {
  /** For limits and the log: `orders`. */
  readonly call: string;
  /** GraphQL; a mutation begins with the word. */
  readonly query: string;
  readonly variables?: AnswerFields;
}

/** Sends GraphQL to the Admin API of a Vendure shop. */
export class VendureCalls {
  readonly #connection: ShopConnection;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
  }

  /**
   * @returns the data
   * @throws KeptOutError if the shop does not take the key, or the key may not do this
   * @throws LostAnswerError if the shop failed, or the answer is not Vendure's
   */
  async ask({ call, query, variables = {} }: VendureQuestion, signal: AbortSignal): Promise<AnswerFields> {
    const { settings, requests } = this.#connection;
    const answer = await requests.send(
      {
        call,
        method: 'POST',
        path: `/${settings.admin_api_path ?? 'admin-api'}`,
        headers: {
          'content-type': 'application/json',
          'vendure-api-key': settings.api_key ?? '',
          ...(settings.channel_token !== undefined && { 'vendure-token': settings.channel_token }),
        },
        body: JSON.stringify({ query, variables }),
        isSafeToRepeat: !query.startsWith('mutation'),
      },
      signal,
    );
    const sent = fieldsOf(readJson(answer.text));
    const [error] = itemsOf(sent.errors).map(fieldsOf);
    if (error !== undefined) throw failureOf(error);
    if (answer.status === 404) throw new LostAnswerError(NO_ADMIN_API);
    if (answer.status === 401 || answer.status === 403) {
      throw new KeptOutError(answeredByFirewall(answer.status));
    }
    const reason = refusalOf(answer, () => null);
    if (reason !== null) throw new LostAnswerError(reason);
    if (sent.data === undefined || sent.data === null) throw unclear(answer);
    return fieldsOf(sent.data);
  }

  /** Asks for a change whose answer is either a thing or an error of Vendure with a code. */
  async change(
    question: VendureQuestion,
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'done'; readonly changed: AnswerFields } | Refused> {
    const changed = fieldsOf((await this.ask(question, signal))[name]);
    const code = textOf(changed.errorCode);
    if (code === null) return { outcome: 'done', changed };
    const words = textOf(changed.transitionError) ?? textOf(changed.message) ?? code;
    return { outcome: 'refused', reason: asReason(words) };
  }
}

function failureOf({ message, extensions }: AnswerFields): Error {
  const code = textOf(fieldsOf(extensions).code) ?? '';
  if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED') return new KeptOutError(KEPT_OUT);
  return new LostAnswerError(asReason(textOf(message) ?? code));
}

const NO_ADMIN_API = say('has_no_admin_api', 'has no Admin API at this address');
const KEPT_OUT = say(
  'vendure_key_not_taken',
  'does not take the API key: its role needs the permissions ReadOrder and UpdateOrder, and the shop must take API keys (authOptions.tokenMethod)',
);
