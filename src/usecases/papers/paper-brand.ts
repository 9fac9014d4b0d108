import type { PaperBrand } from '../../papers/a4/theme.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import type { Brand } from '../../storage/stores/brands.ts';
import { findLogo } from '../../storage/stores/logos.ts';

/** Caches the last logo, which may have 2 MB: consecutive papers of one store share its bytes. */
export class LastLogo {
  readonly #scope: AccountScope;
  #hash: string | null = null;
  #bytes: Buffer | null = null;

  constructor(scope: AccountScope) {
    this.#scope = scope;
  }

  /** Returns the logo's bytes; null if the brand has no logo. */
  async of({ storeId, logo }: Brand): Promise<Buffer | null> {
    if (storeId === null || logo === null) return null;
    if (this.#hash !== logo.contentHash) {
      this.#bytes = await findLogo(this.#scope, storeId, logo.contentHash);
      this.#hash = logo.contentHash;
    }
    return this.#bytes;
  }
}

/** If more stores share a paper, the others are not named. */
export const MOST_NAMED = 3;

export async function paperBrandOf(brand: Brand, logos: LastLogo): Promise<PaperBrand> {
  return { name: brand.name, logo: await logos.of(brand), color: brand.color };
}

/** Returns the brand of a paper for several shipments: their only store, or all names without colour. */
export async function sharedPaperBrand(brands: Iterable<Brand>, logos: LastLogo): Promise<PaperBrand> {
  const byStore = new Map([...brands].map((brand) => [brand.storeId, brand]));
  const [first] = byStore.values();
  if (first !== undefined && byStore.size === 1) return paperBrandOf(first, logos);
  const names = [...byStore.values()].map(({ name }) => name);
  const more = names.length > MOST_NAMED ? ' and more' : '';
  return { name: `${names.slice(0, MOST_NAMED).join(', ')}${more}`, logo: null, color: null };
}
