import type { HexColor } from '../../domain/brand-color.ts';
import { DEFAULT_LANGUAGES, type Language, type StoreLogoAddress } from '../../domain/store.ts';
import { STORE_CONTACTS, type StoreContacts } from '../../resources/store.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { BRAND_NAME, storeAndAccount } from '../shipment-joins.ts';
import { findStoreOwner, logoOf } from './logos.ts';

export interface BrandLogo extends StoreLogoAddress {
  /** The width in pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** Tells whether the logo needs a dark background. */
  readonly isLight: boolean;
}

/** The brand for a customer, with its contacts: the linked store's, else the account's. */
export interface Brand extends StoreContacts {
  readonly name: string;
  readonly storeId: string | null;
  readonly logo: BrandLogo | null;
  /** The chosen colour, else the logo's colour; null if there is neither. */
  readonly color: HexColor | null;
  readonly languages: readonly Language[];
  /** The hosts of the account that may show its pages in a frame. */
  readonly frameHosts: readonly string[];
}

export interface BrandRow extends Omit<Brand, 'logo' | 'languages'> {
  readonly logoHash: string | null;
  readonly logoExtension: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly isLight: boolean | null;
  readonly languages: Language[] | null;
}

/** SQL for a brand: of the store `st` with its logo `logo`, and of the account `a`. */
export const BRAND_COLUMNS = `${BRAND_NAME} as name, st.store_id as "storeId",
      st.logo_hash as "logoHash", st.logo_extension as "logoExtension",
      a.frame_hosts as "frameHosts", logo.width, logo.height, logo.is_light as "isLight",
      coalesce(st.brand_color, logo.color) as color, st.languages, ${STORE_CONTACTS.selected('st')}`;

const BRANDS = {
  name: 'brands-of-shipments',
  text: `select s.shipment_id as "shipmentId", ${BRAND_COLUMNS}
    from shipments s
    ${storeAndAccount()}
    ${logoOf('st')}
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

const OF_STORE = {
  name: 'brand-of-store',
  text: `select ${BRAND_COLUMNS}
    from stores st
    join accounts a on a.account_id = st.account_id
    ${logoOf('st')}
    where st.account_id = $1 and st.store_id = $2 and st.status = 'connected'`,
};

/** Reads the brand of an active store of any account; null if the store does not exist. */
export async function readBrandOfStore(database: Database, storeId: string): Promise<Brand | null> {
  const accountId = await findStoreOwner(database, storeId);
  if (accountId === null) return null;
  const [row] = await database.account(accountId).read<BrandRow>(OF_STORE, [storeId]);
  return row === undefined ? null : brandOfRow(row);
}

/** Reads the brands of shipments, by shipment; unknown shipments are left out. */
export async function readBrands(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, Brand>> {
  const rows = await scope.read<BrandRow & { shipmentId: string }>(BRANDS, [shipmentIds]);
  return new Map(rows.map(({ shipmentId, ...row }) => [shipmentId, brandOfRow(row)]));
}

export function brandOfRow({
  logoHash,
  logoExtension,
  width,
  height,
  isLight,
  languages,
  ...brand
}: BrandRow): Brand {
  const logo =
    logoHash === null || logoExtension === null
      ? null
      : {
          contentHash: logoHash,
          extension: logoExtension,
          width: width ?? 0,
          height: height ?? 0,
          isLight: isLight ?? false,
        };
  return { ...brand, logo, languages: languages ?? DEFAULT_LANGUAGES };
}
