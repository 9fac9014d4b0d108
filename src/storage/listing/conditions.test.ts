import { describe, expect, it } from 'vitest';
import { selectiveParts } from './conditions.ts';

describe('the parts of a code for the index', () => {
  it.each([
    ['9869447621', ['621', '447', '869']],
    ['dky12345678901', ['901', '678', '345']],
    // Six digits leave room for a part that overlaps the others; five digits do not.
    ['d-998993', ['993', '998', '989']],
    ['d-39589', ['589', '395']],
    // Zeros that pad a number and repeated parts are not selective.
    ['titl00000109553', ['553', '109', '095']],
    ['9123123', ['123', '231']],
    // The letters are used only if one part is left.
    ['aira00000000182', ['182', 'aira']],
  ])('are the last digits of %s', (word, parts) => {
    expect(selectiveParts(word)).toEqual(parts);
  });

  it.each(['d-9858', '1234', 'asha', '12345-a', '00000000', 'd-000182', 'd-500003', '560038'])(
    'are missing for %s, which is not selective',
    (word) => {
      expect(selectiveParts(word)).toEqual([]);
    },
  );
});
