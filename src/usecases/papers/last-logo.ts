import type { AccountScope } from '../../storage/account-scope.ts';
import type { Brand } from '../../storage/stores/brands.ts';
import { findLogo } from '../../storage/stores/logos.ts';

/** A logo may have 2 MB: papers of one store that follow one another share its bytes, and no others are kept. */
export class LastLogo {
  readonly #scope: AccountScope;
  #hash: string | null = null;
  #bytes: Buffer | null = null;

  constructor(scope: AccountScope) {
    this.#scope = scope;
  }

  /** The logo's bytes; null where the brand has none. */
  async of({ storeId, logo }: Brand): Promise<Buffer | null> {
    if (storeId === null || logo === null) return null;
    if (this.#hash !== logo.contentHash) {
      this.#bytes = await findLogo(this.#scope, storeId, logo.contentHash);
      this.#hash = logo.contentHash;
    }
    return this.#bytes;
  }
}
