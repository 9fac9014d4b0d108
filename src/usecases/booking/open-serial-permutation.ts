import { createCipheriv } from 'node:crypto';
import { type Mix, SerialPermutation } from '../../domain/orders/serial-permutation.ts';
import { readServiceSecret } from '../../storage/service-secrets.ts';
import type { Service } from '../service.ts';

const SECRET_NAME = 'tracking numbers';

/**
 * Opens the service's permutation, which turns serials into tracking numbers. Its secret is in the database
 * and so in its backups: after a restore, no number is given twice.
 */
export async function openSerialPermutation({ database, now }: Service): Promise<SerialPermutation> {
  return new SerialPermutation(secretMix(await readServiceSecret(database, SECRET_NAME, now())));
}

const BLOCK_BYTES = 16;

/** Returns AES for one block. @param secret 32 bytes */
export function secretMix(secret: Buffer): Mix {
  const cipher = createCipheriv('aes-256-ecb', secret, null).setAutoPadding(false);
  const block = Buffer.alloc(BLOCK_BYTES);
  return (round, half) => {
    block.writeUInt32BE(round, 0);
    block.writeUInt32BE(half, 4);
    return cipher.update(block).readUIntBE(0, 6);
  };
}
