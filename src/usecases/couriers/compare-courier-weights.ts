import { NOBODY } from '../../carriers/calls/courier-call.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { withoutGst } from '../../domain/money/gst.ts';
import { judgeInvoiced } from '../../domain/money/weight-difference.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { type Booking, findBooking } from '../../storage/booking/bookings.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import {
  type DueWeight,
  settleCourierWeight,
  takeDueWeights,
} from '../../storage/couriers/courier-charges.ts';
import {
  FROM_TRACKING,
  findInvoicedShipments,
  type InvoicedShipment,
  recordInvoiced,
  sumUpInvoices,
} from '../../storage/money/courier-invoices.ts';
import { findDifferenceSettings } from '../../storage/money/weight-differences.ts';
import { inParallel } from '../in-parallel.ts';
import { notifyDifferences } from '../money/weight-differences.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import { type OpenCourier, openCourier } from './open-courier.ts';
import { CALLS_AT_ONCE, nextCallAt, TAKEN_MS } from './rounds.ts';

/** Long, because one price in a hundred takes some couriers a minute. */
const ANSWER_WITHIN_MS = 70_000;
/** After this many tries without a price, the courier is not asked again; its invoice will have the price. */
const MOST_TRIES = 10;

/**
 * Compares the weights that couriers report in tracking with ours. If one is heavier, the courier is asked
 * for its charge; if that is higher too, a weight difference is raised, like for an invoice.
 *
 * @throws the first unexpected error, after all were tried
 */
export async function compareCourierWeights(service: ShippingService): Promise<void> {
  const now = service.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const due = await takeDueWeights(service.database, { now, until, most: CALLS_AT_ONCE });
  await inParallel(CALLS_AT_ONCE, due, async (dueWeight) => {
    const answer = await priceOf(service, dueWeight);
    await service.database.change(dueWeight.accountId, changeBy(service, SYSTEM), async (writer) => {
      if (!(await settleCourierWeight(writer, dueWeight, { until, ...answer })) || answer.paise === null) {
        writer.skipAudit("a courier's weight changes no data of the account");
        return;
      }
      await raise(writer, service, dueWeight, { weight: dueWeight.weight, paise: answer.paise });
    });
  });
}

interface Price {
  /** Without GST; null if it is not needed, or not known yet. */
  readonly paise: number | null;
  readonly nextTryAt: Date | null;
}

const NONE: Price = { paise: null, nextTryAt: null };

async function priceOf(service: ShippingService, dueWeight: DueWeight): Promise<Price> {
  const scope = service.database.account(dueWeight.accountId);
  const [shipment] = await findShipments(scope, [dueWeight.shipmentId]);
  const bookingId = shipment?.bookingId ?? null;
  const booking = bookingId === null ? null : await findBooking(scope, dueWeight.shipmentId, bookingId);
  if (shipment === undefined || booking === null) return NONE;
  const { tolerance } = await findDifferenceSettings(scope);
  if (dueWeight.weight - shipment.appliedCentigrams <= tolerance.weight) return NONE;
  // A returned parcel is charged for both ways, and only the invoice shows that.
  if (shipment.state.milestones.rto_delivered !== undefined) return NONE;
  return askFor(service, dueWeight, shipment, booking);
}

async function askFor(
  service: ShippingService,
  { accountId, weight, tries }: DueWeight,
  { journey, totalPricePaise }: Shipment,
  { terms }: Booking,
): Promise<Price> {
  let opened: OpenCourier | null = null;
  try {
    opened = await openCourier(service, { accountId, ...terms }, NOBODY);
    const { courierProduct, originPincode, destinationPincode, codAmountPaise, length, width, height } =
      terms;
    const charges = await opened.adapter.charges?.(
      {
        ...{ journey, courierProduct, originPincode, destinationPincode, codAmountPaise, totalPricePaise },
        ...{ length, width, height, deadWeight: String(weight / 100), leg: 'out' },
      },
      AbortSignal.timeout(ANSWER_WITHIN_MS),
    );
    if (charges === undefined || charges === null) return NONE;
    return { paise: withoutGst(charges.totalPaise), nextTryAt: null };
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(service, opened);
    return tries >= MOST_TRIES ? NONE : { paise: null, nextTryAt: nextCallAt(service.now(), tries) };
  }
}

async function raise(
  writer: AccountWriter,
  service: ShippingService,
  { shipmentId }: DueWeight,
  charged: { readonly weight: number; readonly paise: number },
): Promise<void> {
  const leave = () => writer.skipAudit('the courier charges no more than the booking says');
  const [shipment] = await findShipments(writer, [shipmentId]);
  const booking =
    shipment?.bookingId == null ? null : await findBooking(writer, shipmentId, shipment.bookingId);
  const trackingNumber = shipment?.trackingNumber ?? null;
  if (booking === null || trackingNumber === null) return leave();
  const courier = booking.terms.adapter;
  const row = { trackingNumber, invoiceNumber: FROM_TRACKING, charged };
  const found: InvoicedShipment | undefined = (
    await findInvoicedShipments(writer, courier, new Map([[1, row]]))
  ).get(1);
  const { tolerance } = await findDifferenceSettings(writer);
  if (found === undefined || found.ours === null) return leave();
  if (judgeInvoiced({ ours: found.ours, charged, had: found.had }, tolerance) !== 'raise') return leave();
  const importId = writer.newId();
  const differenceId = writer.newId();
  const { ours, invoiceId } = found;
  const toRecord = [{ ...row, shipmentId, invoiceId, ours, differenceId }];
  const invoices = await recordInvoiced(writer, { courier, importId }, toRecord);
  await sumUpInvoices(writer, importId, [...invoices]);
  await notifyDifferences(service, writer, courier, toRecord);
  await writer.record({
    action: 'weight_difference.raised',
    subjectKind: 'weight_difference',
    subjectId: differenceId,
    changes: { tracking_number: trackingNumber, charged_weight: charged.weight / 100 },
  });
}
