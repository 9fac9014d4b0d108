import { validate as isUuid } from 'uuid';
import { type BrandPalette, paletteOf } from '../../domain/brand-color.ts';
import { type ReadLanguage, readLanguage } from '../../domain/languages/languages.ts';
import { DEFAULT_LANGUAGES } from '../../domain/store.ts';
import { type Brand, readBrandOfStore } from '../../storage/stores/brands.ts';
import type { Service } from '../service.ts';

export interface StoreBrand {
  readonly storeId: string;
  readonly brand: Brand;
  readonly palette: BrandPalette | null;
}

export interface FormTheme extends ReadLanguage {
  /** Null for a form without a store. */
  readonly store: StoreBrand | null;
}

/**
 * Returns the theme of the form: the brand of the store that linked to it, and the first wanted language that
 * the store has. Without a store, or if the store cannot be read now, returns the plain theme.
 */
export async function dressForm(
  service: Pick<Service, 'database'>,
  storeId: string,
  wanted: readonly string[],
): Promise<FormTheme> {
  const store = storeId === '' ? null : await findStoreBrand(service, storeId).catch(() => null);
  return { store, ...readLanguage(store?.brand.languages ?? DEFAULT_LANGUAGES, wanted) };
}

/** Returns the brand of an active store of any account; null if no such store exists. */
async function findStoreBrand(
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
