/** GST on courier services and on fees, in percent. */
const GST_PERCENT = 18;

/**
 * GST on an amount of 0 or more paise, rounded half up to a paisa. It is computed for each charge, and totals
 * are sums of the shown amounts, so that the parts that a merchant sees add up to the total.
 */
export function gstOf(paise: number): number {
  return Math.floor((paise * GST_PERCENT + 50) / 100);
}

/** The amount without GST, rounded half up to a paisa. */
export function withoutGst(paise: number): number {
  return Math.floor((paise * 200 + 100 + GST_PERCENT) / (2 * (100 + GST_PERCENT)));
}
