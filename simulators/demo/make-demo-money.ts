import { stringify } from 'csv-stringify/sync';
import type { WorkingCalendar } from '../../src/domain/calendar/working-calendar.ts';
import { indiaDay } from '../../src/domain/india-time.ts';
import { remittanceDay } from '../../src/domain/money/remittance.ts';
import { paiseText } from '../../src/domain/rupees.ts';
import { asWritten } from '../../src/problems/sentence.ts';
import type { ImportKindName } from '../../src/storage/imports/imports.ts';
import { type FinishedShipment, listDelivered } from '../../src/storage/money/remittances.ts';
import { enqueueImport, receiveFile } from '../../src/usecases/imports/receive-file.ts';
import { runImport } from '../../src/usecases/imports/run-import.ts';
import { courierInvoiceOptions } from '../../src/usecases/money/courier-invoice-options.ts';
import { remittanceOptions } from '../../src/usecases/money/remittance-options.ts';
import { actOnDifference, listAccountDifferences } from '../../src/usecases/money/weight-differences.ts';
import { type AccountContext, changeBy } from '../../src/usecases/service.ts';
import type { AnnouncementParts } from '../../src/usecases/tracking/on-moments.ts';

const MOST_SHIPMENTS = 1_000;
/** Every 17th row of a remittance pays less than was collected. */
const SHORT_EVERY = 17;
const SHORT_PAISE = 5_000;
/** Every 12th parcel of an invoice is heavier, and more expensive. */
const HEAVIER_EVERY = 12;
const HEAVIER_WEIGHT = 50_000;
const DEARER_PAISE = 3_500;

/**
 * Gives a demo account files from its couriers: the remittances up to the last payment day, one courier
 * invoice, and weight differences: one is accepted and one disputed.
 */
export async function makeDemoMoney(
  account: AccountContext & AnnouncementParts,
  calendar: WorkingCalendar,
): Promise<void> {
  const delivered = await listDelivered(account.database.account(account.accountId), MOST_SHIPMENTS);
  const byCourier = new Map<string, FinishedShipment[]>();
  for (const shipment of delivered) {
    const courier = courierOf(shipment);
    byCourier.set(courier, [...(byCourier.get(courier) ?? []), shipment]);
  }
  const couriers = [...byCourier].sort(([, some], [, others]) => others.length - some.length);
  for (const [courier, shipments] of couriers) await addRemittances(account, calendar, courier, shipments);
  const [largest] = couriers;
  if (largest !== undefined) await addInvoice(account, ...largest);
}

/** Returns the courier's name, which is here the first word of the names of its services. */
function courierOf({ carrierName }: FinishedShipment): string {
  return (carrierName.split(' ')[0] ?? carrierName).toLowerCase();
}

async function addRemittances(
  account: AccountContext & AnnouncementParts,
  calendar: WorkingCalendar,
  courier: string,
  shipments: readonly FinishedShipment[],
): Promise<void> {
  const today = indiaDay(account.now().getTime());
  const rows = shipments.flatMap(({ collectedPaise, deliveredAt, trackingNumber }, index) => {
    const day = remittanceDay(calendar, indiaDay(deliveredAt.getTime()));
    if (collectedPaise === 0 || day > today) return [];
    const date = calendar.textOf(day);
    const paid = index % SHORT_EVERY === 0 ? Math.max(0, collectedPaise - SHORT_PAISE) : collectedPaise;
    return [
      [trackingNumber, paiseText(paid), `DEMO${courier.toUpperCase()}${date.replaceAll('-', '')}`, date],
    ];
  });
  if (rows.length === 0) return;
  const columns = { tracking_number: undefined, amount: undefined, utr: undefined, date: undefined };
  const options = remittanceOptions({ courier, utr: null, date: null, columns });
  const header = ['AWB', 'COD Amount', 'UTR', 'Remittance Date'];
  await importRows(account, 'remittance', `${courier}-remittance.csv`, options, [header, ...rows]);
}

async function addInvoice(
  account: AccountContext & AnnouncementParts,
  courier: string,
  shipments: readonly FinishedShipment[],
): Promise<void> {
  const rows = shipments.map(({ trackingNumber, appliedWeight, totalChargesPaise }, index) => {
    const isHeavier = index % HEAVIER_EVERY === 0;
    const weight = appliedWeight + (isHeavier ? HEAVIER_WEIGHT : 0);
    const paise = totalChargesPaise + (isHeavier ? DEARER_PAISE : 0);
    return [trackingNumber, (weight / 100_000).toFixed(5), paiseText(paise), 'DEMO-INVOICE-1'];
  });
  const columns = {
    tracking_number: undefined,
    weight: undefined,
    amount: undefined,
    invoice_number: undefined,
  };
  const options = courierInvoiceOptions({ courier, invoiceNumber: null, weightUnit: null, columns });
  const header = ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'];
  await importRows(account, 'courier_invoice', `${courier}-invoice.csv`, options, [header, ...rows]);
  const any = { state: null, trackingNumber: null, carrierIds: null, stores: null, from: null, to: null };
  const [one, other] = (await listAccountDifferences(account, any, { limit: 2, before: null })).rows;
  const act = { note: null, agreedPaise: null };
  if (one !== undefined) await actOnDifference(account, { ...act, differenceId: one.id, action: 'accept' });
  if (other !== undefined) {
    const note = asWritten('weighed before it was handed over; see the photo');
    await actOnDifference(account, { ...act, differenceId: other.id, action: 'dispute', note });
  }
}

async function importRows(
  account: AccountContext & AnnouncementParts,
  kind: ImportKindName,
  source: string,
  options: Readonly<Record<string, unknown>>,
  rows: string[][],
): Promise<void> {
  const { database, accountId, actor } = account;
  const file = await receiveFile(account, { kind, options, source }, contentOf(rows));
  await database.change(accountId, changeBy(account, actor), async (writer) => {
    writer.skipAudit('its rows are recorded when they are taken');
    await enqueueImport(writer, file);
  });
  await runImport(account, accountId, file.importId);
}

async function* contentOf(rows: string[][]): AsyncGenerator<Buffer> {
  yield Buffer.from(stringify(rows));
}
