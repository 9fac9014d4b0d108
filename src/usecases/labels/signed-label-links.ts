import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Sealing, WrongKeyError } from '../../sealing/sealing.ts';
import {
  newSecret,
  readServiceSecret,
  replaceServiceSecret,
  SECRET_BYTES,
} from '../../storage/service-secrets.ts';
import type { Service } from '../service.ts';
import type { LabelLinks, SignedLabel } from './label-links.ts';

const SECRET_NAME = 'label links';
/** The purpose of the secret, for `Sealing`. */
const PLACE = 'service secret label links';

export interface SignedLabelLinksOptions {
  /** Returns the address that clients use, which is known only when the server listens. */
  readonly publicUrl: () => string;
  readonly validMs: number;
  readonly sealing: Sealing;
}

/**
 * Makes label links that expire and cannot be guessed. They need no credential, because packers and printers
 * have none. The signature covers account, shipment and expiry. All processes share its secret, so any
 * process can check any link.
 */
export class SignedLabelLinks implements LabelLinks {
  readonly #secret: Buffer;
  readonly #options: SignedLabelLinksOptions;

  private constructor(secret: Buffer, options: SignedLabelLinksOptions) {
    this.#secret = secret;
    this.#options = options;
  }

  static async open(service: Service, options: SignedLabelLinksOptions): Promise<SignedLabelLinks> {
    return new SignedLabelLinks(await readSecret(service, options.sealing), options);
  }

  labelUrl(accountId: string, shipmentId: string, now: Date): string {
    const expires = Math.floor((now.getTime() + this.#options.validMs) / 1000);
    const signature = this.#sign(accountId, shipmentId, expires).toString('base64url');
    return `${this.#options.publicUrl()}/labels/${accountId}/${shipmentId}?expires=${expires}&signature=${signature}`;
  }

  isValid({ accountId, shipmentId, expires, signature }: SignedLabel, now: Date): boolean {
    const sent = Buffer.from(signature, 'base64url');
    const expected = this.#sign(accountId, shipmentId, expires);
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
    return expires * 1000 > now.getTime();
  }

  #sign(accountId: string, shipmentId: string, expires: number): Buffer {
    return createHmac('sha256', this.#secret).update(`${accountId} ${shipmentId} ${expires}`).digest();
  }
}

/**
 * Reads the secret, which is encrypted if the service has a key. A plain secret of an earlier release is
 * encrypted unchanged, so its links stay valid. A secret that was encrypted with another key is lost, and its
 * links become invalid.
 */
async function readSecret({ database, now }: Service, sealing: Sealing): Promise<Buffer> {
  const kept = (secret: Buffer) => (sealing.hasKey ? sealing.seal(secret.toString('base64'), PLACE) : secret);
  for (;;) {
    const before = await readServiceSecret(database, SECRET_NAME, now(), () => kept(newSecret()));
    const isPlain = before.length === SECRET_BYTES;
    const secret = isPlain ? before : opened(before, sealing);
    if (secret !== null && isPlain === !sealing.hasKey) return secret;
    await replaceServiceSecret(database, SECRET_NAME, { before, after: kept(secret ?? newSecret()) });
  }
}

function opened(sealed: Buffer, sealing: Sealing): Buffer | null {
  try {
    return Buffer.from(sealing.open(sealed, PLACE), 'base64');
  } catch (error) {
    if (error instanceof WrongKeyError) return null;
    throw error;
  }
}
