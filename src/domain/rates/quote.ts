import type { Zone } from '../zones/zone.ts';
import type { Carrier } from './carrier.ts';
import type { ForwardCharges, ReturnCharges } from './charges.ts';
import type { Parcel, ParcelSize } from './parcel.ts';
import type { Rupees } from './rate-amounts.ts';
import type { CarrierConnection } from './rate-book.ts';

export interface ForwardQuoteRequest extends ParcelSize {
  readonly journey: 'forward';
  /** Pincodes of the book's directory. */
  readonly originPincode: string;
  readonly destinationPincode: string;
  /**
   * For COD, the amount that the COD charge and the COD limit are based on: the value of a shipment, or the
   * amount to collect for an order. Null for prepaid.
   */
  readonly codValue: Rupees | null;
}

/** A return to quote: from the customer's pincode back to the warehouse's. */
export interface ReturnQuoteRequest extends ParcelSize {
  readonly journey: 'return';
  readonly originPincode: string;
  readonly destinationPincode: string;
  /** Tells whether the goods are checked at the customer's door. */
  readonly qcApplicable: boolean;
}

export type QuoteRequest = ForwardQuoteRequest | ReturnQuoteRequest;

interface CarrierOffer {
  readonly carrier: Carrier;
  readonly connection: CarrierConnection;
  /** The zone of the carrier's price. An override for this carrier may make it differ from the quote's. */
  readonly zone: Zone;
  readonly slabs: number;
  /** `YYYY-MM-DD`, in India. */
  readonly pickup: string;
  /** `YYYY-MM-DD`, in India. */
  readonly delivery: string;
}

export interface ForwardCarrierQuote extends CarrierOffer {
  readonly charges: ForwardCharges;
}

export interface ReturnCarrierQuote extends CarrierOffer {
  readonly charges: ReturnCharges;
}

interface QuoteOf<Journey, CarrierQuote> {
  readonly journey: Journey;
  readonly zone: Zone;
  readonly parcel: Parcel;
  /** Cheapest total first; then the earlier delivery, then the name. */
  readonly carriers: readonly CarrierQuote[];
  /** The version of the rate book that all figures were computed from. */
  readonly bookVersion: number;
}

export interface ForwardQuote extends QuoteOf<'forward', ForwardCarrierQuote> {
  /** Paise per shipment, in addition to the charges and not part of any total. */
  readonly platformFeePaise: number;
}

export type ReturnQuote = QuoteOf<'return', ReturnCarrierQuote>;
