import type { Sharp, SharpInput, SharpOptions } from 'sharp';

/** A picture in the library's processing pipeline. */
export type Picture = Sharp;

/** Opens a picture or makes one: `sharp(bytes, options)`. */
export type OpenPicture = (input: SharpInput, options?: SharpOptions) => Picture;

let opening: Promise<OpenPicture> | undefined;

/**
 * The picture library, loaded for the first picture, because it takes 30 MB and a tenth of a second, which
 * most commands never need. One thread and no cache for each picture, and two pictures at once, so that
 * memory is bounded whatever is uploaded: fifty simultaneous uploads of 2 MB took the whole process to 690 MB
 * at most.
 */
export function openSharp(): Promise<OpenPicture> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return opening;
}
