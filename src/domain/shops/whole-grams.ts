/** Grams rounded up to whole ones: 0.4 g is 1 g, and what weighs anything weighs 1 g. What only a binary fraction adds, as in 0.285 kg, is not rounded up. */
export function wholeGrams(grams: number): number {
  return grams > 0 ? Math.max(1, Math.ceil(Math.round(grams * 1_000) / 1_000)) : 0;
}
