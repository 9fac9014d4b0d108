import { validate as isUuid } from 'uuid';
import { type BrandPalette, paletteOf } from '../../domain/brand-color.ts';
import { type Brand, readBrandOfStore } from '../../storage/stores/brands.ts';
import type { Service } from '../service.ts';

/** A store's brand, with the colours that its pages have; null where its colour is none. */
export interface StoreBrand {
  readonly storeId: string;
  readonly brand: Brand;
  readonly palette: BrandPalette | null;
}

/** The brand of a connected store of any account; null for what is none. */
export async function findStoreBrand(
  { database }: Pick<Service, 'database'>,
  storeId: string,
): Promise<StoreBrand | null> {
  const brand = isUuid(storeId) ? await readBrandOfStore(database, storeId) : null;
  if (brand === null) return null;
  return {
    storeId: storeId.toLowerCase(),
    brand,
    palette: brand.color === null ? null : paletteOf(brand.color),
  };
}
