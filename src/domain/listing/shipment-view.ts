import type { Sentence } from '../../problems/sentence.ts';
import type { CustomerReturnReason, RequestKind } from '../customer-requests/customer-request.ts';
import { type Contact, consigneeOf, type OrderItem } from '../orders/order.ts';
import type { NdrReason, RtoReason } from '../tracking/reasons.ts';
import type { GranularStatus, Journey, Milestone } from '../tracking/statuses.ts';
import type { Zone } from '../zones/zone.ts';

export interface ShipmentView {
  readonly shipmentId: string;
  readonly trackingNumber: string | null;
  readonly journey: Journey;
  /** Tells whether the shipment belongs to an exchange. */
  readonly isExchange: boolean;
  readonly status: GranularStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly warehouseId: string;
  /** The pickup city: that of the warehouse, or of a return's customer. */
  readonly originCity: string;
  readonly totalPricePaise: number;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  readonly isCod: boolean;
  readonly zone: Zone;
  /** In units of 0.01 g. */
  readonly appliedCentigrams: number;
  readonly attemptCount: number;
  readonly ndrReason: NdrReason | null;
  readonly rtoReason: RtoReason | null;
  /** `2026-11-15`, in India. */
  readonly expectedPickupDate: string | null;
  readonly expectedDeliveryDate: string | null;
  /** The delivery date that was promised at booking. */
  readonly firstExpectedDeliveryDate: string | null;
  /** Null until a carrier is booked. */
  readonly carrier: {
    readonly id: string;
    readonly name: string;
    /** The courier's name for customers; null for bookings made before such names existed. */
    readonly courierName: string | null;
    readonly helpline: string | null;
  } | null;
  readonly order: {
    readonly id: string;
    readonly orderDate: Date;
    readonly channel: string;
    readonly displayId: string;
    readonly externalId: string;
    readonly storeName: string | null;
    readonly tags: readonly string[];
  };
  readonly items: readonly (Pick<OrderItem, 'name' | 'sku' | 'units' | 'sellingPricePaise'> & {
    readonly itemId: string;
  })[];
  /** The buyer; for a return, the contact of the pickup address. */
  readonly billing: Contact;
  /** Null if the parcel goes to the billing contact: see `consigneeOf`. For a return, the recipient. */
  readonly shipping: Contact | null;
  /** Oldest first. */
  readonly milestones: readonly { readonly milestone: Milestone; readonly at: Date }[];
  /** The newest entry of the history, even if it changed nothing; null if the history is empty. */
  readonly lastScanAt: Date | null;
  /** Events that changed the shipment, newest first. */
  readonly events: readonly EventView[];
  /** The charges of the booking; null before it. */
  readonly charges: ChargesView | null;
  /** Null if the customer has no undecided request. */
  readonly request: WaitingRequest | null;
}

export interface WaitingRequest {
  readonly id: string;
  readonly kind: RequestKind;
  /** Carried out automatically; no person needs to decide it. */
  readonly isAtOnce: boolean;
  /** `2026-11-25`, in India. */
  readonly deliveryDate: string | null;
  readonly landmark: string | null;
  readonly phone: string | null;
  readonly note: string | null;
  readonly returnReason: CustomerReturnReason | null;
  /** An ISO time. */
  readonly createdAt: string;
}

export interface EventView {
  readonly eventId: string;
  readonly status: GranularStatus;
  readonly at: Date;
  readonly location: string | null;
  /** See `activityText`. */
  readonly description: string;
  /** The description, if it does not have the courier's text. */
  readonly sentence: Sentence | null;
}

export interface ChargesView {
  readonly forwardFreightPaise: number;
  readonly codChargesPaise: number;
  readonly rtoChargesPaise: number;
  readonly qcChargesPaise: number;
  readonly totalChargesPaise: number;
  readonly platformFeePaise: number;
}

/** The customer: the recipient of a parcel, or the sender of a return. */
export function customerOf({ journey, billing, shipping }: ShipmentView): Contact {
  return journey === 'return' ? billing : consigneeOf({ billing, shipping });
}
