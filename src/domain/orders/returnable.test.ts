import { describe, expect, it } from 'vitest';
import { unitsTooMany } from './returnable.ts';

const of = (sku: string | null, units: number) => ({ sku, units });

describe('the units of a return', () => {
  const ordered = [of('KURTA-M', 2), of('SCARF', 1), of(null, 1)];

  it.each([
    ['less than was ordered', [of('KURTA-M', 1)], [], []],
    ['all that was ordered', ordered, [], []],
    ['one more of a SKU', [of('KURTA-M', 3)], [], ['has 2 units of KURTA-M: cannot bring back 3']],
    [
      'a SKU in two lines',
      [of('KURTA-M', 2), of('KURTA-M', 1)],
      [],
      ['has 2 units of KURTA-M: cannot bring back 3'],
    ],
    ['the rest beside another return', [of('KURTA-M', 1)], [of('KURTA-M', 1)], []],
    [
      'more than the rest',
      [of('KURTA-M', 2)],
      [of('KURTA-M', 1)],
      ['has 2 units of KURTA-M, 1 of them in other returns: cannot bring back 2'],
    ],
    [
      'a SKU that is in other returns completely',
      [of('SCARF', 1)],
      [of('SCARF', 1)],
      ['has 1 unit of SCARF, 1 of them in other returns: cannot bring back 1'],
    ],
    ['a name instead of a SKU', [of(null, 4)], [], []],
    ['an unknown SKU', [of('KURTA-L', 4)], [], []],
    ['too many in all', [of('KURTA-L', 5)], [], ['has 4 units: cannot bring back 5']],
    [
      'too many in all with others',
      [of(null, 2)],
      [of('KURTA-M', 2), of('SCARF', 1)],
      ['has 4 units, 3 of them in other returns: cannot bring back 2'],
    ],
    ['a SKU beside another that has too many units already', [of('SCARF', 1)], [of('KURTA-M', 3)], []],
  ])('%s', (_, asked, returning, sentences) => {
    expect(unitsTooMany(asked, ordered, returning).map(({ text }) => text)).toEqual(sentences);
  });
});
