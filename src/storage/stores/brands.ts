import type { StoreLogoAddress } from '../../domain/store.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { BRAND_NAME, STORE_AND_ACCOUNT } from '../shipment-joins.ts';

/** In whose name a customer is addressed: the linked store's brand, else its name, else the account's. */
export interface Brand {
  readonly name: string;
  readonly storeId: string | null;
  readonly logo: StoreLogoAddress | null;
}

interface Row {
  shipment_id: string;
  name: string;
  store_id: string | null;
  logo_hash: string | null;
  logo_extension: string | null;
}

const BRANDS: PreparedQuery = {
  name: 'brands-of-shipments',
  text: `select s.shipment_id, ${BRAND_NAME} as name, st.store_id, st.logo_hash, st.logo_extension
    from shipments s
    ${STORE_AND_ACCOUNT}
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

/** The brands of shipments, by shipment (domain: messages to customers); unknown ones are left out. */
export async function readBrands(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, Brand>> {
  const rows = await scope.preparedQuery<Row>(BRANDS, [shipmentIds]);
  return new Map(
    rows.map(
      ({ shipment_id, name, store_id: storeId, logo_hash: contentHash, logo_extension: extension }) => {
        const logo = contentHash !== null && extension !== null ? { contentHash, extension } : null;
        return [shipment_id, { name, storeId, logo }];
      },
    ),
  );
}
