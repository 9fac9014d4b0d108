import type { NdrReason, RtoReason } from '../tracking/reasons.ts';
import type { GranularStatus, ListingStatus, Milestone } from '../tracking/statuses.ts';
import type { ZoneWord } from '../zones/zone.ts';

/** A shipment as the listing shows it (contract: listing). */
export interface ShipmentView {
  readonly shipmentId: string;
  readonly trackingNumber: string | null;
  readonly status: ListingStatus;
  /** Where it says more than the status. */
  readonly subStatus: GranularStatus | null;
  readonly createdAt: Date;
  readonly warehouseId: string;
  /** Of the warehouse. */
  readonly originCity: string;
  readonly totalPricePaise: number;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  readonly isCod: boolean;
  readonly zone: ZoneWord;
  /** 0.01 g. */
  readonly appliedWeight: number;
  readonly attemptCount: number;
  readonly ndrReason: NdrReason | null;
  readonly rtoReason: RtoReason | null;
  /** `2026-11-15`, in India. */
  readonly expectedPickupDate: string | null;
  readonly expectedDeliveryDate: string | null;
  /** Null until a carrier is booked. */
  readonly carrier: { readonly id: string; readonly name: string } | null;
  readonly order: {
    readonly id: string;
    readonly orderDate: Date;
    readonly channel: string;
    readonly displayId: string;
    readonly externalId: string;
    readonly storeName: string | null;
    readonly tags: readonly string[];
  };
  readonly items: readonly ItemView[];
  readonly billing: ContactView;
  /** Whom the parcel goes to; the billing contact where no other is given. */
  readonly shipping: ContactView;
  /** Oldest first. */
  readonly milestones: readonly { readonly milestone: Milestone; readonly at: Date }[];
  /** What applied of its history, newest first. */
  readonly events: readonly EventView[];
  /** As booked; null until then. */
  readonly charges: ChargesView | null;
}

export interface ItemView {
  readonly id: string;
  readonly quantity: number;
  /** Of one unit. */
  readonly pricePaise: number;
  readonly name: string;
  readonly sku: string | null;
}

export interface ContactView {
  readonly firstName: string;
  readonly lastName: string | null;
  /** Ten digits. */
  readonly phone: string;
  readonly email: string | null;
  readonly address: string;
  readonly address2: string | null;
  readonly city: string;
  readonly pincode: string;
  readonly state: string;
  readonly country: string;
}

export interface EventView {
  readonly id: string;
  readonly status: GranularStatus;
  readonly at: Date;
  /** Why an attempt failed, or why it goes back. */
  readonly reason: NdrReason | RtoReason | null;
  readonly location: string | null;
  readonly description: string | null;
}

export interface ChargesView {
  readonly forwardFreightPaise: number;
  readonly codChargesPaise: number;
  readonly rtoChargesPaise: number;
  readonly totalChargesPaise: number;
  readonly platformFeePaise: number;
}

/** The sub-status, or where there is none the status, which is then granular itself. */
export function granularStatusOf({ subStatus, status }: ShipmentView): GranularStatus {
  return subStatus ?? (status as GranularStatus);
}
