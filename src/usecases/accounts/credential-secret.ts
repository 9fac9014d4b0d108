import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A credential as the client has it: `dky_<prefix>_<secret>`. The prefix finds the row; the secret, 256
 * random bits, proves it. Only a hash of the secret is stored. A plain SHA-256 is enough, because the secret
 * cannot be guessed: slow hashes are for passwords.
 */
export interface NewSecret {
  readonly text: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
}

const CREDENTIAL_TEXT = /^dky_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export function makeSecret(): NewSecret {
  const prefix = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { text: `dky_${prefix}_${secret}`, prefix, secretHash: hashSecret(secret) };
}

export interface SentSecret {
  readonly prefix: string;
  readonly secretHash: Buffer;
}

/** Tells whether a text has the form of our credentials. */
export function isWholeCredential(text: string): boolean {
  return CREDENTIAL_TEXT.test(text);
}

/** Splits a text; returns null for a text that cannot be one of our credentials. */
export function splitSecret(text: string): SentSecret | null {
  const [, prefix, secret] = CREDENTIAL_TEXT.exec(text) ?? [];
  if (prefix === undefined || secret === undefined) return null;
  return { prefix, secretHash: hashSecret(secret) };
}

/** Compares in constant time, so that the duration reveals nothing about the secret. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Hashes the secret of every request: this call takes 0.7 microseconds, a `Hash` object 1.2. */
function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
