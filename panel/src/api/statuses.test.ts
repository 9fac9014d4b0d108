import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type GranularStatus,
  isOver,
  isStillToCome,
  NOT_ON_ITS_WAY,
  ON_ITS_WAY,
  scanInWords,
} from './statuses.ts';

/** The service's data for each status. */
const said: Record<string, { status: string; absolute?: true; closed?: true }> = JSON.parse(
  readFileSync(new URL('../../../data/statuses.json', import.meta.url), 'utf8'),
).granular;

describe('the statuses of a parcel', () => {
  it('are on their way or not, all of them, and none is both', () => {
    expect([...ON_ITS_WAY, ...NOT_ON_ITS_WAY].sort()).toEqual(Object.keys(said).sort());
  });

  it('are not on their way before a courier knows of it, and once nothing more is expected', () => {
    const over = Object.entries(said)
      .filter(([, { absolute, closed }]) => absolute === true || closed === true)
      .map(([status]) => status);
    expect([...NOT_ON_ITS_WAY].sort()).toEqual(['pending', 'processing', ...over].sort());
    expect(Object.keys(said).filter((status) => isOver(status as GranularStatus))).toEqual(over);
  });

  it('make no parcel late that goes back or has come to its end', () => {
    const late = Object.keys(said).filter((status) => isStillToCome(status as GranularStatus));
    expect(late).toContain('ndr_raised');
    expect(late).toContain('pending');
    for (const status of [
      'delivered',
      'cancelled',
      'rejected',
      'lost',
      'rto_initiated',
      'rto_out_for_delivery',
    ])
      expect(late).not.toContain(status);
  });
});

describe('an entry of a history', () => {
  const say = (status: string) => (status === 'rto_in_transit' ? 'वापस आ रहा है' : 'डिलीवरी नहीं हुई');

  it.each([
    ['rto_in_transit', 'RTO IN TRANSIT', 'वापस आ रहा है'],
    ['ndr_raised', 'NDR RAISED: THE PAYMENT WAS NOT READY', 'डिलीवरी नहीं हुई: „The payment was not ready“'],
    ['rto_in_transit', 'RTO IN TRANSIT to Pune', '„RTO IN TRANSIT to Pune“'],
    ['ndr_raised', 'Door locked', '„Door locked“'],
  ])('of %s with the text %j is in the words of the reader', (status, description, words) => {
    expect(scanInWords({ status, description }, say, (text) => `„${text}“`, 'hi')).toBe(words);
  });

  it('with a text of the courier that has no translation begins with the status, except in English', () => {
    const scan = { status: 'ndr_raised', description: 'Door locked' };
    const same = (text: string) => text;
    expect(scanInWords(scan, say, same, 'hi')).toBe('डिलीवरी नहीं हुई: Door locked');
    expect(scanInWords(scan, say, same, 'en')).toBe('Door locked');
  });
});
