import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AnswerFields, fieldsOf } from '../partners/answer-fields.ts';
import {
  LostAnswerError,
  type PartnerAnswer,
  type PartnerConnection,
  type PartnerLimits,
  smallAnswers,
} from '../partners/partner.ts';
import { bodyHolds, LARGE_JSON, parseForeignJson, TooMuchJsonError } from '../problems/foreign-json.ts';
import { Problem, refused } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';
import type { ShopWebhook } from './shop.ts';

/**
 * The fields of a webhook that is signed by its shop: with the HMAC-SHA256 of the body, in Base64.
 *
 * @throws Problem `refused` for another signature, and for a connection without a secret; `unreadable` if it holds too much
 */
export function readSignedWebhook(
  { body }: Pick<ShopWebhook, 'body'>,
  signature: string | undefined,
  secret: string | undefined,
): AnswerFields {
  const sent = Buffer.from(signature ?? '', 'base64');
  // With an empty secret, anybody could sign.
  const right = secret ? createHmac('sha256', secret).update(body).digest() : null;
  if (right === null || sent.length !== right.length || !timingSafeEqual(sent, right)) {
    throw refused(say('signature_does_not_fit', 'The signature does not fit'));
  }
  try {
    return fieldsOf(parseForeignJson(body, LARGE_JSON));
  } catch (error) {
    if (error instanceof TooMuchJsonError) throw new Problem('unreadable', bodyHolds(error));
    return {};
  }
}

/**
 * The limits of requests to a shop.
 *
 * @param small the calls that have small answers
 * @param otherwiseMs how long to wait after the status 429 if the shop does not say it
 */
export function shopLimits(perSecond: number, small: readonly string[], otherwiseMs = 60_000): PartnerLimits {
  return {
    answers: smallAnswers(...small),
    rates: { any: { requests: perSecond, perMs: 1_000 } },
    timeoutsMs: { any: 30_000 },
    slowDown: ({ status, headers }) => {
      if (status !== 429) return null;
      const seconds = Number(headers['retry-after']);
      return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : otherwiseMs;
    },
  };
}

/** A connection whose requests go nowhere else: credentials are for the address that the merchant entered, not for one that it names. */
export function atOneAddress<Connection extends PartnerConnection>(connection: Connection): Connection {
  const { requests, settings } = connection;
  return {
    ...connection,
    requests: {
      /** @throws LostAnswerError as `PartnerRequests` does, and if the answer sends it on */
      send: async (request, signal) => {
        const answer = await requests.send(request, signal);
        const address = placeToGo(answer, settings.base_url ?? '', request.path);
        if (address === null) return answer;
        const { status } = answer;
        throw new LostAnswerError(
          say(
            'sends_requests_on',
            'answered {status}, and sends requests on to {address}: if that is the shop, enter it as the address',
            { status, address },
          ),
        );
      },
    },
  };
}

const SENDING_ON = new Set([301, 302, 303, 307, 308]);
const LONGEST_PLACE = 200;

/**
 * Where an answer sends a request on to: without the query, which may have credentials, and without the path that was asked for, so that it
 * is what the merchant enters.
 *
 * @returns null for other answers, and for what is no address
 */
function placeToGo({ status, headers }: PartnerAnswer, base: string, path: string): string | null {
  const { location } = headers;
  if (!SENDING_ON.has(status) || location === undefined || !URL.canParse(location, base)) return null;
  const { protocol, host, pathname } = new URL(location, base);
  if (!/^https?:$/.test(protocol)) return null;
  const [asked = ''] = path.split('?');
  const whole = pathname.replace(/\/{1,9}$/, '');
  const place = whole.endsWith(asked) ? whole.slice(0, whole.length - asked.length) : whole;
  return `${protocol}//${host}${place}`.slice(0, LONGEST_PLACE);
}
