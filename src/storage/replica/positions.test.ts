import { describe, expect, it } from 'vitest';
import { Positions } from './positions.ts';

describe('the log position that a replica must have reached for an account', () => {
  it('is out of reach before notifications arrive', () => {
    expect(new Positions().of('a')).toBe(Number.POSITIVE_INFINITY);
  });

  it('is the last write of the account, or else where notifications began', () => {
    const positions = new Positions();
    positions.note(['early'], 120);
    positions.beginAt(100);
    positions.note(['a', 'b'], 110);
    positions.note(['a'], 130);
    positions.note(['a'], 90);
    expect(['early', 'a', 'b', 'c'].map((account) => positions.of(account))).toEqual([120, 130, 110, 100]);
  });

  it('forgets only writes that the replica has', () => {
    const positions = new Positions();
    positions.beginAt(100);
    positions.note(['a'], 110);
    positions.note(['b'], 111);
    positions.forgetUpTo(110);
    expect(['a', 'b'].map((account) => positions.of(account))).toEqual([100, 111]);
  });

  it('is the newest write of all accounts after too many of them wrote', () => {
    const positions = new Positions();
    positions.beginAt(100);
    positions.note(
      Array.from({ length: 50_001 }, (_, number) => String(number)),
      110,
    );
    positions.note(['a'], 109);
    expect(['0', 'a', 'nobody'].map((account) => positions.of(account))).toEqual([110, 110, 110]);
  });
});
