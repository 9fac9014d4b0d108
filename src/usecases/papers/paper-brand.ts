import type { PaperBrand } from '../../papers/a4/theme.ts';
import type { Brand } from '../../storage/stores/brands.ts';
import type { LastLogo } from './last-logo.ts';

/** More stores than that are not named one by one. */
export const MOST_NAMED = 3;

/** A store's brand as papers wear it. */
export async function paperBrandOf(brand: Brand, logos: LastLogo): Promise<PaperBrand> {
  return { name: brand.name, logo: await logos.of(brand), color: brand.color };
}

/** The brand of a paper about parcels of several stores: that of the only one, else their names in ink. */
export async function sharedPaperBrand(brands: Iterable<Brand>, logos: LastLogo): Promise<PaperBrand> {
  const byStore = new Map([...brands].map((brand) => [brand.storeId, brand]));
  const [first] = byStore.values();
  if (first !== undefined && byStore.size === 1) return paperBrandOf(first, logos);
  const names = [...byStore.values()].map(({ name }) => name);
  const more = names.length > MOST_NAMED ? ' and more' : '';
  return { name: `${names.slice(0, MOST_NAMED).join(', ')}${more}`, logo: null, color: null };
}
