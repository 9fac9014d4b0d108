import { describe, expect, it } from 'vitest';
import { readWeightCell, weightUnitOf } from '../../reading/cells.ts';
import {
  judgeInvoiced,
  stateAfter,
  USUAL_TOLERANCE,
  type WeightDifferenceState,
} from './weight-difference.ts';

const ours = { weight: 50_000, paise: 5_000 };

describe('a row of a courier invoice', () => {
  it.each([
    ['as ours', ours, 'record'],
    ['heavier within the tolerance', { weight: 55_000, paise: 9_000 }, 'record'],
    ['heavier above it', { weight: 55_001, paise: 9_000 }, 'raise'],
    ['heavier at the same price', { weight: 90_000, paise: 5_000 }, 'record'],
    ['heavier and dearer within the tolerance', { weight: 90_000, paise: 5_100 }, 'record'],
    ['heavier and dearer above it', { weight: 90_000, paise: 5_101 }, 'raise'],
    ['dearer at our weight', { weight: 50_000, paise: 9_000 }, 'record'],
    ['lighter and cheaper', { weight: 1, paise: 1 }, 'record'],
  ])('%s is judged', (_, charged, verdict) => {
    expect(judgeInvoiced({ ours, charged, had: null }, USUAL_TOLERANCE)).toBe(verdict);
  });

  it('is a repeat of an equal row, and conflicts with another row', () => {
    const charged = { weight: 90_000, paise: 9_000 };
    const judge = (had: typeof charged) => judgeInvoiced({ ours, charged, had }, USUAL_TOLERANCE);
    expect(judge({ ...charged })).toBe('repeat');
    expect(judge({ ...charged, paise: 9_001 })).toBe('conflict');
    expect(judgeInvoiced({ ours: null, charged, had: null }, USUAL_TOLERANCE)).toBe('unknown');
  });
});

describe('the actions on a weight difference', () => {
  it.each([
    ['raised', 'accepted', 'disputed', null],
    ['disputed', 'accepted', null, 'settled'],
    ['accepted', null, null, null],
    ['settled', null, null, null],
  ] as [WeightDifferenceState, ...(WeightDifferenceState | null)[]][])(
    'lead to the right states after %s',
    (state, accepted = null, disputed = null, settled = null) => {
      expect(stateAfter(state, 'accept')).toBe(accepted);
      expect(stateAfter(state, 'dispute')).toBe(disputed);
      expect(stateAfter(state, 'settle')).toBe(settled);
    },
  );
});

describe('a weight in a file', () => {
  it.each([
    ['1.5', 'kg', 150_000],
    ['1500', 'g', 150_000],
    ['1.5 kg', 'g', 150_000],
    ['1,500 gms', 'kg', 150_000],
    ['.5', 'kg', 50_000],
    ['0.000005', 'kg', 1],
    ['1000', 'kg', 100_000_000],
  ] as const)('reads %j of a column in %s as %i', (cell, unit, weight) => {
    expect(readWeightCell(cell, unit)).toBe(weight);
  });

  it.each(['', '-1', '1.5 lb', '1e3', '1000.01 kg', 'heavy'])('rejects %j', (cell) =>
    expect(readWeightCell(cell, 'kg')).toBeNull(),
  );

  it.each([
    ['charged weight kg', 'kg'],
    ['weight gms', 'g'],
    ['charged weight', null],
    ['weight charged', null],
  ])('has the unit of the column %j: %s', (name, unit) => expect(weightUnitOf(name)).toBe(unit));
});
