import type { StoreLogoAddress } from '../../domain/store.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';

/** In whose name a customer is addressed: the linked store's brand, else its name, else the account's. */
export interface Brand {
  readonly name: string;
  readonly storeId: string | null;
  readonly logo: StoreLogoAddress | null;
}

interface Row {
  name: string;
  store_id: string | null;
  logo_hash: string | null;
  logo_extension: string | null;
}

const BRAND: PreparedQuery = {
  name: 'brand-of-shipment',
  text: `select coalesce(st.brand_name, st.store_name, a.name) as name, st.store_id, st.logo_hash, st.logo_extension
    from shipments s
    join accounts a on a.account_id = $1
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    where s.account_id = $1 and s.shipment_id = $2`,
};

/** The brand of a shipment (domain: messages to customers); null for an unknown one. */
export async function findBrand(scope: AccountScope, shipmentId: string): Promise<Brand | null> {
  const [row] = await scope.preparedQuery<Row>(BRAND, [shipmentId]);
  if (row === undefined) return null;
  const { name, store_id: storeId, logo_hash: contentHash, logo_extension: extension } = row;
  return {
    name,
    storeId,
    logo: contentHash !== null && extension !== null ? { contentHash, extension } : null,
  };
}
