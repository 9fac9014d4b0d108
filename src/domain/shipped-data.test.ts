import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataJson, readShippedDirectory, sampleRows } from '../../test/support/rates.ts';
import { readHolidays } from '../data-files/read-holidays.ts';
import { readZoneLists } from '../data-files/read-zone-lists.ts';
import { SAMPLE_CARRIERS } from '../data-files/sample-carriers.ts';
import { DATA_FOLDER } from '../package-root.ts';
import { hasDatedHolidays } from './calendar/holidays.ts';
import { isStateCode } from './pincodes/states.ts';
import { NDR_REASONS, RTO_REASONS } from './tracking/reasons.ts';
import {
  ABSOLUTE_STATUSES,
  CLOSED_STATUSES,
  FORWARD_STATUSES,
  LISTING_STATUSES,
  listingStatusOf,
  MILESTONES,
  publicStatus,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
} from './tracking/statuses.ts';
import { ZONES, zoneWord } from './zones/zone.ts';
import { ZONE_RULES } from './zones/zone-lists.ts';

/** The check of each file of `data/` against the domain. A new file must be added here. */
const HELD: Readonly<Record<string, () => void>> = {
  'pincodes.csv': () => {
    expect(readShippedDirectory().size).toBeGreaterThan(19_000);
  },
  'holidays.in.json': () => {
    const holidays = readHolidays(dataJson('holidays.in.json'));
    expect([2025, 2026, 2027].filter((year) => !hasDatedHolidays(holidays, year))).toEqual([]);
  },
  'statuses.json': () => {
    const { granular, returns, ...lists } = dataJson('statuses.json') as {
      granular: Record<string, { status: string; published?: string; absolute?: boolean; closed?: boolean }>;
      returns: Record<string, { status: string; absolute?: boolean; closed?: boolean }>;
      milestones: string[];
      ndr_reasons: Record<string, unknown>;
      rto_reasons: Record<string, unknown>;
    };
    expect(Object.entries(granular).map(([word, { status }]) => [word, status])).toEqual(
      FORWARD_STATUSES.map((word) => [word, listingStatusOf(word)]),
    );
    expect(Object.entries(returns).map(([word, { status }]) => [word, status])).toEqual(
      RETURN_STATUSES.map((word) => [word, listingStatusOf(word)]),
    );
    expect(new Set(Object.values(returns).map(({ status }) => status))).toEqual(
      new Set(RETURN_LISTING_STATUSES),
    );
    expect(Object.entries(granular).map(([word, { published = word }]) => published)).toEqual(
      FORWARD_STATUSES.map((word) => publicStatus(word).status),
    );
    const all = { ...granular, ...returns };
    expect(new Set(Object.values(granular).map(({ status }) => status))).toEqual(new Set(LISTING_STATUSES));
    const marked = (mark: 'absolute' | 'closed') =>
      Object.keys(all).filter((word) => all[word]?.[mark] === true);
    expect(new Set(marked('absolute'))).toEqual(new Set(ABSOLUTE_STATUSES));
    expect(new Set(marked('closed'))).toEqual(new Set(CLOSED_STATUSES));
    expect(lists.milestones).toEqual(MILESTONES);
    expect(Object.keys(lists.ndr_reasons)).toEqual(NDR_REASONS);
    expect(Object.keys(lists.rto_reasons)).toEqual(RTO_REASONS);
  },
  'zones.json': () => {
    const file = dataJson('zones.json') as {
      zone: Record<string, string>;
      special_states_optional: string[];
    };
    const { zoneOfRule } = readZoneLists(file);
    expect(file.zone).toEqual({
      ...Object.fromEntries(ZONE_RULES.map((rule) => [rule, zoneWord(zoneOfRule[rule])])),
      distance: 'zone_b',
    });
    expect(file.special_states_optional.filter((code) => !isStateCode(code))).toEqual([]);
  },
  'rates.json': () => {
    const { services } = dataJson('rates.json') as {
      services: { id: string; base: object; add: object; tat_days: object }[];
    };
    expect(services.map(({ id }) => id)).toEqual(Object.keys(SAMPLE_CARRIERS));
    for (const { base, add, tat_days } of services) {
      for (const byZone of [base, add, tat_days]) expect(Object.keys(byZone)).toEqual([...ZONES]);
    }
    expect(sampleRows().carriers).toHaveLength(services.length);
  },
};

describe('the shipped data', () => {
  it('has no file without a check', () => {
    const files = readdirSync(DATA_FOLDER).filter((file) => !file.endsWith('.md'));
    expect(files.sort()).toEqual(Object.keys(HELD).sort());
  });

  it.each(Object.keys(HELD))('has exactly the values that the domain knows: %s', (file) => {
    HELD[file]?.();
  });
});
