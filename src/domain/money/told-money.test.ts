import { expect, it } from 'vitest';
import { MOST_TOLD, ToldSums } from './told-money.ts';

const row = (line: number, toldPaise: number, expectedPaise = 10_000, courier = 'Titlipath') => {
  return { line, trackingNumber: `ND${line}`, shipmentId: `s${line}`, courier, toldPaise, expectedPaise };
};

it('sums up by courier, for any portions of rows', () => {
  const sums = new ToldSums();
  sums.add([row(2, 10_000), row(3, 9_000, 10_000, 'Morpankhi')]);
  sums.add([row(4, 10_050)]);
  sums.add([]);
  expect(sums.money.couriers).toEqual([
    { courier: 'Morpankhi', rows: 1, toldPaise: 9_000, expectedPaise: 10_000 },
    { courier: 'Titlipath', rows: 2, toldPaise: 20_050, expectedPaise: 20_000 },
  ]);
  expect(sums.money.differing).toBe(2);
  expect(sums.money.differences.map(({ line }) => line)).toEqual([3, 4]);
});

it.each([
  [100, 99, 0],
  [100, 100, 0],
  [100, 101, 1],
  [0, 1, 1],
])(
  'with a tolerance of %d paise and a difference of %d, the number of differing rows is %d',
  (tolerance, difference, found) => {
    for (const told of [10_000 + difference, 10_000 - difference]) {
      const sums = new ToldSums(tolerance);
      sums.add([row(2, told)]);
      expect(sums.money.differing).toBe(found);
    }
  },
);

it('keeps the largest differences, and counts all of them', () => {
  const sums = new ToldSums();
  for (let line = 1; line <= MOST_TOLD + 50; line += 1) sums.add([row(line, 10_000 + line)]);
  const { differing, differences } = sums.money;
  expect(differing).toBe(MOST_TOLD + 50);
  expect(differences).toHaveLength(MOST_TOLD);
  expect(differences.at(0)?.line).toBe(MOST_TOLD + 50);
  expect(differences.at(-1)?.line).toBe(51);
});
