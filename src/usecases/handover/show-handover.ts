import {
  type Manifest,
  type ManifestState,
  manifestState,
  type Pickup,
  type WaitingParcels,
} from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { type ManifestPage, ROWS_PER_PAGE } from '../../papers/manifests/manifest-page.ts';
import { notFound } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  findManifest,
  listManifests,
  listParcels,
  parcelsOfStores,
} from '../../storage/handover/manifests.ts';
import { listPickups } from '../../storage/handover/pickups.ts';
import { countWaitingParcels } from '../../storage/handover/waiting-parcels.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { readBrands } from '../../storage/stores/brands.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { Client } from '../long-work.ts';
import { LastLogo, MOST_NAMED, sharedPaperBrand } from '../papers/paper-brand.ts';
import type { PaperParts } from '../papers/print-papers.ts';
import type { AccountActor, AccountContext, Service } from '../service.ts';

export { canReopen, MANIFEST_STATES, type Pickup } from '../../domain/handover/handover.ts';

export type ShownManifest = Manifest & { readonly state: ManifestState };

export async function listAccountManifests(
  { database, accountId, now }: Pick<AccountActor, 'database' | 'accountId' | 'now'>,
  page: NewestPage & { readonly state: ManifestState | null },
): Promise<Newest<ShownManifest>> {
  const at = now();
  const today = indiaDate(at.getTime());
  const found = await listManifests(database.account(accountId), { ...page, today });
  return { ...found, rows: found.rows.map((manifest) => shown(manifest, at)) };
}

/** Counts the parcels that wait for their courier, by warehouse and carrier. */
export function showWaitingParcels(
  { database, accountId, now }: AccountContext,
  signal: AbortSignal,
): Promise<WaitingParcels[]> {
  return countWaitingParcels(database.account(accountId, signal), indiaDate(now().getTime()));
}

/** @throws Problem `not_found` */
export async function getManifest(
  { database, accountId, now }: AccountContext,
  manifestId: string,
): Promise<ShownManifest> {
  const manifest = await findManifest(database.account(accountId), manifestId);
  if (manifest === null) throw notFound('Manifest');
  return shown(manifest, now());
}

export function listAccountPickups(
  { database, accountId }: Pick<AccountActor, 'database' | 'accountId'>,
  page: NewestPage,
): Promise<Newest<Pickup>> {
  return listPickups(database.account(accountId), page);
}

/** Prints a manifest as PDF, in parts. @throws Problem `not_found`; as `LongWork`, before the first part */
export async function printManifest(
  account: AccountContext & PaperParts,
  manifestId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const manifest = await getManifest(account, manifestId);
  const { accountId, longWork, renderPapers, database } = account;
  const scope = database.account(accountId, client.signal);
  const pages = readPages(account, scope, manifest);
  return longWork.inParts(
    { accountId, ...client },
    renderPapers('manifest', pages, manifest.createdAt.getTime()),
  );
}

async function* readPages(
  { database, accountId }: Pick<Service, 'database'> & { readonly accountId: string },
  scope: AccountScope,
  manifest: Manifest,
): AsyncGenerator<ManifestPage, void, undefined> {
  const warehouse = await findWarehouse(database.account(accountId), manifest.warehouseId);
  if (warehouse === null) throw new Error(`Manifest ${manifest.manifestId} has no warehouse`);
  const ofStores = await parcelsOfStores(scope, manifest.manifestId, MOST_NAMED + 1);
  const brands = await readBrands(scope, ofStores);
  const brand = await sharedPaperBrand(brands.values(), new LastLogo(scope));
  // A manifest without parcels is an empty page.
  const pages = Math.max(1, Math.ceil(manifest.parcels / ROWS_PER_PAGE));
  let after: string | null = null;
  for (let page = 1; page <= pages; page += 1) {
    const parcels: Awaited<ReturnType<typeof listParcels>> = await listParcels(
      scope,
      manifest.manifestId,
      after,
      ROWS_PER_PAGE,
    );
    after = parcels.at(-1)?.shipmentId ?? after;
    yield {
      paper: 'manifest',
      brand,
      manifestId: manifest.manifestId,
      carrierName: manifest.carrierName,
      sender: {
        name: warehouse.name,
        phone: warehouse.phone,
        addressLines: [warehouse.streetAddress],
        city: warehouse.city,
        state: warehouse.state,
        pincode: warehouse.zip,
      },
      day: Date.parse(`${manifest.day}T00:00:00+05:30`),
      parcels: manifest.parcels,
      page,
      pages,
      firstRow: (page - 1) * ROWS_PER_PAGE + 1,
      rows: parcels.map((parcel) => ({
        trackingNumber: parcel.trackingNumber,
        orderDisplayId: parcel.displayId,
        receiver: parcel.consignee ?? '',
        place: [parcel.city, parcel.pincode].filter((part) => part !== null).join(' - '),
        weightGrams: parcel.appliedCentigrams / 100,
        codPaise: parcel.codAmountPaise,
      })),
      madeAt: manifest.createdAt.getTime(),
    };
  }
}

function shown(manifest: Manifest, now: Date): ShownManifest {
  return { ...manifest, state: manifestState(manifest, now) };
}
