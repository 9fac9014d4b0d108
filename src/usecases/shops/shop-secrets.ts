import type { Sealing } from '../../sealing/sealing.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';

/** The secret settings by name, with what the webhooks of the connection need. */
export interface ShopSecrets {
  readonly settings: Readonly<Record<string, string>>;
  /** The last part of the address to which the shop sends webhooks. */
  readonly hookToken: string;
  /** The last part of the address that the shop asks for rates; empty if it does not ask by itself. */
  readonly ratesToken: string;
  /** The shop signs webhooks with it, unless it has a secret of its own. */
  readonly hookSecret: string;
}

type Owner = Pick<StoredShop, 'accountId' | 'shopId'>;

/** @throws Problem `refused` if this installation has no key */
export function sealShopSecrets(sealing: Sealing, owner: Owner, secrets: ShopSecrets): Buffer {
  return sealing.seal(JSON.stringify(secrets), placeOf(owner));
}

/** @throws WrongKeyError */
export function openShopSecrets(sealing: Sealing, shop: Owner & Pick<StoredShop, 'secrets'>): ShopSecrets {
  if (shop.secrets === null) return { settings: {}, hookToken: '', ratesToken: '', hookSecret: '' };
  return JSON.parse(sealing.open(shop.secrets, placeOf(shop))) as ShopSecrets;
}

function placeOf({ accountId, shopId }: Owner): string {
  return `shop ${accountId} ${shopId}`;
}
