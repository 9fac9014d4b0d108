import { type Contact, fullNameOf } from '../../domain/orders/order.ts';
import { picklistOf } from '../../domain/orders/picklist.ts';
import type { LabelParty } from '../../papers/labels/label-content.ts';
import type { PaperContent, RenderPapers } from '../../papers/render-papers.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { type InvoicedShipment, readInvoicedShipments } from '../../storage/invoices/invoiced-shipments.ts';
import { findInvoice, newestInvoices } from '../../storage/invoices/invoices.ts';
import { readBrands } from '../../storage/stores/brands.ts';
import { getInvoice } from '../invoices/show-invoices.ts';
import type { Client, LongWork } from '../long-work.ts';
import type { AccountContext, Service } from '../service.ts';
import { LastLogo, paperBrandOf, sharedPaperBrand } from './paper-brand.ts';

export const PAPERS = ['packing_slip', 'picklist', 'invoice'] as const;
export type Paper = (typeof PAPERS)[number];

/** What prints. */
export interface PaperParts {
  readonly renderPapers: RenderPapers;
  readonly longWork: LongWork;
}

/** The number of shipments that are loaded at once, so that a large file needs little memory. */
const READ_AT_ONCE = 20;

/**
 * Prints a packing slip or invoice for each shipment, in the order of the ids, or one picklist of all
 * shipments. Returns a PDF in parts as they are made.
 *
 * @throws Problem before the first part: `refused`, naming each shipment that is unknown or has no invoice to
 * print; if too much is in progress, as `LongWork`
 */
export function printPapers(
  service: Service & PaperParts,
  accountId: string,
  wanted: { readonly shipmentIds: readonly string[]; readonly paper: Paper },
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const papers = service.database.readInParts(accountId, (from) =>
    print(service, from.account(accountId, client.signal), wanted),
  );
  return service.longWork.inParts({ accountId, ...client }, papers);
}

/**
 * Prints an invoice or credit note as PDF. @throws Problem `not_found`; before the first part as `LongWork`
 */
export async function printInvoice(
  account: AccountContext & PaperParts,
  invoiceId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const invoice = await getInvoice(account, invoiceId);
  const { accountId, longWork, renderPapers, database } = account;
  const scope = database.account(accountId, client.signal);
  const papers = readInvoicePapers(scope, [{ shipmentId: invoice.shipmentId, invoiceId }]);
  return longWork.inParts(
    { accountId, ...client },
    renderPapers('invoice', papers, invoice.issuedAt.getTime()),
  );
}

async function* print(
  { renderPapers, now }: Service & PaperParts,
  scope: AccountScope,
  { shipmentIds, paper }: { readonly shipmentIds: readonly string[]; readonly paper: Paper },
): AsyncGenerator<Buffer, void, undefined> {
  const ids = [...new Set(shipmentIds)];
  const madeAt = now().getTime();
  if (paper === 'invoice') {
    const invoices = await newestInvoices(scope, ids);
    refuse(ids, (id) => (invoices.has(id) ? null : hasNoInvoice(id)));
    const named = ids.map((shipmentId) => ({
      shipmentId,
      invoiceId: invoices.get(shipmentId)?.invoiceId ?? '',
    }));
    yield* renderPapers('invoice', readInvoicePapers(scope, named), madeAt);
    return;
  }
  const shipments = await readInvoicedShipments(scope, ids);
  refuse(ids, (id) => (shipments.has(id) ? null : notShipment(id)));
  const found = ids.flatMap((id) => shipments.get(id) ?? []);
  const papers = paper === 'picklist' ? readPicklist(scope, found, madeAt) : readPackingSlips(scope, found);
  yield* renderPapers(paper, papers, madeAt);
}

function refuse(ids: readonly string[], whyOf: (id: string) => Sentence | null): void {
  const problems = ids.flatMap((id, index): ProblemDetail[] => {
    const why = whyOf(id);
    return why === null ? [] : [fieldProblem(`shipment_ids[${index}]`, 'not_allowed', why)];
  });
  if (problems.length > 0) throw refused(problems);
}

function hasNoInvoice(shipmentId: string): Sentence {
  return say('no_invoice_yet', 'shipment {shipment_id} has no invoice yet: POST /invoices issues it', {
    shipment_id: shipmentId,
  });
}

export function notShipment(shipmentId: string): Sentence {
  return say('shipment_not_of_account', 'shipment {shipment_id} is not a shipment of this account', {
    shipment_id: shipmentId,
  });
}

async function* readInvoicePapers(
  scope: AccountScope,
  named: readonly { readonly shipmentId: string; readonly invoiceId: string }[],
): AsyncGenerator<PaperContent, void, undefined> {
  const logos = new LastLogo(scope);
  const brands = await readBrands(
    scope,
    named.map(({ shipmentId }) => shipmentId),
  );
  for (const { shipmentId, invoiceId } of named) {
    const invoice = await findInvoice(scope, invoiceId);
    const brand = brands.get(shipmentId);
    if (invoice === null || brand === undefined) continue;
    yield { paper: 'invoice', brand: await paperBrandOf(brand, logos), invoice };
  }
}

async function* readPackingSlips(
  scope: AccountScope,
  shipments: readonly InvoicedShipment[],
): AsyncGenerator<PaperContent, void, undefined> {
  const logos = new LastLogo(scope);
  for (let from = 0; from < shipments.length; from += READ_AT_ONCE) {
    const some = shipments.slice(from, from + READ_AT_ONCE);
    const brands = await readBrands(
      scope,
      some.map(({ shipmentId }) => shipmentId),
    );
    for (const shipment of some) {
      const brand = brands.get(shipment.shipmentId);
      if (brand === undefined) continue;
      const { displayId, orderDate, trackingNumber, warehouse, billing, shipping, items } = shipment;
      yield {
        paper: 'packing_slip',
        brand: await paperBrandOf(brand, logos),
        orderDisplayId: displayId,
        orderDate: orderDate.getTime(),
        trackingNumber,
        from: {
          name: warehouse.name,
          phone: null,
          addressLines: [warehouse.streetAddress],
          city: warehouse.city,
          state: warehouse.state,
          pincode: warehouse.zip,
        },
        to: partyOf(shipping ?? billing),
        items: items.map(({ name, sku, units, options = null }) => ({ name, sku, quantity: units, options })),
        note: billing?.note ?? null,
        support: [brand.supportPhone, brand.supportWhatsapp, brand.supportEmail, brand.siteUrl].filter(
          (line) => line !== null,
        ),
      };
    }
  }
}

async function* readPicklist(
  scope: AccountScope,
  shipments: readonly InvoicedShipment[],
  madeAt: number,
): AsyncGenerator<PaperContent, void, undefined> {
  const brands = await readBrands(
    scope,
    shipments.map(({ shipmentId }) => shipmentId),
  );
  yield {
    paper: 'picklist',
    brand: await sharedPaperBrand(brands.values(), new LastLogo(scope)),
    shipments: shipments.length,
    warehouses: picklistOf(
      shipments.flatMap(({ warehouse, displayId, items }) =>
        items.map(({ name, sku, units }) => ({
          warehouse: warehouse.name,
          orderDisplayId: displayId,
          name,
          sku,
          units,
        })),
      ),
    ),
    madeAt,
  };
}

/** Returns a party without data if the customer was erased. */
function partyOf(contact: Contact | null): LabelParty {
  if (contact === null) return { name: '', phone: null, addressLines: [], city: '', state: '', pincode: '' };
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    addressLines: [contact.address, contact.address2].filter((line) => line !== null),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}
