import type { NewStore } from '../../src/resources/store.ts';
import type { NewWarehouse } from '../../src/resources/warehouse.ts';
import { listStoresWith } from '../../src/storage/stores/stores.ts';
import { listWarehouses } from '../../src/storage/warehouses/warehouses.ts';
import type { CourierParts } from '../../src/usecases/couriers/courier-parts.ts';
import type { AccountContext } from '../../src/usecases/service.ts';
import { checkLogo } from '../../src/usecases/stores/check-logo.ts';
import { createStore } from '../../src/usecases/stores/stores.ts';
import { createWarehouse } from '../../src/usecases/warehouses/warehouses.ts';
import { drawLogo, type LogoDrawing } from './draw-logo.ts';
import type { Shop } from './sample-order.ts';

export interface SampleStore {
  readonly storeName: string;
  readonly brandName: string;
  readonly logo: LogoDrawing;
  readonly details: Omit<NewStore, 'storeName' | 'brandName'>;
}

export const SAMPLE_STORES: readonly SampleStore[] = [
  {
    storeName: 'chai-and-co',
    brandName: 'Chai & Co',
    details: {
      supportPhone: '1800 100 0001',
      supportEmail: 'help@chai.example',
      siteUrl: 'https://chai.example',
      returnPolicyUrl: 'https://chai.example/returns',
      returnDays: 7,
      legalName: 'Chai and Company Private Limited',
      invoicePrefix: 'CHAI',
      gstRate: '5',
    },
    logo: {
      ground: '#7a3b12',
      ink: '#ffe8c7',
      shapes: `<path d="M24 42h42v16a20 20 0 0 1-42 0z"/>
        <path d="M66 46h6a9 9 0 0 1 0 18h-8" fill="none" stroke="currentColor" stroke-width="6"/>
        <path d="M36 34c-5-7 5-10 0-18M52 34c-5-7 5-10 0-18" fill="none" stroke="currentColor" stroke-width="5"
          stroke-linecap="round"/><rect x="22" y="82" width="48" height="6" rx="3"/>`,
    },
  },
  {
    storeName: 'neel-handloom',
    brandName: 'Neel Handloom',
    details: {
      supportPhone: '1800 100 0002',
      supportEmail: 'help@neel.example',
      siteUrl: 'https://neel.example',
      returnPolicyUrl: 'https://neel.example/returns',
      returnDays: 10,
      legalName: 'Neel Handloom Private Limited',
      invoicePrefix: 'NEEL',
      gstRate: '5',
    },
    logo: {
      ground: '#1d3f8f',
      ink: '#f4f1e6',
      shapes: `<path d="M50 14 68 32 50 50 32 32z"/><path d="M50 50 68 68 50 86 32 68z"/>
        <path d="M32 32 50 50 32 68 14 50z" opacity=".55"/><path d="M68 32 86 50 68 68 50 50z" opacity=".55"/>`,
    },
  },
  {
    storeName: 'ghar-bazaar',
    brandName: 'Ghar Bazaar',
    details: {
      supportPhone: '1800 100 0003',
      supportEmail: 'help@ghar.example',
      siteUrl: 'https://ghar.example',
      returnPolicyUrl: 'https://ghar.example/returns',
      legalName: 'Ghar Bazaar Private Limited',
      invoicePrefix: 'GHAR',
      gstRate: '18',
    },
    logo: {
      ground: '#0b7a5a',
      ink: '#fdf6d8',
      shapes: `<path d="M50 18 84 46H74v34H26V46H16z"/><circle cx="50" cy="58" r="11" fill="#0b7a5a"/>
        <circle cx="50" cy="58" r="5"/>`,
    },
  },
];

export const SAMPLE_WAREHOUSES: readonly NewWarehouse[] = [
  {
    name: 'Okhla',
    contactPerson: 'Ravi Kumar',
    phone: '1000000001',
    email: 'okhla@shop.example',
    gstNo: '07ABCDE1234F1Z2',
    streetAddress: 'Shed 12, Okhla Phase I',
    zip: '110020',
    city: 'New Delhi',
    state: 'Delhi',
    country: 'India',
  },
  {
    name: 'Peenya',
    contactPerson: 'Lakshmi Gowda',
    phone: '1000000002',
    email: 'peenya@shop.example',
    gstNo: '29ABCDE1234F1ZW',
    streetAddress: 'Plot 44, Peenya Industrial Area',
    zip: '560058',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
  },
];

/** Returns the stores and warehouses of an account; creates the sample ones if it has none. */
export async function openShop(account: AccountContext & Pick<CourierParts, 'couriers'>): Promise<Shop> {
  const scope = account.database.account(account.accountId);
  const stores = await listStoresWith(scope, 'connected');
  const warehouses = (await listWarehouses(scope)).filter(({ isActive }) => isActive);
  const storeNames = stores.length > 0 ? stores.map(({ storeName }) => storeName) : await makeStores(account);
  const warehouseIds =
    warehouses.length > 0 ? warehouses.map(({ warehouseId }) => warehouseId) : await makeWarehouses(account);
  return { storeNames, warehouseIds };
}

async function makeStores(account: AccountContext): Promise<string[]> {
  const names: string[] = [];
  for (const { storeName, brandName, logo, details } of SAMPLE_STORES) {
    const bytes = await drawLogo(logo);
    await createStore(account, { storeName, brandName, ...details }, await checkLogo(bytes));
    names.push(storeName);
  }
  return names;
}

async function makeWarehouses(account: AccountContext & Pick<CourierParts, 'couriers'>): Promise<string[]> {
  const ids: string[] = [];
  for (const fields of SAMPLE_WAREHOUSES) ids.push(await createWarehouse(account, fields));
  return ids;
}
