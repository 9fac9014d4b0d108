import type { Sharp, SharpInput, SharpOptions } from 'sharp';

export type Picture = Sharp;

/** Opens or creates a picture: `sharp(bytes, options)`. */
export type OpenPicture = (input: SharpInput, options?: SharpOptions) => Picture;

let opening: Promise<OpenPicture> | undefined;

/**
 * Loads the picture library for the first picture: loading takes 30 MB and 0.1 s, which most commands never
 * need. Each picture uses one thread and no cache, and two pictures are processed at once. So memory is
 * bounded: with fifty simultaneous uploads of 2 MB, the whole process took at most 690 MB.
 */
export function openSharp(): Promise<OpenPicture> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return opening;
}
