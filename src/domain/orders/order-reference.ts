import type { Journey } from '../tracking/statuses.ts';

/** The parts of the reference under which a courier knows a parcel. */
export interface ReferenceParts {
  /** The merchant's order id. */
  readonly displayId: string;
  readonly journey: Journey;
  /** The number of the booking of this order, from 1. */
  readonly attempt: number;
  /** The account, if several accounts book with one courier account; else null. */
  readonly sharedBy: string | null;
}

/** The length of a hash that distinguishes references with the same beginning, or of different accounts. */
const MARK_LENGTH = 6;

/**
 * The reference of a parcel at a courier: the merchant's order id if possible, so that merchant and courier
 * find the parcel by it. A suffix marks a return, a later booking, and orders of accounts that share a
 * courier account. A long id keeps its beginning and gets a hash of the whole.
 *
 * @param longest in characters
 */
export function orderReference(parts: ReferenceParts, longest: number): string {
  const { displayId, journey, attempt, sharedBy } = parts;
  const suffix = [
    ...(journey === 'return' ? ['R'] : []),
    ...(attempt > 1 ? [String(attempt)] : []),
    ...(sharedBy === null ? [] : [shortHash(sharedBy)]),
  ]
    .map((part) => `-${part}`)
    .join('');
  if ([...displayId].length + suffix.length <= longest) return `${displayId}${suffix}`;
  return marked(displayId, displayId, suffix, longest);
}

/** Returns `taken`, the reference in allowed characters, with a hash if characters were replaced. */
export function referenceInSigns(reference: string, taken: string, longest: number): string {
  return taken === reference ? reference : marked(taken, reference, '', longest);
}

/** The reference of a single booking, for a courier that has used up the reference of the order. */
export function referenceOfBooking(reference: string, bookingId: string, longest: number): string {
  return marked(reference, bookingId, '', longest);
}

function marked(beginning: string, whole: string, suffix: string, longest: number): string {
  const end = `-${shortHash(whole)}${suffix}`;
  const kept = [...beginning].slice(0, Math.max(longest - end.length, 0)).join('');
  return `${kept}${end}`.slice(-longest);
}

/** Returns six letters and digits, by FNV-1a in 64 bits: not secure, only for telling references apart. */
export function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36).toUpperCase().slice(-MARK_LENGTH).padStart(MARK_LENGTH, '0');
}
