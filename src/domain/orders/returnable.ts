export interface Units {
  readonly sku: string | null;
  readonly units: number;
}

/**
 * Returns the reasons why these units cannot be returned; empty if they can. All returns of an order together
 * may not exceed the ordered units: of each SKU in the order, and in total. Items are matched only by SKU,
 * because merchants name them differently in a return.
 *
 * @param returning the units of the order's other returns, without cancelled ones
 */
export function unitsTooMany(
  requested: readonly Units[],
  ordered: readonly Units[],
  returning: readonly Units[],
): string[] {
  const skus = new Set(ordered.flatMap(({ sku }) => sku ?? []));
  const ofSkus = [...skus].flatMap((sku) => {
    const of = (lines: readonly Units[]) => total(lines.filter((line) => line.sku === sku));
    return excess(of(requested), of(ordered), of(returning), ` of ${sku}`);
  });
  return ofSkus.length > 0 ? ofSkus : excess(total(requested), total(ordered), total(returning), '');
}

function excess(requested: number, ordered: number, returning: number, what: string): string[] {
  if (requested === 0 || requested + returning <= ordered) return [];
  const others = returning === 0 ? '' : `, ${returning} of them in other returns`;
  return [
    `has ${ordered} ${ordered === 1 ? 'unit' : 'units'}${what}${others}: cannot bring back ${requested}`,
  ];
}

function total(lines: readonly Units[]): number {
  return lines.reduce((sum, { units }) => sum + units, 0);
}
