import { parseMoment } from '../../domain/india-time.ts';
import { type AnswerFields, fieldsOf, numberOf, textOf } from '../answer-fields.ts';
import type { CarrierScan } from '../carrier-adapter.ts';
import { LostAnswerError } from '../courier.ts';
import { readTrackedScans } from './scans.ts';

/** A parcel as the courier tells of it. */
export interface KnownParcel {
  readonly waybill: string;
  /** Our order. */
  readonly reference: string | null;
  readonly scans: readonly CarrierScan[];
  /** Epoch milliseconds; null where no scan says when. */
  readonly madeAt: number | null;
  /** Withdrawn before anybody picked it up. */
  readonly isWithdrawn: boolean;
  /** The courier has it, or has had it. */
  readonly isTaken: boolean;
  readonly expectedDelivery: string | null;
  /** Taken for grams, as all weights of the courier's; null until it says one. */
  readonly chargedWeightGrams: number | null;
}

/** Said where it knows none of those that it was asked about. */
const UNKNOWN = /Data does not exists|No such waybill or order/i;

/**
 * The parcels of an answer to tracking; none where the courier says that it knows none.
 *
 * @throws LostAnswerError for what cannot be read
 */
export function readParcels(answered: unknown): KnownParcel[] {
  const { ShipmentData: data, ...fields } = fieldsOf(answered);
  if (!Array.isArray(data)) {
    const error = textOf(fields.Error) ?? textOf(fields.rmk) ?? '';
    if (UNKNOWN.test(error)) return [];
    throw new LostAnswerError(`answered without parcels: ${error.slice(0, 200)}`);
  }
  return data.flatMap((entry) => readParcel(fieldsOf(fieldsOf(entry).Shipment)) ?? []);
}

function readParcel(shipment: AnswerFields): KnownParcel | null {
  const waybill = textOf(shipment.AWB);
  if (waybill === null) return null;
  const scans = readTrackedScans(waybill, shipment.Scans);
  const isCancelled = scans.some(({ status }) => /^(return_)?cancelled$/.test(status));
  const last = fieldsOf(shipment.Status);
  const [type, status] = [textOf(last.StatusType) ?? '', textOf(last.Status) ?? ''];
  const isBefore =
    type === 'PP' || type === 'CN' || (type === 'UD' && /^(Manifested|Not Picked)$/i.test(status));
  const weight = numberOf(shipment.ChargedWeight) ?? 0;
  return {
    waybill,
    reference: textOf(shipment.ReferenceNo),
    scans,
    madeAt: madeAtOf(scans),
    isWithdrawn: isCancelled && isBefore,
    isTaken: !isBefore,
    expectedDelivery: textOf(shipment.ExpectedDeliveryDate),
    chargedWeightGrams: weight > 0 ? Math.ceil(weight) : null,
  };
}

function madeAtOf(scans: readonly CarrierScan[]): number | null {
  const moments = scans.flatMap(({ eventDateTime }) => parseMoment(eventDateTime) ?? []);
  return moments.length === 0 ? null : Math.min(...moments);
}
