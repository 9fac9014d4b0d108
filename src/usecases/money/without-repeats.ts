import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';

/** Returns the tracking numbers without repeats, in the order of their first occurrence. */
export function withoutRepeats(awbs: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const awb of awbs) {
    const number = readTrackingNumber(awb);
    if (!first.has(number)) first.set(number, awb);
  }
  return [...first.values()];
}
