import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AnswerFields, fieldsOf, readJson } from '../partners/answer-fields.ts';
import type { PartnerLimits } from '../partners/partner.ts';
import { refused } from '../problems/problem.ts';
import type { ShopWebhook } from './shop.ts';

/**
 * The fields of a webhook that is signed by its shop: with the HMAC-SHA256 of the body, in Base64.
 *
 * @throws Problem `refused` for another signature, and for a connection without a secret
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
    throw refused('The signature does not fit');
  }
  return fieldsOf(readJson(body.toString('utf8')));
}

/**
 * The limits of requests to a shop.
 *
 * @param otherwiseMs how long to wait after the status 429 if the shop does not say it
 */
export function shopLimits(perSecond: number, otherwiseMs = 60_000): PartnerLimits {
  return {
    rates: { any: { requests: perSecond, perMs: 1_000 } },
    timeoutsMs: { any: 30_000 },
    slowDown: ({ status, headers }) => {
      if (status !== 429) return null;
      const seconds = Number(headers['retry-after']);
      return seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : otherwiseMs;
    },
  };
}
