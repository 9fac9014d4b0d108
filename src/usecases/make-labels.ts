import { refused } from '../domain/errors.ts';
import type { ContactView, ShipmentView } from '../domain/listing/shipment-view.ts';
import { ZONES } from '../domain/zones/zone.ts';
import type { LabelContent, LabelParty } from '../labels/label-content.ts';
import type { AccountScope } from '../storage/account-scope.ts';
import { type LabelDetails, readLabelDetails } from '../storage/label-details.ts';
import { findLogo } from '../storage/logos.ts';
import { readShipmentViews } from '../storage/shipment-views.ts';
import type { Service } from './service.ts';

/** How labels are written: for any printer, or for thermal ones. */
export const LABEL_FORMATS = ['pdf', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/**
 * The labels of shipments, in the order of the ids, in pieces as they are made.
 *
 * The renderer is loaded when the first label is asked for: it takes 0.2 s, which a service that prints
 * none and every operator command would pay at start.
 *
 * @throws Problem `refused`, before the first piece, naming each shipment that is unknown or has no
 * tracking number yet
 */
export async function makeLabels(
  service: Service,
  accountId: string,
  shipmentIds: readonly string[],
  format: LabelFormat,
): Promise<AsyncGenerator<Buffer | string, void, undefined>> {
  const contents = await readLabels(service, service.database.account(accountId), shipmentIds);
  const { renderPdf, renderZpl } = await import('../labels/render-labels.ts');
  return format === 'zpl' ? renderZpl(contents) : renderPdf(contents, service.now().getTime());
}

async function readLabels(
  service: Service,
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<LabelContent[]> {
  const [views, details] = await Promise.all([
    readShipmentViews(scope, shipmentIds),
    readLabelDetails(scope, shipmentIds),
  ]);
  const byId = new Map(views.map((view) => [view.shipmentId, view]));
  const problems = shipmentIds.flatMap((id) => {
    const view = byId.get(id);
    if (view === undefined) return [`shipment ${id} is not a shipment of this account`];
    return view.trackingNumber === null ? [`shipment ${id} has no tracking number yet`] : [];
  });
  if (problems.length > 0) throw refused(problems);
  const logos = await readLogos(scope, [...details.values()]);
  const printedAt = service.now().getTime();
  return views.flatMap((view) => {
    const own = details.get(view.shipmentId);
    return own === undefined ? [] : [contentOf(view, own, logos.get(own.storeId ?? '') ?? null, printedAt)];
  });
}

/** One read for each store, so that its labels share the bytes. */
async function readLogos(
  scope: AccountScope,
  details: readonly LabelDetails[],
): Promise<Map<string, Buffer | null>> {
  const logos = new Map<string, Buffer | null>();
  for (const { storeId, logoHash } of details) {
    if (storeId === null || logoHash === null || logos.has(storeId)) continue;
    logos.set(storeId, await findLogo(scope, storeId, logoHash));
  }
  return logos;
}

function contentOf(
  view: ShipmentView,
  details: LabelDetails,
  logo: Buffer | null,
  printedAt: number,
): LabelContent {
  const { warehouse } = details;
  const brandName = details.brandName ?? details.storeName ?? details.accountName;
  return {
    brandName,
    logo,
    sender: {
      name: brandName,
      phone: warehouse.phone,
      addressLines: [warehouse.name, warehouse.streetAddress],
      city: warehouse.city,
      state: warehouse.state,
      pincode: warehouse.zip,
    },
    returnTo: null,
    receiver: partyOf(view.shipping),
    trackingNumber: view.trackingNumber ?? '',
    carrierName: view.carrier?.name ?? '',
    serviceName: null,
    payment: view.isCod ? { cod: view.codAmountPaise } : 'prepaid',
    appliedWeightGrams: view.appliedWeight / 100,
    dimensions: details.dimensions,
    orderDisplayId: view.order.displayId,
    orderDate: view.order.orderDate.getTime(),
    items: view.items.map(({ name, sku, quantity }) => ({ name, sku, quantity })),
    routing: { zone: ZONES.find((zone) => `zone_${zone.toLowerCase()}` === view.zone) ?? 'A', code: null },
    printedAt,
  };
}

function partyOf(contact: ContactView): LabelParty {
  return {
    name: [contact.firstName, contact.lastName].filter((part) => part !== null).join(' '),
    phone: contact.phone,
    addressLines: [contact.address, contact.address2].filter((line) => line !== null),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}
