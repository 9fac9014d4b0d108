import { prepareLogo } from '../../papers/logo.ts';
import { findPublicLogo } from '../../storage/stores/logos.ts';
import type { Service } from '../service.ts';

/** The extension of the PNG copy of a WebP logo, for mail programs that cannot show WebP. */
export const PNG_OF_WEBP = 'webp.png';

interface PublicLogo {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Returns a public logo, or null. Links in sent messages still work after a store changes its logo. */
export async function readPublicLogo(
  service: Service,
  { storeId, contentHash, extension }: { storeId: string; contentHash: string; extension: string },
): Promise<PublicLogo | null> {
  const isCopy = extension === PNG_OF_WEBP;
  const logo = await findPublicLogo(service.database, storeId, contentHash, isCopy ? 'webp' : extension);
  return logo === null || !isCopy ? logo : pngOf(logo.bytes);
}

/** Converts a logo as for labels: on white, some hundred pixels wide, once, with a cache. */
async function pngOf(bytes: Buffer): Promise<PublicLogo | null> {
  const prepared = await prepareLogo(bytes);
  if (prepared === null) return null;
  const base64 = prepared.pngUri.slice(prepared.pngUri.indexOf(',') + 1);
  return { mediaType: 'image/png', bytes: Buffer.from(base64, 'base64') };
}
