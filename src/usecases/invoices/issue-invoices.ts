import { draftInvoice } from '../../domain/invoices/draft-invoice.ts';
import type { Invoice, InvoiceDraft, InvoiceParty } from '../../domain/invoices/invoice.ts';
import { financialYear, invoiceNumber } from '../../domain/invoices/invoice-number.ts';
import { isCancelledStatus } from '../../domain/invoices/may-be-invoiced.ts';
import { type Contact, fullNameOf } from '../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { type InvoicedShipment, readInvoicedShipments } from '../../storage/invoices/invoiced-shipments.ts';
import { insertInvoice, newestInvoices, nextSerial } from '../../storage/invoices/invoices.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy } from '../service.ts';

/**
 * Invoices these shipments: all or none. A shipment with a valid invoice keeps it. Numbers are given in the
 * transaction that writes the invoices, in the order of the shipments within each series. So no number is
 * missing, even after races and failures.
 *
 * @throws Problem `refused`, with the reason for each shipment that cannot be invoiced
 */
export function issueInvoices<Answer>(
  account: AccountContext & RateParts,
  shipmentIds: readonly string[],
  answer: WriteAnswer<readonly Invoice[], Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const ids = [...new Set(shipmentIds)];
    const known = await lockShipments(writer, ids);
    const before = await newestInvoices(writer, ids);
    const isStanding = (id: string) => before.get(id)?.creditedBy === null;
    const missing = ids.filter((id) => known.has(id) && !isStanding(id));
    const shipments = await readInvoicedShipments(writer, missing);
    const problems: ProblemDetail[] = [];
    const drafts: Drafted[] = [];
    for (const [index, id] of ids.entries()) {
      if (isStanding(id)) continue;
      const shipment = shipments.get(id);
      const drafted = shipment === undefined ? UNKNOWN : draftOf(shipment, account.directory);
      if ('why' in drafted) {
        for (const reason of drafted.why) {
          const sentence = say('shipment_not_invoiced', 'shipment {shipment_id} {reason}', {
            shipment_id: id,
            reason,
          });
          problems.push(fieldProblem(`shipment_ids[${index}]`, 'not_allowed', sentence));
        }
      } else if (shipment !== undefined) {
        drafts.push({ shipment, draft: drafted, copyNumber: (before.get(id)?.copyNumber ?? 0) + 1 });
      }
    }
    if (problems.length > 0) throw refused(problems);
    // In one fixed order, so that two transactions that need numbers of the same series cannot deadlock.
    for (const drafted of drafts.toSorted((a, b) => (seriesText(a) < seriesText(b) ? -1 : 1))) {
      await write(writer, drafted);
    }
    if (drafts.length === 0) writer.skipAudit('all of them had an invoice already');
    const issued = await newestInvoices(writer, ids);
    return answer(
      writer,
      ids.flatMap((id) => issued.get(id) ?? []),
    );
  });
}

interface Drafted {
  readonly shipment: InvoicedShipment;
  readonly draft: InvoiceDraft;
  readonly copyNumber: number;
}

const UNKNOWN = { why: [say('is_no_shipment', 'is not a shipment of this account')] };
const IS_RETURN = { why: [say('is_return', 'is a return, which gets no invoice')] };
const WAS_CANCELLED = { why: [say('was_cancelled', 'was cancelled')] };
const HAS_NO_CUSTOMER = { why: [say('has_no_customer', 'has no customer any more')] };

function seriesText({ shipment, draft }: Drafted): string {
  return `${draft.gstin} ${shipment.invoicePrefix}`;
}

function draftOf(
  shipment: InvoicedShipment,
  directory: PincodeDirectory,
): InvoiceDraft | { readonly why: readonly Sentence[] } {
  const { warehouse, billing, shipping } = shipment;
  if (shipment.journey === 'return') return IS_RETURN;
  if (isCancelledStatus(shipment.status)) return WAS_CANCELLED;
  if (billing === null) return HAS_NO_CUSTOMER;
  return draftInvoice({
    ...shipment,
    warehouse: {
      name: warehouse.name,
      lines: [warehouse.streetAddress],
      city: warehouse.city,
      state: warehouse.state,
      pincode: warehouse.zip,
      gstin: warehouse.gstin,
    },
    billTo: { ...partyOf(billing), ...(billing.gstin ? { gstin: billing.gstin } : {}) },
    shipTo: shipping === null ? null : partyOf(shipping),
    deliveredIn: directory.stateCodeOf((shipping ?? billing).pincode),
  });
}

function partyOf(contact: Contact): InvoiceParty {
  return {
    name: fullNameOf(contact),
    lines: [contact.address, contact.address2].filter((line) => line !== null),
    city: contact.city,
    state: contact.state,
    pincode: contact.pincode,
  };
}

async function write(writer: AccountWriter, { shipment, draft, copyNumber }: Drafted): Promise<void> {
  const series = {
    gstin: draft.gstin,
    prefix: shipment.invoicePrefix,
    kind: 'invoice',
    financialYear: financialYear(writer.now.getTime()),
  } as const;
  const serial = await nextSerial(writer.acrossAccounts, writer.accountId, series);
  const number = numberOrRefused({ ...series, serial });
  const invoiceId = writer.newId();
  await insertInvoice(writer.acrossAccounts, {
    ...draft,
    ...series,
    accountId: writer.accountId,
    invoiceId,
    shipmentId: shipment.shipmentId,
    orderId: shipment.orderId,
    creditsId: null,
    serial,
    number,
    copyNumber,
    reason: null,
  });
  await writer.record({
    action: 'invoice.issued',
    subjectKind: 'invoice',
    subjectId: invoiceId,
    changes: { number, gstin: draft.gstin, shipment_id: shipment.shipmentId },
  });
}

/** Returns an invoice number in a series. @throws Problem `refused` if it is longer than the law allows */
export function numberOrRefused(place: Parameters<typeof invoiceNumber>[0]): string {
  const number = invoiceNumber(place);
  if (number === null) {
    throw refused(
      say(
        'invoice_numbers_used_up',
        'All invoice numbers that begin with {prefix} are used: give the store a shorter invoice_prefix',
        { prefix: `${place.prefix}${place.financialYear}` },
      ),
    );
  }
  return number;
}
