import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AnswerFields, fieldsOf } from '../partners/answer-fields.ts';
import { type PartnerLimits, smallAnswers } from '../partners/partner.ts';
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
