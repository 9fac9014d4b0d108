/** The letters of zones, nearest first, as rate cards and quotes show them. */
export const ZONES = ['A', 'B', 'C', 'D', 'E'] as const;

export type Zone = (typeof ZONES)[number];

/** The name of a zone everywhere except in quotes. */
export type ZoneWord = `zone_${Lowercase<Zone>}`;

/** The number of zones: the length of every table by zone. */
export const ZONE_COUNT = ZONES.length;

/** The letter of a zone number; 0 is `A`. */
export function zoneLetter(zoneNumber: number): Zone {
  return ZONES[zoneNumber] ?? 'A';
}

/** The number of a zone's letter in upper or lower case, 0 for `A`; -1 for any other text. */
export function zoneNumber(letter: string): number {
  return (ZONES as readonly string[]).indexOf(letter.toUpperCase());
}

/** Formats `B` as `zone_b`. */
export function zoneWord(zone: Zone): ZoneWord {
  return `zone_${zone.toLowerCase() as Lowercase<Zone>}`;
}
