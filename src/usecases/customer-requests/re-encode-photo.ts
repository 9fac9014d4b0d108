import { openSharp } from '../../pictures/sharp.ts';
import type { RequestPhoto } from '../../storage/customer-requests/requests.ts';
import { FairQueue, type QueueClient } from '../fair-queue.ts';

export type { RequestPhoto };

import { readImageHeader } from '../stores/image-header.ts';

/** The size limit of a photo, enough for a phone's camera. */
export const LARGEST_PHOTO_BYTES = 12 * 1024 * 1024;
const MOST_PIXELS = 64_000_000;
const MOST_JPEG_SCANS = 100;
/** The longest side of each size, in pixels: `full` shows a broken seam, `small` suits a sharp screen. */
const LONGEST_SIDES = { full: 1_600, small: 160 } as const;

export type PhotoSize = keyof typeof LONGEST_SIDES;

const QUALITY = 78;
const LONGEST_WORK_SECONDS = 15;
/** A waiting photo takes up to 12 MB. */
const turns = new FairQueue({ atOnce: 2, perSharer: 2, waitingPerSharer: 8, waiting: 16 });

/**
 * Encodes a customer's photo again: upright, no larger than needed, without the camera's metadata (place and
 * time). Returns null if it is no complete photo, or has a format that no camera makes.
 *
 * @throws as `FairQueue.enter`
 */
export async function reEncodePhoto(
  bytes: Buffer,
  taker: QueueClient,
  size: PhotoSize = 'full',
): Promise<RequestPhoto | null> {
  const header = readImageHeader(bytes);
  if (header === null || header.size === null || header.mediaType === 'image/gif') return null;
  const { width, height } = header.size;
  if (width * height > MOST_PIXELS || header.frames > 1 || header.passes > MOST_JPEG_SCANS) return null;
  return turns.take(taker, () => draw(bytes, LONGEST_SIDES[size]));
}

async function draw(bytes: Buffer, longestSide: number): Promise<RequestPhoto | null> {
  try {
    const sharp = await openSharp();
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: LONGEST_WORK_SECONDS })
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch {
    return null;
  }
}
