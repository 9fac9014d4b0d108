import type { LabelDetail } from '../../carriers/courier.ts';
import { supplierGstin } from '../../domain/invoices/draft-invoice.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { type Contact, consigneeOf, fullNameOf } from '../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { outcomeOf } from '../../domain/tracking/outcome.ts';
import type { CourierLabelPages } from '../../papers/courier-label.ts';
import type {
  LabelContent,
  LabelFormat,
  LabelPaper,
  LabelParty,
  LabelPayment,
  RequiredDetails,
} from '../../papers/labels/label-content.ts';
import { fieldProblem, type ProblemCode, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, type Sentence, say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { readCourierLabel } from '../../storage/labels/courier-labels.ts';
import { type LabelDetails, readLabelDetails } from '../../storage/labels/label-details.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { readBrands } from '../../storage/stores/brands.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { Client } from '../long-work.ts';
import { LastLogo } from '../papers/paper-brand.ts';
import { notShipment, type PaperParts } from '../papers/print-papers.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { Service } from '../service.ts';
import { shipmentsWithCourierLabel } from './courier-labels.ts';

export {
  LABEL_FORMATS,
  LABEL_PAPERS,
  type LabelFormat,
  type LabelPaper,
} from '../../papers/labels/label-content.ts';

export interface PrintedLabels {
  readonly shipmentIds: readonly string[];
  readonly format: LabelFormat;
  /** The paper; ZPL is only for rolls. */
  readonly paper: LabelPaper;
}

/** The number of shipments that are loaded at once, so that a large file needs little memory. */
const READ_AT_ONCE = 20;

/**
 * Makes a label for each shipment, in the order of the ids, in parts.
 *
 * @throws Problem before the first part: `refused`, naming each shipment that is unknown or has no tracking
 * number yet; if too much is in progress, as `LongWork`
 */
export function makeLabels(
  service: Service & CourierParts & RateParts & PaperParts,
  accountId: string,
  wanted: PrintedLabels,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const labels = service.database.readInParts(accountId, (from) =>
    printLabels(
      service,
      {
        scope: from.account(accountId, client.signal),
        // From the primary, because a replica may lack a label that was just fetched.
        kept: service.database.account(accountId, client.signal),
      },
      wanted,
    ),
  );
  return service.longWork.inParts({ accountId, ...client }, labels);
}

interface LabelScopes {
  readonly scope: AccountScope;
  /** Reads the couriers' own labels, from the primary. */
  readonly kept: AccountScope;
}

async function* printLabels(
  service: Service & CourierParts & RateParts & PaperParts,
  { scope, kept }: LabelScopes,
  { shipmentIds, format, paper }: PrintedLabels,
): AsyncGenerator<Buffer, void, undefined> {
  if (format === 'zpl' && paper !== '4x6') throw refused(fieldProblem('paper', 'not_allowed', ZPL_ON_A4));
  const shipments = await printable(scope, shipmentIds);
  const theirs = await shipmentsWithCourierLabel(service, scope.accountId, shipments);
  if (format === 'zpl') refuseInZpl(shipmentIds, theirs);
  const ids = [...new Set(shipmentIds)];
  const [only] = ids;
  if (ids.length === 1 && only !== undefined && theirs.has(only)) {
    const label = await readCourierLabel(kept, only);
    if (label !== null) return yield label;
  }
  const printedAt = service.now().getTime();
  const labels = readLabels(service, { scope, kept }, { ids, theirs, printedAt });
  const ownFormat = paper === '4x6' ? format : paper;
  yield* service.renderPapers(theirs.size === 0 ? ownFormat : `merged ${paper}`, labels, printedAt);
}

/** @throws Problem `refused` */
function refuseInZpl(shipmentIds: readonly string[], theirs: ReadonlySet<string>): void {
  const problems = shipmentIds.flatMap((id, index) => {
    if (!theirs.has(id)) return [];
    const sentence = say(
      'label_only_as_pdf',
      "shipment {shipment_id} has its courier's own label, which is only available as PDF",
      { shipment_id: id },
    );
    return [labelProblem(index, 'not_allowed', sentence)];
  });
  if (problems.length > 0) throw refused(problems);
}

/** @throws Problem `refused` */
async function printable(scope: AccountScope, shipmentIds: readonly string[]): Promise<Shipment[]> {
  const shipments = await findShipments(scope, shipmentIds);
  const byId = new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
  const problems = shipmentIds.flatMap((id, index) => {
    const shipment = byId.get(id);
    if (shipmentIds.indexOf(id) < index) return [];
    if (shipment === undefined) {
      return [labelProblem(index, 'unknown', notShipment(id))];
    }
    if (shipment.trackingNumber !== null) return [];
    const sentence = say('no_tracking_number_yet', 'shipment {shipment_id} has no tracking number yet', {
      shipment_id: id,
    });
    return [labelProblem(index, 'not_allowed', sentence)];
  });
  if (problems.length > 0) throw refused(problems);
  return shipments;
}

function labelProblem(index: number, code: ProblemCode, sentence: Sentence): ProblemDetail {
  return fieldProblem(`shipment_ids[${index}]`, code, sentence);
}

const ZPL_ON_A4 = about('zpl_needs_4x6', 'must be 4x6 if format is zpl, because thermal printers have no A4');

async function* readLabels(
  { couriers, directory }: Pick<RateParts, 'directory'> & Pick<CourierParts, 'couriers'>,
  { scope, kept }: LabelScopes,
  {
    ids: shipmentIds,
    theirs,
    printedAt,
  }: { readonly ids: readonly string[]; readonly theirs: ReadonlySet<string>; readonly printedAt: number },
): AsyncGenerator<LabelContent | CourierLabelPages, void, undefined> {
  const logos = new LastLogo(scope);
  for (let from = 0; from < shipmentIds.length; from += READ_AT_ONCE) {
    const ids = shipmentIds.slice(from, from + READ_AT_ONCE);
    const [views, details, brands] = await Promise.all([
      readShipmentViews(scope, ids),
      readLabelDetails(scope, ids),
      readBrands(scope, ids),
    ]);
    for (const view of views) {
      const courierPdf = theirs.has(view.shipmentId) ? await readCourierLabel(kept, view.shipmentId) : null;
      if (courierPdf !== null) {
        yield { courierPdf };
        continue;
      }
      const own = details.get(view.shipmentId);
      const brand = brands.get(view.shipmentId);
      if (own === undefined || brand === undefined) continue;
      const content = contentOf(view, own, { name: brand.name, logo: await logos.of(brand) }, printedAt);
      const { receiver } = content;
      const wanted = own.adapter === null ? [] : (couriers.named(own.adapter)?.can.onLabel ?? []);
      const requiredDetails = requiredDetailsOf(wanted, view, own);
      yield {
        ...content,
        requiredDetails,
        receiver: { ...receiver, latinPlace: latinPlaceOf(receiver, directory) },
      };
    }
  }
}

function contentOf(
  view: ShipmentView,
  { warehouse, dimensions, routingCode }: LabelDetails,
  brand: { readonly name: string; readonly logo: Buffer | null },
  printedAt: number,
): Omit<LabelContent, 'requiredDetails'> {
  const store = {
    name: brand.name,
    phone: warehouse.phone,
    addressLines: [warehouse.name, warehouse.streetAddress],
    city: warehouse.city,
    state: warehouse.state,
    pincode: warehouse.zip,
  };
  return {
    brandName: brand.name,
    logo: brand.logo,
    ...(view.journey === 'return'
      ? // Returned goods belong to the shop, even if they go elsewhere.
        { sender: partyOf(view.billing), returnTo: store, payment: 'return' }
      : { sender: store, returnTo: null, payment: paymentOf(view) }),
    receiver: partyOf(consigneeOf(view)),
    trackingNumber: view.trackingNumber ?? '',
    carrierName: view.carrier?.name ?? '',
    serviceName: null,
    outcome: outcomeOf(view.status),
    appliedWeightGrams: view.appliedCentigrams / 100,
    dimensions: dimensions,
    orderDisplayId: view.order.displayId,
    orderDate: view.order.orderDate.getTime(),
    items: view.items.map(({ name, sku, units }) => ({ name, sku, quantity: units })),
    routing: { zone: view.zone, code: routingCode },
    printedAt,
  };
}

function paymentOf({ isCod, codAmountPaise, totalPricePaise }: ShipmentView): LabelPayment {
  if (!isCod) return 'prepaid';
  return { cod: codAmountPaise, partOf: codAmountPaise < totalPricePaise ? totalPricePaise : null };
}

/** Returns the details that the courier requires; null if it requires nothing, and for returns. */
function requiredDetailsOf(
  wanted: readonly LabelDetail[],
  { journey, totalPricePaise }: ShipmentView,
  { gstin, invoice }: LabelDetails,
): RequiredDetails | null {
  if (wanted.length === 0 || journey === 'return') return null;
  const value = { number: invoice?.number ?? null, valuePaise: invoice?.valuePaise ?? totalPricePaise };
  return {
    gstin: wanted.includes('gstin') ? supplierGstin(gstin.ofStore, gstin.ofWarehouse) : null,
    invoice: wanted.includes('invoice') ? value : null,
    hasOrderBars: wanted.includes('order_barcode'),
  };
}

const LATIN = /^[\u0020-\u024f]*$/;

/** Returns city and state in Latin letters if the address is in a script that some sorters cannot read. */
function latinPlaceOf({ city, state, pincode }: LabelParty, directory: PincodeDirectory): string | null {
  if (LATIN.test(city) && LATIN.test(state)) return null;
  const place = directory.find(pincode);
  return place === null ? null : `${place.city}, ${place.state}`;
}

function partyOf(contact: Contact): LabelParty {
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    addressLines: [contact.address, contact.address2].filter((line) => line !== null),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}
