import { validate as isUuid } from 'uuid';
import { type BrandPalette, paletteOf } from '../../domain/brand-color.ts';
import { type ReadLanguage, readLanguage } from '../../domain/languages/languages.ts';
import { DEFAULT_LANGUAGES } from '../../domain/store.ts';
import { type Brand, readBrandOfStore } from '../../storage/stores/brands.ts';
import type { Service } from '../service.ts';

/** A store's brand, with the colours of its pages; null without a colour. */
export interface StoreBrand {
  readonly storeId: string;
  readonly brand: Brand;
  readonly palette: BrandPalette | null;
}

/** The brand of the form that finds a parcel. */
export interface FormTheme extends ReadLanguage {
  /** Null for no store's. */
  readonly store: StoreBrand | null;
}

/**
 * The theme of the form: that of the store whose link led there, in the first wanted language that it has.
 * Without a store, or if it cannot be read now, the plain theme.
 */
export async function dressForm(
  service: Pick<Service, 'database'>,
  storeId: string,
  wanted: readonly string[],
): Promise<FormTheme> {
  const store = storeId === '' ? null : await findStoreBrand(service, storeId).catch(() => null);
  return { store, ...readLanguage(store?.brand.languages ?? DEFAULT_LANGUAGES, wanted) };
}

/** The brand of an active store of any account; null if there is none. */
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
