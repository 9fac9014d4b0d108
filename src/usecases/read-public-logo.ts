import { findPublicLogo } from '../storage/logos.ts';
import type { Service } from './service.ts';

/** The logo at a public address, or null. Links that were sent to customers keep working after the store changed its logo. */
export async function readPublicLogo(
  service: Service,
  address: { storeId: string; contentHash: string; extension: string },
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  return findPublicLogo(service.database, address.storeId, address.contentHash, address.extension);
}
