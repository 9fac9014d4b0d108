import { createHmac } from 'node:crypto';
import { json, type StandInAnswer, type StandInClock, type StandInRequest } from '../../kit/stand-in.ts';
import { wrong } from './words.ts';

export const CONSUMER_KEY = `ck_${'a1'.repeat(20)}`;
export const CONSUMER_SECRET = `cs_${'b2'.repeat(20)}`;

const WINDOW_S = 15 * 60;
const ALGORITHMS: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

/**
 * Checks keys as WooCommerce does: over https a header or query parameters, over plain http only OAuth 1.0a. Without a key that it
 * reads, a request is anonymous, and anonymous people see nothing.
 */
export class SignIn {
  readonly #clock: StandInClock;
  readonly #nonces = new Set<string>();
  /** Takes the key back, as when the merchant deletes it. */
  isRevoked = false;
  /** True for a host that removes the header `Authorization` before PHP sees it. */
  stripsHeader = false;
  /** True for a key with the permission "Read". */
  mayOnlyRead = false;

  constructor(clock: StandInClock) {
    this.#clock = clock;
  }

  /** The answer to a request that is not allowed; null for one that is. */
  refusal(request: StandInRequest): StandInAnswer | null {
    // A proxy in front of the shop tells it that the client used https.
    const isHttps = request.headers['x-forwarded-proto'] === 'https';
    const refused = isHttps ? this.#ofKey(request) : this.#ofSignature(request);
    if (refused !== null || !this.mayOnlyRead || request.method === 'GET') return refused;
    return mayNot(request);
  }

  #ofKey(request: StandInRequest): StandInAnswer | null {
    const { headers, query } = request;
    const authorization = this.stripsHeader ? '' : (headers.authorization ?? '');
    const [, basic = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
    const [sentKey, sentSecret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    const key = sentKey || query.get('consumer_key');
    const secret = sentSecret || query.get('consumer_secret');
    if (!key || !secret) return mayNot(request);
    if (key !== CONSUMER_KEY || this.isRevoked) return keyError('Consumer key is invalid.');
    return secret === CONSUMER_SECRET ? null : keyError('Consumer secret is invalid.');
  }

  #ofSignature(request: StandInRequest): StandInAnswer | null {
    const { method, origin, path, query } = request;
    const key = query.get('oauth_consumer_key');
    const signature = query.get('oauth_signature');
    if (key === null || signature === null) return mayNot(request);
    if (key !== CONSUMER_KEY || this.isRevoked) return keyError('Consumer key is invalid.');
    const algorithm = ALGORITHMS[query.get('oauth_signature_method') ?? ''];
    if (algorithm === undefined) return keyError('Invalid signature - signature method is invalid.');
    // Of a name that was sent twice, as WooCommerce's own client does, PHP keeps the last value.
    const pairs = [...new Map(query)].filter(([name]) => name !== 'oauth_signature');
    const text = pairs
      .map(([name, value]) => `${percent(name)}=${percent(value)}`)
      .sort()
      .join('&');
    const base = [method, `${origin}${path}`, text].map(percent).join('&');
    const right = createHmac(algorithm, `${percent(CONSUMER_SECRET)}&`)
      .update(base)
      .digest('base64');
    if (signature !== right) return keyError('Invalid signature - provided signature does not match.');
    const seconds = Number(query.get('oauth_timestamp'));
    if (!(Math.abs(this.#clock.now().getTime() / 1_000 - seconds) <= WINDOW_S)) {
      return keyError('Invalid timestamp.');
    }
    const nonce = `${query.get('oauth_timestamp')} ${query.get('oauth_nonce')}`;
    if (this.#nonces.has(nonce)) return keyError('Invalid nonce - nonce has already been used.');
    this.#nonces.add(nonce);
    return null;
  }
}

/** Seen in WooCommerce 11.0.1: the code of what nobody without a key, or a key that may only read, may do. */
function mayNot({ method, path }: StandInRequest): StandInAnswer {
  const deed = path.endsWith('/batch') ? 'batch' : DEEDS[method];
  return wrong(
    401,
    `woocommerce_rest_cannot_${deed ?? 'view'}`,
    `Sorry, you are not allowed to ${deed ?? 'view'} resources.`,
  );
}

const DEEDS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'edit', DELETE: 'delete' };

function keyError(message: string): StandInAnswer {
  return json(401, { code: 'woocommerce_rest_authentication_error', message, data: { status: 401 } });
}

function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
