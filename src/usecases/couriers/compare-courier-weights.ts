import { withoutGst } from '../../domain/money/gst.ts';
import { judgeInvoiced } from '../../domain/money/weight-difference.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findBooking } from '../../storage/booking/bookings.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { WEIGHTS } from '../../storage/couriers/courier-charges.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import {
  FROM_TRACKING,
  findInvoicedShipments,
  type InvoicedShipment,
  recordInvoiced,
  sumUpInvoices,
} from '../../storage/money/courier-invoices.ts';
import { findDifferenceSettings } from '../../storage/money/weight-differences.ts';
import { notifyDifferences } from '../money/weight-differences.ts';
import type { Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { type ErrandOutcome, roundOf } from './errands.ts';
import { openCourier } from './open-courier.ts';

/** Long, because one price in a hundred takes some couriers a minute. */
const ANSWER_WITHIN_MS = 70_000;
/** After this many tries without a price, the courier is not asked again; its invoice will have the price. */
const MOST_TRIES = 10;

/**
 * Compares the weights that couriers report in tracking with ours. If one is heavier, the courier is asked
 * for its charge; if that is higher too, a weight difference is raised, like for an invoice.
 */
export const compareCourierWeights = roundOf<typeof WEIGHTS, Service & CourierParts & AnnouncementParts>({
  table: WEIGHTS,
  ask: askForPrice,
  fails,
  settle: async (writer, service, due, outcome) => {
    const paise = 'done' in outcome ? (outcome.done.chargedPaise ?? null) : null;
    if (paise !== null) await raise(writer, service, due, { weight: due.weight, paise });
  },
});

type DueWeight = TakenErrand<typeof WEIGHTS>;

const NONE = { done: { chargedPaise: null } };

function fails(_: Service, { tries }: DueWeight): ErrandOutcome<typeof WEIGHTS> {
  return tries >= MOST_TRIES ? NONE : { again: { chargedPaise: null } };
}

async function askForPrice(
  service: Service & CourierParts,
  due: DueWeight,
): Promise<ErrandOutcome<typeof WEIGHTS>> {
  const { accountId, shipmentId, weight } = due;
  const scope = service.database.account(accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  const bookingId = shipment?.bookingId ?? null;
  const booking = bookingId === null ? null : await findBooking(scope, shipmentId, bookingId);
  if (shipment === undefined || booking === null) return NONE;
  const { tolerance } = await findDifferenceSettings(scope);
  if (weight - shipment.appliedCentigrams <= tolerance.weight) return NONE;
  // A returned parcel is charged for both ways, and only the invoice shows that.
  if (shipment.state.milestones.rto_delivered !== undefined) return NONE;
  const { journey, totalPricePaise } = shipment;
  const { terms } = booking;
  const { courierProduct, originPincode, destinationPincode, codAmountPaise, length, width, height } = terms;
  const reply = await askCourier(service, {
    open: () => openCourier(service, { accountId, ...terms }, NOBODY),
    ask: ({ adapter }, signal) =>
      adapter.charges?.(
        {
          ...{ journey, courierProduct, originPincode, destinationPincode, codAmountPaise, totalPricePaise },
          ...{ length, width, height, deadWeight: String(weight / 100), leg: 'out' },
        },
        signal,
      ),
    withinMs: ANSWER_WITHIN_MS,
  });
  if (reply.kind !== 'answered') return fails(service, due);
  return reply.answer == null ? NONE : { done: { chargedPaise: withoutGst(reply.answer.totalPaise) } };
}

async function raise(
  writer: AccountWriter,
  service: Pick<AnnouncementParts, 'emitWebhooks'>,
  { shipmentId }: DueWeight,
  charged: { readonly weight: number; readonly paise: number },
): Promise<void> {
  const [shipment] = await findShipments(writer, [shipmentId]);
  const booking =
    shipment?.bookingId == null ? null : await findBooking(writer, shipmentId, shipment.bookingId);
  const trackingNumber = shipment?.trackingNumber ?? null;
  if (booking === null || trackingNumber === null) return;
  const courier = booking.terms.adapter;
  const row = { trackingNumber, invoiceNumber: FROM_TRACKING, charged };
  const found: InvoicedShipment | undefined = (
    await findInvoicedShipments(writer, courier, new Map([[1, row]]))
  ).get(1);
  const { tolerance } = await findDifferenceSettings(writer);
  if (found === undefined || found.ours === null) return;
  if (judgeInvoiced({ ours: found.ours, charged, had: found.had }, tolerance) !== 'raise') return;
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
