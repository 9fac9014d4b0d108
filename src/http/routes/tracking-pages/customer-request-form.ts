import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { MOST_PHOTOS } from '../../../usecases/customer-requests/make-request.ts';
import {
  LARGEST_PHOTO_BYTES,
  type RequestPhoto,
  reEncodePhoto,
} from '../../../usecases/customer-requests/re-encode-photo.ts';
import type { QueueClient } from '../../../usecases/fair-queue.ts';

export interface CustomerRequestForm {
  /** The last value of each name. */
  readonly typed: Readonly<Record<string, string>>;
  readonly photos: readonly RequestPhoto[];
  /** True if a file was not a photo, or if the photos were too many or too large. */
  readonly hasBadPhoto: boolean;
}

/** A larger request is cut off instead of read to its end. */
const LARGEST_REQUEST_BYTES = MOST_PHOTOS * LARGEST_PHOTO_BYTES + 1024 * 1024;

/** Limits of `@fastify/multipart` for this form. */
export const ASKING_LIMITS = {
  fileSize: LARGEST_PHOTO_BYTES,
  fieldSize: 4 * 1024,
  fields: 120,
  files: MOST_PHOTOS,
  headerPairs: 50,
};

export const PHOTO_LIMITS = { count: MOST_PHOTOS, megabytes: LARGEST_PHOTO_BYTES / 1024 / 1024 };

/**
 * Reads a form with photos. Each photo is encoded again before the next is read, so that only one is in
 * memory.
 *
 * @throws Problem if the form cannot be read to its end, or as `reEncodePhoto` does
 */
export async function readCustomerRequestForm(
  request: FastifyRequest,
  taker: QueueClient,
): Promise<CustomerRequestForm> {
  if (!request.isMultipart())
    throw new Problem('unreadable', say('form_not_multipart', 'The form is not multipart/form-data'));
  let received = 0;
  const typed: Record<string, string> = Object.create(null);
  const photos: RequestPhoto[] = [];
  let hasBadPhoto = false;
  const tooLarge = new Promise<never>((_, reject) => {
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= LARGEST_REQUEST_BYTES) return;
      request.raw.unpipe();
      reject(new Problem('too_large', say('form_too_large', 'The form is too large')));
    });
  });
  const read = async () => {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') typed[part.fieldname] = part.value;
        continue;
      }
      const bytes = await part.toBuffer();
      if (bytes.length === 0) continue;
      const photo = part.file.truncated ? null : await reEncodePhoto(bytes, taker);
      if (photo === null) hasBadPhoto = true;
      else photos.push(photo);
    }
  };
  try {
    await Promise.race([read(), tooLarge]);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (/^FST_FILES_LIMIT/.test(String((error as { code?: unknown }).code))) hasBadPhoto = true;
    else
      throw new Problem('unreadable', say('form_not_complete', 'The form is not complete'), { cause: error });
  }
  return { typed, photos, hasBadPhoto };
}
