import { indiaIso } from '../../../src/domain/india-time.ts';

/** A merchant's account at the courier. */
export interface Account {
  readonly token: string;
  readonly client: string;
  /** A token of the courier's other environment: live instead of test, or test instead of live. */
  readonly isOfOtherEnvironment: boolean;
  isActive: boolean;
  /** Without a series, the account is allotted no numbers. */
  hasSeries: boolean;
  walletRupees: number;
  /** The courier comes by itself and takes no pickup requests. */
  isOnAutoPickup: boolean;
  /** Modes that the account does not have: `COD`, `Pickup`. */
  readonly modesOff: Set<string>;
}

/** A registered pickup place. Its name is exact, including letter case. */
export interface Warehouse {
  readonly client: string;
  readonly name: string;
  address: string;
  city: string;
  pin: string;
  phone: string;
  isActive: boolean;
}

export interface Scan {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `UD`, `RT`, `DL`, `PP`, `PU`, `CN`, `LT`. */
  readonly type: string;
  readonly status: string;
  /** The NSL code. */
  readonly code: string;
  readonly instructions: string;
  readonly location: string;
}

export type PaymentMode = 'Prepaid' | 'COD' | 'Pickup' | 'REPL';

export interface Parcel {
  readonly waybill: string;
  readonly client: string;
  readonly order: string;
  readonly warehouse: string;
  readonly createdAt: number;
  mode: PaymentMode;
  codAmount: number;
  readonly totalAmount: number;
  name: string;
  phone: string;
  address: string;
  readonly city: string;
  readonly state: string;
  readonly pin: string;
  products: string;
  readonly quantity: string;
  /** Grams, as the merchant sent it. */
  weight: number;
  /** Grams, as weighed by the courier; null until then. */
  weighed: number | null;
  readonly sellerName: string;
  readonly returnTo: {
    readonly address: string;
    readonly city: string;
    readonly pin: string;
    readonly phone: string;
  };
  readonly qc: unknown;
  isCancelled: boolean;
  /** Oldest first; never empty. */
  readonly scans: Scan[];
}

export function isReverse({ mode }: Parcel): boolean {
  return mode === 'Pickup';
}

export function lastScan({ scans }: Parcel): Scan {
  const last = scans.at(-1);
  if (last === undefined) throw new Error('A parcel has no scan');
  return last;
}

export function dispatchCount({ scans }: Parcel): number {
  return scans.filter(({ type, status }) => type === 'UD' && status === 'Dispatched').length;
}

/** Tells whether the parcel still has to be picked up. */
export function isExpected(parcel: Parcel): boolean {
  if (parcel.isCancelled) return false;
  const { type, status } = lastScan(parcel);
  return type === 'PP' || (type === 'UD' && (status === 'Manifested' || status === 'Not Picked'));
}

/** Tells whether the parcel can still be changed and cancelled. */
export function isOpen(parcel: Parcel): boolean {
  const { type, status } = lastScan(parcel);
  if (type === 'PP') return status === 'Scheduled' || status === 'Open';
  return type === 'UD' && status !== 'Dispatched';
}

/** Formats a time like the courier: Indian, without a zone, at times with a fraction of 2 or 3 digits. */
export function naive(at: number): string {
  const text = indiaIso(at).slice(0, 23);
  if (text.endsWith('.000')) return text.slice(0, 19);
  return text.endsWith('0') ? text.slice(0, 22) : text;
}

const DAYS_ON_THE_WAY_MS = 4 * 86_400_000;

/** The time by which the courier expects to deliver. */
export function expectedAt(parcel: Parcel): string {
  return naive(parcel.createdAt + DAYS_ON_THE_WAY_MS);
}
