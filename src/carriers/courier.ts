import type { Partner, PartnerConnection } from '../partners/partner.ts';
import type { CarrierAdapter, CarrierScan, CourierProduct } from './carrier-adapter.ts';

/**
 * A courier that this installation can talk to. `registry.ts` lists these objects. A *carrier* is one
 * bookable service of a courier, a row of the rate book.
 */
export interface Courier extends Partner {
  readonly can: CourierCapabilities;
  /** The services of every account, unless the adapter lists those of each account. */
  readonly products?: readonly CourierProduct[];
  /** The courier's public page of a parcel, with `{awb}` for its tracking number; absent if none is known. */
  readonly trackingPage?: string;
  /** Rules for the push address; without them it is `/carrier-events/<name>/<token>`. */
  readonly pushAddress?: PushAddressTerms;

  /** Opens an adapter for one courier account. It is cheap, because it is called for each use. */
  open(connection: CourierConnection): CarrierAdapter;

  /**
   * Reads a push of the courier into scans, for couriers that push.
   *
   * @throws Problem `refused` with a sentence for anything it does not understand
   */
  readPush?(payload: unknown): CarrierScan[];
}

/** The courier's public page of a parcel; null if the courier has none that we know. */
export function courierTrackingUrl(courier: Courier | null, trackingNumber: string): string | null {
  return courier?.trackingPage?.replace('{awb}', encodeURIComponent(trackingNumber)) ?? null;
}

export interface PushAddressTerms {
  /** Replaces the courier's name in the address. */
  readonly name: string;
  /** Words, in lower case, that the address must not contain in any letter case. */
  readonly mustNotHave: readonly string[];
}

/** Details that some couriers want on our labels. */
export const LABEL_DETAILS = ['gstin', 'invoice', 'order_barcode'] as const;
export type LabelDetail = (typeof LABEL_DETAILS)[number];

export interface CourierCapabilities {
  /** The courier can pick up at customers' doors. */
  readonly reverse: boolean;
  /** The courier can check the goods at customers' doors. */
  readonly qc: boolean;
  /** The courier can return a parcel to another address than the pickup address. */
  readonly separateRtoAddress: boolean;
  readonly changes: boolean;
  /** The courier requires its own label. */
  readonly ownLabelRequired: boolean;
  /** Details that the courier requires on our label. */
  readonly onLabel: readonly LabelDetail[];
  readonly pickupRequests: boolean;
  readonly manifests: boolean;
  readonly cod: boolean;
  readonly air: boolean;
  /** The courier requires registered warehouses. */
  readonly warehouses: boolean;
  readonly push: boolean;
  /** The courier can say which services it has at a pincode. */
  readonly serviceability: boolean;
  /** The number of parcels in one tracking request; null if the courier cannot be polled. */
  readonly polling: { readonly batch: number } | null;
  /** The number of lost bookings in one request; null if each booking takes a separate request. */
  readonly finding: { readonly batch: number } | null;
  /** The terms for tracking numbers given out in advance; null if the courier gives out none. */
  readonly allottedNumbers: AllottedNumbersTerms | null;
  readonly charges: boolean;
  readonly codLimitPaise: number | null;
  readonly maxWeightGrams: number | null;
  /** The longest order reference, in characters. */
  readonly referenceLength: number;
}

export interface AllottedNumbersTerms {
  /** The number of tracking numbers to fetch at once. */
  readonly batch: number;
  /** The number of free tracking numbers to keep. Below it, a job fetches more. */
  readonly keep: number;
}

/** The connection that an adapter gets for its courier account. */
export interface CourierConnection extends PartnerConnection {
  readonly courierAccountId: string;
  /** The account that owns the parcels. For the operator's courier account, this is not the operator. */
  readonly accountId: string;
  readonly numbers: AllottedNumbers;
}

/** The tracking numbers that a courier has given out in advance to one courier account. */
export interface AllottedNumbers {
  /**
   * Returns the tracking number of our reference: the number that it already has, else the oldest free
   * number. It is stored before it is used, so a reference always has the same number and a number belongs to
   * one reference.
   *
   * @param fetch asks the courier for `count` more numbers; called when no number is free
   * @returns null if neither we nor the courier have a free number, or if the reference is closed
   */
  take(reference: string, fetch: (count: number) => Promise<readonly string[]>): Promise<string | null>;

  /** The number of a reference; null if it has no number. */
  of(reference: string): Promise<string | null>;

  /**
   * Closes references, so that they cannot take a number any more.
   *
   * @returns the number of each reference, in the same order; null for a reference without a number
   */
  close(references: readonly string[]): Promise<readonly (string | null)[]>;
}
