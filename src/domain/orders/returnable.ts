/** Units of one article, as an order or a return has them. */
export interface Units {
  readonly sku: string | null;
  readonly units: number;
}

/**
 * Why so many units cannot be brought back of an order; none where they can. What all its returns bring back together
 * may not be more than was ordered: of each SKU that the order has, and in all. Items are told apart by SKU alone,
 * since merchants name them anew in a return.
 *
 * @param returning what other returns of the order have, but for those that were withdrawn
 */
export function unitsTooMany(
  asked: readonly Units[],
  ordered: readonly Units[],
  returning: readonly Units[],
): string[] {
  const skus = new Set(ordered.flatMap(({ sku }) => sku ?? []));
  const ofSkus = [...skus].flatMap((sku) => {
    const of = (lines: readonly Units[]) => total(lines.filter((line) => line.sku === sku));
    return excess(of(asked), of(ordered), of(returning), ` of ${sku}`);
  });
  return ofSkus.length > 0 ? ofSkus : excess(total(asked), total(ordered), total(returning), '');
}

function excess(asked: number, ordered: number, returning: number, what: string): string[] {
  if (asked === 0 || asked + returning <= ordered) return [];
  const others = returning === 0 ? '' : `, ${returning} of them in other returns`;
  return [`has ${ordered} ${ordered === 1 ? 'unit' : 'units'}${what}${others}: cannot bring back ${asked}`];
}

function total(lines: readonly Units[]): number {
  return lines.reduce((sum, { units }) => sum + units, 0);
}
