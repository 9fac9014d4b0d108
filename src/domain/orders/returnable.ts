import { type Sentence, say } from '../../problems/sentence.ts';
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
): Sentence[] {
  const skus = new Set(ordered.flatMap(({ sku }) => sku ?? []));
  const ofSkus = [...skus].flatMap((sku) => {
    const of = (lines: readonly Units[]) => total(lines.filter((line) => line.sku === sku));
    return excess(of(requested), of(ordered), of(returning), say('of_sku', ' of {sku}', { sku }));
  });
  return ofSkus.length > 0 ? ofSkus : excess(total(requested), total(ordered), total(returning), '');
}

function excess(requested: number, ordered: number, returning: number, what: Sentence | ''): Sentence[] {
  if (requested === 0 || requested + returning <= ordered) return [];
  return [
    say('units_too_many', 'has {units}{what}{others}: cannot bring back {requested}', {
      units: ordered === 1 ? say('one_unit', '1 unit') : say('units', '{count} units', { count: ordered }),
      what,
      others:
        returning === 0
          ? ''
          : say('in_other_returns', ', {count} of them in other returns', { count: returning }),
      requested,
    }),
  ];
}

function total(lines: readonly Units[]): number {
  return lines.reduce((sum, { units }) => sum + units, 0);
}
