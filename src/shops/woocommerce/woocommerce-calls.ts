import { createHmac, randomUUID } from 'node:crypto';
import type { UrlPath } from '../../domain/url-path.ts';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer, type PartnerRequest } from '../../partners/partner.ts';
import { refusalOf, unclear } from '../../partners/refusal.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { plainTextOf } from '../plain-text.ts';
import type { ShopConnection } from '../shop.ts';
import { KeptOutError } from '../shop-adapter.ts';
import { answeredByFirewall } from '../shop-answers.ts';

const API = '/wp-json/wc/v3';

export type Query = Readonly<Record<string, string>>;

export interface WooCommerceRequest {
  /** For limits and the log: `orders`. */
  readonly call: string;
  readonly method: PartnerRequest['method'];
  /** Below the API: `/orders/12`. */
  readonly path: UrlPath;
  readonly query?: Query;
  readonly body?: unknown;
}

export interface WooCommerceRefusal {
  /** The end of a sentence after the shop's name. */
  readonly reason: Sentence;
  /** The shop's code: `rest_no_route`. */
  readonly code: string;
  readonly status: number;
}

/** What the shop sent, or why it refused. */
export type WooCommerceAnswer =
  | {
      readonly value: unknown;
      readonly refusal: null;
      /** The number of pages of the whole list; NaN if the answer is not a list. */
      readonly pages: number;
    }
  | { readonly value: null; readonly refusal: WooCommerceRefusal };

/** Sends requests to a WooCommerce shop, with the key in the form that the shop takes. */
export class WooCommerceCalls {
  readonly #connection: ShopConnection;

  constructor(connection: ShopConnection) {
    this.#connection = connection;
  }

  /**
   * @throws KeptOutError if the shop does not take the key
   * @throws LostAnswerError if the shop failed, or the answer is not WooCommerce's
   */
  async send(request: WooCommerceRequest, signal: AbortSignal): Promise<WooCommerceAnswer> {
    if (!this.#isHttps) return this.#read(await this.#sendAs('signature', request, signal));
    const { shopId, settings } = this.#connection;
    const host = `${shopId} ${settings.base_url}`;
    if (STRIPPING.has(host)) return this.#read(await this.#sendAs('query', request, signal));
    const first = await this.#sendAs('header', request, signal);
    // Some hosts remove the header before PHP sees it; then the shop sees no key at all, and refuses each kind of request in its own words.
    if (first.status !== 401 || !codeOf(first).startsWith(MAY_NOT)) return this.#read(first);
    const second = await this.#sendAs('query', request, signal);
    if (second.status < 400) STRIPPING.add(host);
    return this.#read(second);
  }

  /**
   * Reads something.
   *
   * @returns undefined if there is no such thing
   * @throws LostAnswerError if the shop refuses, because only a broken shop refuses a read
   */
  async get(request: Omit<WooCommerceRequest, 'method'>, signal: AbortSignal): Promise<unknown> {
    const { value, refusal } = await this.send({ ...request, method: 'GET' }, signal);
    if (refusal !== null && refusal.status !== 404) throw new LostAnswerError(refusal.reason);
    return refusal === null ? value : undefined;
  }

  get #isHttps(): boolean {
    return (this.#connection.settings.base_url ?? '').startsWith('https:');
  }

  async #sendAs(
    way: 'header' | 'query' | 'signature',
    { call, method, path, query = {}, body }: WooCommerceRequest,
    signal: AbortSignal,
  ): Promise<PartnerAnswer> {
    const { settings, requests, now } = this.#connection;
    const { base_url: base = '', consumer_key: key = '', consumer_secret: secret = '' } = settings;
    const place = `${API}${path}`;
    const sent =
      way === 'signature'
        ? signed({ method, address: `${withoutSlash(base)}${place}`, query, key, secret, now: now() })
        : way === 'query'
          ? { ...query, consumer_key: key, consumer_secret: secret }
          : query;
    const text = queryText(sent);
    return requests.send(
      {
        call,
        method,
        path: text === '' ? place : `${place}?${text}`,
        headers: {
          ...(way === 'header' && {
            authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
          }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The shop takes each signature once.
        isSafeToRepeat: method === 'GET' && way !== 'signature',
      },
      signal,
    );
  }

  #read(answer: PartnerAnswer): WooCommerceAnswer {
    const { status, text } = answer;
    const code = codeOf(answer);
    if (status === 401 || status === 403) throw new KeptOutError(this.#whyKeptOut(answer, code));
    if (status >= 400 && status < 500 && status !== 429 && code === '') throw notItsOwn(status);
    const reason = refusalOf(answer, () => plainTextOf(fieldsOf(readJson(text)).message));
    if (reason !== null) return { value: null, refusal: { reason, code, status } };
    const value = readJson(text);
    if (value === undefined) throw unclear(answer);
    return { value, refusal: null, pages: Number(answer.headers['x-wp-totalpages'] ?? Number.NaN) };
  }

  /** The end of a sentence after the shop's name. */
  #whyKeptOut({ status, text }: PartnerAnswer, code: string): Sentence {
    if (code === 'woocommerce_rest_authentication_error' && /timestamp/i.test(text)) {
      return say(
        'says_time_is_wrong',
        'says that the time of the request is wrong: set the clock of this service, or of the shop',
      );
    }
    if (code === 'woocommerce_rest_authentication_error') {
      return say(
        'woocommerce_key_not_taken',
        'does not take the key: make a new one in WooCommerce > Settings > Advanced > REST API, and enter it here',
      );
    }
    if (code === NO_KEY_SEEN && this.#isHttps) {
      return say(
        'woocommerce_key_not_seen',
        'does not see the key, or the key may not read: give it the permission "Read/Write"; behind a proxy, WordPress must know that its address is https',
      );
    }
    if (code.startsWith(MAY_NOT)) {
      return say(
        'woocommerce_key_may_not',
        'does not allow it with this key: give it the permission "Read/Write"',
      );
    }
    return answeredByFirewall(status);
  }
}

/** The connections whose hosts remove the header, for as long as this process runs. */
const STRIPPING = new Set<string>();

/** Begins the codes of what a key may not do: `woocommerce_rest_cannot_view`, `_create`, `_edit`, `_delete`, `_batch`. */
const MAY_NOT = 'woocommerce_rest_cannot';
const NO_KEY_SEEN = `${MAY_NOT}_view`;

/** The shop's code of a refusal; empty for other answers. One of its codes is the number 0. */
function codeOf({ status, text }: PartnerAnswer): string {
  return status < 400 ? '' : (textOf(fieldsOf(readJson(text)).code) ?? '');
}

function notItsOwn(status: number): LostAnswerError {
  return new LostAnswerError(
    status === 404
      ? say(
          'has_no_woocommerce',
          'has no WooCommerce at this address, or its permalinks are "Plain": choose another kind in Settings > Permalinks',
        )
      : say('answered_not_woocommerce', "answered {status} with something that is not WooCommerce's own", {
          status,
        }),
  );
}

interface ToSign {
  readonly method: string;
  readonly address: string;
  readonly query: Query;
  readonly key: string;
  readonly secret: string;
  readonly now: Date;
}

/** OAuth 1.0a without tokens (RFC 5849, section 3.4), which WooCommerce requires without https. */
function signed({ method, address, query, key, secret, now }: ToSign): Query {
  const unsigned: Query = {
    ...query,
    oauth_consumer_key: key,
    oauth_nonce: randomUUID(),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(now.getTime() / 1_000)),
    oauth_version: '1.0',
  };
  const pairs = Object.entries(unsigned).map(([name, value]) => `${percent(name)}=${percent(value)}`);
  const base = [method, address, pairs.sort().join('&')].map(percent).join('&');
  const signature = createHmac('sha256', `${percent(secret)}&`)
    .update(base)
    .digest('base64');
  return { ...unsigned, oauth_signature: signature };
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function queryText(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .join('&');
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
