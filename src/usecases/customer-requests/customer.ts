import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../domain/actor.ts';

/** Who asks from a tracking page, behind a code that went to the order's own phone or email. */
export const CUSTOMER: Actor = { kind: 'system', id: null, name: 'customer' };

/** How a pass is kept. */
export function hashPass(pass: string): Buffer {
  return createHash('sha256').update(pass).digest();
}

/** How a code of six digits is kept, and compared with what was typed. */
export function hashCode(codeId: string, code: string): Buffer {
  return createHash('sha256').update(`${codeId} ${code}`).digest();
}

/** Whether it is the code that was sent, in a time that tells nothing. */
export function isCode(codeId: string, typed: string, codeHash: Buffer): boolean {
  return timingSafeEqual(hashCode(codeId, typed), codeHash);
}
