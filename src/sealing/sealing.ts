import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { refused } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';

/** The key length of AES-256. */
export const SEALING_KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const KEY_MARK_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = 1 + KEY_MARK_BYTES;
const TEXT_AT = NONCE_AT + NONCE_BYTES;

const OTHER_KEY = say('sealed_with_other_key', 'it was sealed with another SECRETS_KEY than this one');

/** The secret was sealed with a different key than this installation has. */
export class WrongKeyError extends Error {
  readonly sentence = OTHER_KEY;

  constructor() {
    super(OTHER_KEY.text);
    this.name = 'WrongKeyError';
  }
}

/**
 * Encrypts secrets that we must be able to read again (an endpoint's signing secret, a courier's password),
 * so that the database and its backups do not reveal them. Secrets that we only compare are hashed instead.
 *
 * A sealed secret consists of a version byte, a key id, a nonce, the tag and the ciphertext (AES-256-GCM). A
 * copy in another row cannot be decrypted, because the place is authenticated too.
 */
export class Sealing {
  readonly #key: Buffer | null;
  readonly #mark: Buffer;

  /** @param key 32 bytes; null if there is no key, and then nothing can be sealed */
  constructor(key: Buffer | null) {
    if (key !== null && key.length !== SEALING_KEY_BYTES) throw new TypeError('a sealing key has 32 bytes');
    this.#key = key;
    this.#mark = createHash('sha256')
      .update('dakiya sealing key ')
      .update(key ?? '')
      .digest()
      .subarray(0, KEY_MARK_BYTES);
  }

  /** The bytes in each sealed secret, from the second on, that name the key. */
  get mark(): Buffer {
    return this.#mark;
  }

  get hasKey(): boolean {
    return this.#key !== null;
  }

  /**
   * @param place the place where the secret is stored, such as `webhook secret <account> <endpoint>`; needed
   * again to decrypt it
   * @throws Problem `refused` if there is no key
   */
  seal(text: string, place: string): Buffer {
    if (this.#key === null) {
      throw refused(
        say(
          'no_secrets_key',
          'No secret can be kept yet: the operator has to set SECRETS_KEY (see docs/how-to/rotate-secrets.md)',
        ),
      );
    }
    const head = Buffer.concat([Buffer.of(VERSION), this.#mark]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.concat([head, Buffer.from(place)]));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
  }

  /** Tells whether the secret was sealed with this key. */
  opens(sealed: Buffer): boolean {
    return this.#key !== null && this.#mark.equals(sealed.subarray(1, NONCE_AT));
  }

  /** @throws WrongKeyError if the secret was sealed with another key or for another place */
  open(sealed: Buffer, place: string): string {
    if (this.#key === null || !this.opens(sealed)) throw new WrongKeyError();
    try {
      const nonce = sealed.subarray(NONCE_AT, TEXT_AT);
      const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.concat([sealed.subarray(0, NONCE_AT), Buffer.from(place)]));
      decipher.setAuthTag(sealed.subarray(TEXT_AT, TEXT_AT + TAG_BYTES));
      const text = [decipher.update(sealed.subarray(TEXT_AT + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      throw new WrongKeyError();
    }
  }
}
