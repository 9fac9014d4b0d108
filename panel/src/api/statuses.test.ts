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

/** The data of the service for each status. */
const said: Record<string, { status: string; absolute?: true; closed?: true }> = JSON.parse(
  readFileSync(new URL('../../../data/statuses.json', import.meta.url), 'utf8'),
).granular;

describe('a status of a parcel', () => {
  it('is either on its way or not', () => {
    expect([...ON_ITS_WAY, ...NOT_ON_ITS_WAY].sort()).toEqual(Object.keys(said).sort());
  });

  it('is not on its way before a courier knows the parcel, nor at the end', () => {
    const over = Object.entries(said)
      .filter(([, { absolute, closed }]) => absolute === true || closed === true)
      .map(([status]) => status);
    expect([...NOT_ON_ITS_WAY].sort()).toEqual(['pending', 'processing', ...over].sort());
    expect(Object.keys(said).filter((status) => isOver(status as GranularStatus))).toEqual(over);
  });

  it('cannot make a parcel late that returns or has ended', () => {
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
  const say = (status: string) => `„${status}“`;
  const scan = { status: 'ndr_raised', description: 'Door locked', description_details: null };

  it('is the text of the courier, after the status if the reader does not read English', () => {
    expect(scanInWords(scan, say, String, 'en')).toBe('Door locked');
    expect(scanInWords(scan, say, String, 'hi')).toBe('„ndr_raised“: Door locked');
  });

  it('is our sentence if we wrote it', () => {
    const ours = { ...scan, description_details: { message: 'Cancelled', template: 'cancelled' } };
    expect(scanInWords(ours, say, ({ template }) => `रद्द (${template})`, 'hi')).toBe('रद्द (cancelled)');
  });
});
