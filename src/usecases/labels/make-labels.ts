import { fieldProblem, type ProblemCode, type ProblemDetail, refused } from '../../domain/errors.ts';
import { type ContactView, granularStatusOf, type ShipmentView } from '../../domain/listing/shipment-view.ts';
import { outcomeOf } from '../../domain/tracking/outcome.ts';
import { ZONES } from '../../domain/zones/zone.ts';
import type { LabelContent, LabelFormat, LabelParty } from '../../labels/label-content.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { type LabelDetails, readLabelDetails } from '../../storage/labels/label-details.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
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
    const [views, details] = await Promise.all([readShipmentViews(scope, ids), readLabelDetails(scope, ids)]);
    for (const view of views) {
      const own = details.get(view.shipmentId);
      if (own !== undefined) yield contentOf(view, own, await logos.of(own), printedAt);
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

  async of({ storeId, logoHash }: LabelDetails): Promise<Buffer | null> {
    if (storeId === null || logoHash === null) return null;
    if (this.#hash !== logoHash) {
      this.#bytes = await findLogo(this.#scope, storeId, logoHash);
      this.#hash = logoHash;
    }
    return this.#bytes;
  }
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
    outcome: outcomeOf(granularStatusOf(view)),
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
