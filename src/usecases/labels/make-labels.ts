import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { type Contact, consigneeOf, fullNameOf } from '../../domain/orders/order.ts';
import { outcomeOf } from '../../domain/tracking/outcome.ts';
import type { LabelContent, LabelFormat, LabelParty } from '../../labels/label-content.ts';
import { fieldProblem, type ProblemCode, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { type LabelDetails, readLabelDetails } from '../../storage/labels/label-details.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { type Brand, readBrands } from '../../storage/stores/brands.ts';
import { findLogo } from '../../storage/stores/logos.ts';
import type { Client } from '../long-work.ts';
import type { ShippingService } from '../service.ts';

export { LABEL_FORMATS, type LabelFormat } from '../../labels/label-content.ts';

/** Read at a time, so that a file of many holds little memory. */
const READ_AT_ONCE = 20;

/**
 * The labels of shipments, in the order of the ids, each once, in parts as they are made.
 *
 * @throws Problem before the first part: `refused`, naming each shipment that is unknown or has no tracking
 * number yet; where too much is under way, see `LongWork`
 */
export function makeLabels(
  service: ShippingService,
  accountId: string,
  { shipmentIds, format }: { readonly shipmentIds: readonly string[]; readonly format: LabelFormat },
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const scope = service.database.account(accountId, client.signal);
  return service.longWork.inParts(
    { accountId, ...client },
    printLabels(service, scope, { shipmentIds, format }),
  );
}

async function* printLabels(
  { renderLabels, now }: ShippingService,
  scope: AccountScope,
  { shipmentIds, format }: { readonly shipmentIds: readonly string[]; readonly format: LabelFormat },
): AsyncGenerator<Buffer, void, undefined> {
  await refuseUnprintable(scope, shipmentIds);
  const printedAt = now().getTime();
  yield* renderLabels(format, readLabels(scope, [...new Set(shipmentIds)], printedAt), printedAt);
}

async function refuseUnprintable(scope: AccountScope, shipmentIds: readonly string[]): Promise<void> {
  const shipments = await findShipments(scope, shipmentIds);
  const byId = new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
  const problems = shipmentIds.flatMap((id, index) => {
    const shipment = byId.get(id);
    if (shipmentIds.indexOf(id) < index) return [];
    if (shipment === undefined) {
      return [labelProblem(index, 'unknown', `shipment ${id} is not a shipment of this account`)];
    }
    return shipment.trackingNumber === null
      ? [labelProblem(index, 'not_allowed', `shipment ${id} has no tracking number yet`)]
      : [];
  });
  if (problems.length > 0) throw refused(problems);
}

function labelProblem(index: number, code: ProblemCode, sentence: string): ProblemDetail {
  return fieldProblem(`shipment_ids[${index}]`, code, sentence);
}

async function* readLabels(
  scope: AccountScope,
  shipmentIds: readonly string[],
  printedAt: number,
): AsyncGenerator<LabelContent, void, undefined> {
  const logos = new LastLogo(scope);
  for (let from = 0; from < shipmentIds.length; from += READ_AT_ONCE) {
    const ids = shipmentIds.slice(from, from + READ_AT_ONCE);
    const [views, details, brands] = await Promise.all([
      readShipmentViews(scope, ids),
      readLabelDetails(scope, ids),
      readBrands(scope, ids),
    ]);
    for (const view of views) {
      const own = details.get(view.shipmentId);
      const brand = brands.get(view.shipmentId);
      if (own === undefined || brand === undefined) continue;
      yield contentOf(view, own, { name: brand.name, logo: await logos.of(brand) }, printedAt);
    }
  }
}

/** A logo may have 2 MB: labels of one store that follow one another share its bytes, and no others are kept. */
class LastLogo {
  readonly #scope: AccountScope;
  #hash: string | null = null;
  #bytes: Buffer | null = null;

  constructor(scope: AccountScope) {
    this.#scope = scope;
  }

  async of({ storeId, logo }: Brand): Promise<Buffer | null> {
    if (storeId === null || logo === null) return null;
    if (this.#hash !== logo.contentHash) {
      this.#bytes = await findLogo(this.#scope, storeId, logo.contentHash);
      this.#hash = logo.contentHash;
    }
    return this.#bytes;
  }
}

function contentOf(
  view: ShipmentView,
  { warehouse, dimensions }: LabelDetails,
  brand: { readonly name: string; readonly logo: Buffer | null },
  printedAt: number,
): LabelContent {
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
      ? // Goods that a customer gave back are the shop's, wherever they were to go.
        { sender: partyOf(view.billing), returnTo: store, payment: 'return' }
      : { sender: store, returnTo: null, payment: view.isCod ? { cod: view.codAmountPaise } : 'prepaid' }),
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
    routing: { zone: view.zone, code: null },
    printedAt,
  };
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
