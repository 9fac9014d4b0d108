import { parseMoment } from '../../domain/india-time.ts';
import { type AnswerFields, fieldsOf, numberOf, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError } from '../../partners/partner.ts';
import { saidByPartner, say } from '../../problems/sentence.ts';
import type { CarrierScan } from '../carrier-adapter.ts';
import { readExpectedDay, readTrackedScans } from './scans.ts';

/** A parcel as the courier reports it. */
export interface KnownParcel {
  readonly waybill: string;
  readonly reference: string | null;
  readonly scans: readonly CarrierScan[];
  /** Epoch milliseconds; null if no scan has that time. */
  readonly madeAt: number | null;
  /** Cancelled before the pickup. */
  readonly isWithdrawn: boolean;
  /** The courier has picked it up. */
  readonly isTaken: boolean;
  /** `2026-11-25`, in India; null if the courier does not say. */
  readonly expectedDelivery: string | null;
  /** In grams, like all of the courier's weights; null until the courier reports a weight. */
  readonly chargedWeightGrams: number | null;
}

/** The courier's answer if all requested parcels are unknown. */
const UNKNOWN = /Data does not exists|No such waybill or order/i;

/** Reads the parcels of a tracking answer, perhaps none. @throws LostAnswerError if it cannot be read */
export function readParcels(answered: unknown): KnownParcel[] {
  const { ShipmentData: data, ...fields } = fieldsOf(answered);
  if (!Array.isArray(data)) {
    const error = textOf(fields.Error) ?? textOf(fields.rmk) ?? '';
    if (UNKNOWN.test(error)) return [];
    const words = saidByPartner(error.slice(0, 200));
    throw new LostAnswerError(
      say('answered_without_parcels', 'answered without parcels: {words}', { words }),
    );
  }
  return data.flatMap((entry) => readParcel(fieldsOf(fieldsOf(entry).Shipment)) ?? []);
}

function readParcel(shipment: AnswerFields): KnownParcel | null {
  const waybill = textOf(shipment.AWB);
  if (waybill === null) return null;
  const scans = readTrackedScans(waybill, shipment);
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
    expectedDelivery: readExpectedDay(shipment.ExpectedDeliveryDate),
    chargedWeightGrams: weight > 0 ? Math.ceil(weight) : null,
  };
}

function madeAtOf(scans: readonly CarrierScan[]): number | null {
  const moments = scans.flatMap(({ eventDateTime }) => parseMoment(eventDateTime) ?? []);
  return moments.length === 0 ? null : Math.min(...moments);
}
