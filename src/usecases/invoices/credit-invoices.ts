import type { Invoice } from '../../domain/invoices/invoice.ts';
import { financialYear } from '../../domain/invoices/invoice-number.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import {
  findInvoice,
  insertInvoice,
  nextSerial,
  type StoredInvoice,
  standingInvoices,
} from '../../storage/invoices/invoices.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountActor, changeBy } from '../service.ts';
import { numberOrRefused } from './issue-invoices.ts';

/**
 * Cancels an invoice with a credit note, which has a number too. For an invoice that was already cancelled,
 * the answer is its credit note.
 *
 * @throws Problem `not_found`; `refused` for a credit note
 */
export function creditInvoice<Answer>(
  account: AccountActor,
  { invoiceId, reason }: { readonly invoiceId: string; readonly reason: string | null },
  answer: WriteAnswer<Invoice, Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const named = await findInvoice(writer, invoiceId);
    if (named === null) throw notFound('Invoice');
    if (named.kind === 'credit_note') throw refused(IS_CREDIT_NOTE);
    // A simultaneous cancellation waits here, and then finds the credit note.
    await lockShipments(writer, [named.shipmentId]);
    const invoice = (await findInvoice(writer, invoiceId)) ?? named;
    let noteId = invoice.creditedBy?.invoiceId;
    if (noteId === undefined) {
      noteId = await writeNote(writer.acrossAccounts, { ...invoice, accountId: writer.accountId }, reason);
      await writer.record({
        action: 'invoice.credited',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        changes: { credit_note: noteId, reason },
      });
    } else {
      writer.skipAudit('it was cancelled already');
    }
    const note = await findInvoice(writer, noteId);
    if (note === null) throw new Error(`Credit note ${noteId} is gone`);
    return answer(writer, note);
  });
}

const IS_CREDIT_NOTE = say('credit_note_not_cancelled', 'A credit note cannot be cancelled');

const CANCELLED = 'Order cancelled';

/**
 * Cancels the invoices of cancelled shipments in the same transaction. The actor of the credit notes is the
 * person who cancelled them.
 */
export async function creditCancelled(
  transaction: ServiceTransaction,
  cancelled: readonly { readonly accountId: string; readonly shipmentId: string }[],
): Promise<void> {
  for (const invoice of await standingInvoices(transaction, cancelled)) {
    await writeNote(transaction, invoice, CANCELLED);
  }
}

async function writeNote(
  transaction: ServiceTransaction,
  invoice: StoredInvoice & { readonly accountId: string },
  reason: string | null,
): Promise<string> {
  const series = {
    gstin: invoice.gstin,
    prefix: invoice.prefix,
    kind: 'credit_note',
    financialYear: financialYear(transaction.now.getTime()),
  } as const;
  const serial = await nextSerial(transaction, invoice.accountId, series);
  const noteId = transaction.newId();
  await insertInvoice(transaction, {
    ...invoice,
    ...series,
    invoiceId: noteId,
    creditsId: invoice.invoiceId,
    serial,
    number: numberOrRefused({ ...series, serial }),
    reason,
  });
  return noteId;
}
