/**
 * Divides an amount in proportion to weights, in whole units: the shares add up to the amount. The units that are left over
 * after rounding down go to the first shares with the largest remainders. Without weights, all goes to the first.
 *
 * @param amount a whole number, not negative
 * @param weights not negative
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  const exact = weights.map((weight) => (BigInt(amount) * BigInt(weight)) / BigInt(whole));
  const rest = weights.map((weight) => (BigInt(amount) * BigInt(weight)) % BigInt(whole));
  const shares = exact.map(Number);
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  const byRest = [...rest.keys()].sort((a, b) => Number((rest[b] ?? 0n) - (rest[a] ?? 0n)) || a - b);
  for (const index of byRest.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
