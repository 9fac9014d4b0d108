import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../domain/actor.ts';

/** The actor of requests from a tracking page, who has typed a code sent to the order's phone or email. */
export const CUSTOMER: Actor = { kind: 'system', id: null, name: 'customer' };

export function hashPass(pass: string): Buffer {
  return createHash('sha256').update(pass).digest();
}

export function hashCode(codeId: string, code: string): Buffer {
  return createHash('sha256').update(`${codeId} ${code}`).digest();
}

/** Checks a typed code in constant time. */
export function isCode(codeId: string, typed: string, codeHash: Buffer): boolean {
  return timingSafeEqual(hashCode(codeId, typed), codeHash);
}
