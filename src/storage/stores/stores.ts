import { type Language, STORE_DETAILS, type Store, type StoreStatus } from '../../domain/store.ts';
import type { AccountScope, AccountWriter, PreparedQuery } from '../account-scope.ts';
import { logoOf } from './logos.ts';

/** The unique constraint that decides races for a store name. */
export const STORE_NAME_TAKEN = 'store_name_is_unique';

interface StoreRow {
  store_id: string;
  store_name: string;
  brand_name: string | null;
  channel: string;
  status: StoreStatus;
  logo_hash: string | null;
  logo_extension: string | null;
  logo_color: string | null;
  brand_color: string | null;
  support_phone: string | null;
  support_email: string | null;
  support_whatsapp: string | null;
  site_url: string | null;
  return_policy_url: string | null;
  return_days: number | null;
  languages: Language[] | null;
  gstin: string | null;
  legal_name: string | null;
  legal_address: string | null;
  invoice_prefix: string | null;
  gst_rate: string | null;
}

const DETAIL_COLUMNS = STORE_DETAILS.map(([column]) => column);

const SELECT = `select s.store_id, s.store_name, s.brand_name, s.channel, s.status, s.logo_hash, s.logo_extension,
    logo.color as logo_color, ${DETAIL_COLUMNS.map((column) => `s.${column}`).join(', ')}
  from stores s
  ${logoOf('s')}
  where s.account_id = $1`;

const LIST_CONNECTED: PreparedQuery = {
  name: 'list-connected-stores',
  text: `${SELECT} and s.status = 'connected' order by s.created_at, s.store_id`,
};

/** The active stores, by creation time. */
export async function listConnectedStores(scope: AccountScope): Promise<Store[]> {
  const rows = await scope.preparedQuery<StoreRow>(LIST_CONNECTED, []);
  return rows.map(storeOfRow);
}

export async function findStore(scope: AccountScope, storeId: string): Promise<Store | null> {
  const [row] = await scope.rawQuery<StoreRow>(`${SELECT} and s.store_id = $2`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** Reads a store and locks it until the transaction ends, so that two changes happen one after the other. */
export async function lockStore(writer: AccountWriter, storeId: string): Promise<Store | null> {
  const [row] = await writer.rawQuery<StoreRow>(`${SELECT} and s.store_id = $2 for update of s`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** @throws a violation of `STORE_NAME_TAKEN` */
export async function insertStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.rawChange(
    `insert into stores (account_id, store_id, store_name, brand_name, channel, status, created_at, updated_at,
       ${DETAIL_COLUMNS.join(', ')})
     values ($1, $2, $3, $4, $5, $6, $7, $7, ${DETAIL_COLUMNS.map((_, index) => `$${8 + index}`).join(', ')})`,
    [
      store.storeId,
      store.storeName,
      store.brandName,
      store.channel,
      store.status,
      writer.now,
      ...STORE_DETAILS.map(([, key]) => store[key]),
    ],
  );
  await writer.global
    .insertInto('logo_addresses')
    .values({ store_id: store.storeId, account_id: writer.accountId })
    .execute();
}

/** Writes every field of the store. @throws a violation of `STORE_NAME_TAKEN` */
export async function updateStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.rawChange(
    `update stores set store_name = $3, brand_name = $4, status = $5, logo_hash = $6, logo_extension = $7,
       updated_at = $8, ${DETAIL_COLUMNS.map((column, index) => `${column} = $${9 + index}`).join(', ')}
      where account_id = $1 and store_id = $2`,
    [
      store.storeId,
      store.storeName,
      store.brandName,
      store.status,
      store.logo?.contentHash ?? null,
      store.logo?.extension ?? null,
      writer.now,
      ...STORE_DETAILS.map(([, key]) => store[key]),
    ],
  );
}

function storeOfRow(row: StoreRow): Store {
  return {
    storeId: row.store_id,
    storeName: row.store_name,
    brandName: row.brand_name,
    channel: row.channel,
    status: row.status,
    logo:
      row.logo_hash !== null && row.logo_extension !== null
        ? { contentHash: row.logo_hash, extension: row.logo_extension, color: row.logo_color }
        : null,
    brandColor: row.brand_color,
    supportPhone: row.support_phone,
    supportEmail: row.support_email,
    supportWhatsapp: row.support_whatsapp,
    siteUrl: row.site_url,
    returnPolicyUrl: row.return_policy_url,
    returnDays: row.return_days,
    languages: row.languages,
    gstin: row.gstin,
    legalName: row.legal_name,
    legalAddress: row.legal_address,
    invoicePrefix: row.invoice_prefix,
    gstRate: row.gst_rate,
  };
}
