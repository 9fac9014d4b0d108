import type { Sharp, SharpInput, SharpOptions } from 'sharp';

/** A picture on its way through the library. */
export type Picture = Sharp;

/** Reads and makes pictures: `sharp(bytes, options)`. */
export type OpenPicture = (input: SharpInput, options?: SharpOptions) => Picture;

let opening: Promise<OpenPicture> | undefined;

/**
 * The picture library, loaded with the first picture: it takes 30 MB and a tenth of a second, which most commands never
 * need. One thread and no cache for each picture: with two at once, memory stays bounded whatever is uploaded. Fifty
 * uploads of 2 MB at once took the whole process to 690 MB at most.
 */
export function openSharp(): Promise<OpenPicture> {
  opening ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return opening;
}
