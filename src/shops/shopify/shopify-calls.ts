import {
  type AnswerFields,
  fieldsOf,
  itemsOf,
  numberOf,
  onOneLine,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import {
  LostAnswerError,
  NotSentError,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerToken,
} from '../../partners/partner.ts';
import { refusalOf, unclear } from '../../partners/refusal.ts';
import { sendWithToken } from '../../partners/send-with-token.ts';
import { type Sentence, saidByPartner, say } from '../../problems/sentence.ts';
import type { ShopConnection } from '../shop.ts';
import { KeptOutError } from '../shop-adapter.ts';
import { API_VERSION, QUERIES, type ShopifyQuery } from './shopify-queries.ts';

export interface ShopifyAnswer {
  readonly data: AnswerFields;
  /** True if the shop's plan withholds personal data of customers. */
  readonly isWithheld: boolean;
  /** Of the API, as the shop answered. */
  readonly version: string;
}

/** How often a query waits for points, and the longest wait. */
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 10_000;
/** Fields with data of customers, which Shopify gives only to some plans and apps. */
const PERSONAL = new Set(['email', 'phone', 'shippingAddress', 'billingAddress']);

/** Sends queries to a Shopify shop, with a token that it gives for a day, or with a permanent one. */
export class ShopifyCalls {
  readonly #connection: ShopConnection;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
  }

  /**
   * @throws KeptOutError if the shop does not take the credential, or the app may not do it
   * @throws NotSentError if the shop wants fewer queries
   * @throws LostAnswerError if the shop failed, or the answer is not Shopify's
   */
  async send(query: ShopifyQuery, variables: AnswerFields, signal: AbortSignal): Promise<ShopifyAnswer> {
    for (let waits = 0; ; waits += 1) {
      const answer = await this.#post(query, variables, signal);
      const sent = readAnswer(answer);
      const waitMs = throttledMs(sent);
      if (waitMs === null) return judged(sent, answer);
      const isTooLong = waits === MOST_WAITS || waitMs > LONGEST_WAIT_MS;
      const isOver = isTooLong || (await this.#isAbortedWithin(waitMs, signal));
      if (isOver) throw new NotSentError(ASKS_FOR_FEWER, { waitMs });
    }
  }

  async #isAbortedWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return this.#connection.sleep(milliseconds, signal).then(
      () => false,
      () => true,
    );
  }

  async #post(query: ShopifyQuery, variables: AnswerFields, signal: AbortSignal): Promise<PartnerAnswer> {
    const request: PartnerRequest = {
      call: query.toLowerCase(),
      method: 'POST',
      path: `/admin/api/${API_VERSION}/graphql.json`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERIES[query], variables }),
      isSafeToRepeat: !QUERIES[query].startsWith('mutation'),
    };
    const headersOf = (token: string) => ({ 'x-shopify-access-token': token });
    const { requests, settings } = this.#connection;
    if (settings.access_token !== undefined) {
      const headers = { ...request.headers, ...headersOf(settings.access_token) };
      return requests.send({ ...request, headers }, signal);
    }
    return sendWithToken(this.#connection, request, { make: () => this.#token(signal), headersOf }, signal);
  }

  /** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant */
  async #token(signal: AbortSignal): Promise<PartnerToken> {
    const { settings, requests, now } = this.#connection;
    if (settings.client_id === undefined) {
      throw new KeptOutError(NEEDS_CREDENTIAL);
    }
    const answer = await requests.send(
      {
        call: 'token',
        method: 'POST',
        path: '/admin/oauth/access_token',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: settings.client_id,
          client_secret: settings.client_secret,
          grant_type: 'client_credentials',
        }),
        isSafeToRepeat: true,
      },
      signal,
    );
    if (answer.status === 404) throw noShop();
    if (answer.status >= 400 && answer.status < 500) throw new KeptOutError(whyNoToken(answer));
    if (refusalOf(answer, () => null) !== null) throw unclear(answer);
    const sent = fieldsOf(readJson(answer.text));
    const token = textOf(sent.access_token);
    if (token === null) throw unclear(answer);
    return { token, endsAt: new Date(now().getTime() + (numberOf(sent.expires_in) ?? 0) * 1_000) };
  }
}

const ASKS_FOR_FEWER = say('asks_for_fewer', 'asks for fewer requests; please try again later');
const NEEDS_CREDENTIAL = say(
  'shopify_needs_credential',
  'needs the client ID of an app, or the access token of an older one',
);
/** The ends of sentences after the shop's name, by Shopify's code. */
const NO_TOKEN: Readonly<Record<string, Sentence>> = {
  app_not_installed: say(
    'shopify_app_not_installed',
    'says that the app is not installed in the shop: install it in the Dev Dashboard',
  ),
  shop_not_permitted: say(
    'shopify_app_of_another',
    'says that the app belongs to another organization: make the app in the organization of the shop',
  ),
};

function whyNoToken({ text, status }: PartnerAnswer): Sentence {
  const said = `${textOf(fieldsOf(readJson(text)).error) ?? ''} ${text}`;
  const known = Object.entries(NO_TOKEN).find(([code]) => said.includes(code));
  return (
    known?.[1] ??
    say(
      'shopify_secret_not_taken',
      'does not take the client ID and secret ({status}): copy both from the Dev Dashboard',
      { status },
    )
  );
}

function noShop(): LostAnswerError {
  return new LostAnswerError(
    say('has_no_shopify', 'has no shop at this address: enter https://your-shop.myshopify.com'),
  );
}

/** The ends of sentences after the shop's name, by status. */
const KEPT_OUT: Readonly<Record<number, Sentence>> = {
  401: say(
    'shopify_token_not_taken',
    'does not take the access token: install the app again, or enter a new one',
  ),
  402: say('shopify_shop_frozen', 'says that the shop is frozen until its owner has paid Shopify'),
  403: say('shopify_scopes_lacking', 'does not allow it: give the app the scopes that the guide names'),
  423: say('shopify_shop_locked', 'says that the shop is locked'),
};

function readAnswer(answer: PartnerAnswer): AnswerFields {
  const { status } = answer;
  const why = KEPT_OUT[status];
  if (why !== undefined) throw new KeptOutError(why);
  if (status === 404) throw noShop();
  if (refusalOf(answer, () => null) !== null) throw unclear(answer);
  const sent = fieldsOf(readJson(answer.text));
  if (!('data' in sent) && itemsOf(sent.errors).length === 0) throw unclear(answer);
  return sent;
}

/** The time until there are enough points for the query; null if it was answered. */
function throttledMs(sent: AnswerFields): number | null {
  if (!errorsOf(sent).some(({ code }) => code === 'THROTTLED')) return null;
  const cost = fieldsOf(fieldsOf(sent.extensions).cost);
  const { currentlyAvailable, restoreRate } = fieldsOf(cost.throttleStatus);
  const lacking = (numberOf(cost.requestedQueryCost) ?? 1_000) - (numberOf(currentlyAvailable) ?? 0);
  return Math.max(100, Math.ceil((lacking / (numberOf(restoreRate) || 50)) * 1_000));
}

function judged(sent: AnswerFields, answer: PartnerAnswer): ShopifyAnswer {
  const errors = errorsOf(sent);
  const isWithheld = (error: ShopifyError) => error.code === 'ACCESS_DENIED' && PERSONAL.has(error.field);
  const serious = errors.find((error) => !isWithheld(error));
  if (serious?.code === 'ACCESS_DENIED') {
    const words = saidByPartner(serious.message);
    throw new KeptOutError(
      say(
        'shopify_scopes_lacking_because',
        'does not allow it: give the app the scopes that the guide names ({words})',
        { words },
      ),
    );
  }
  if (serious !== undefined) {
    const words = saidByPartner(serious.message);
    throw new LostAnswerError(say('answered_with_error', 'answered with an error: {words}', { words }));
  }
  if (sent.data === null || sent.data === undefined) throw unclear(answer);
  const version = answer.headers['x-shopify-api-version'] ?? API_VERSION;
  return { data: fieldsOf(sent.data), isWithheld: errors.length > 0, version };
}

interface ShopifyError {
  readonly code: string;
  /** One line without a full stop. */
  readonly message: string;
  /** The last name of its path. */
  readonly field: string;
}

function errorsOf({ errors }: AnswerFields): ShopifyError[] {
  return itemsOf(errors).map((error) => {
    const { message, path, extensions } = fieldsOf(error);
    const said = textOf(message) ?? textOf(error) ?? '';
    return {
      code: textOf(fieldsOf(extensions).code) ?? '',
      message: onOneLine(said.slice(0, 300).split(/\s+/).join(' ')).replace(/\.$/, ''),
      field: textOf(itemsOf(path).findLast((part) => typeof part === 'string')) ?? '',
    };
  });
}
