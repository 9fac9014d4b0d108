/** An override of a zone, as in its file and table: see `zone-override-row.ts`. */
export interface ZoneOverride {
  /** A pincode, a prefix of one to five digits, or `''` for everywhere. */
  readonly origin: string;
  /** A pincode, a prefix of one to five digits, or `''` for everywhere. */
  readonly destination: string;
  readonly zone: number;
}

/**
 * Overrides of one scope, compiled: one map for each combination of prefix lengths in use (mostly one to
 * three), the most specific first. The key of a map combines both prefixes.
 */
export interface ZoneOverrides {
  readonly levels: readonly OverrideLevel[];
}

interface OverrideLevel {
  readonly originDigits: number;
  readonly destinationDigits: number;
  readonly originDivisor: number;
  readonly destinationDivisor: number;
  readonly zones: ReadonlyMap<number, number>;
}

const DIGITS = 6;

/**
 * Compiles overrides. If two have the same origin and destination, the later override counts. Returns null if
 * there are no overrides, so that a book without overrides has no cost.
 */
export function compileZoneOverrides(overrides: Iterable<ZoneOverride>): ZoneOverrides | null {
  const levels = new Map<number, OverrideLevel & { readonly zones: Map<number, number> }>();
  for (const { origin, destination, zone } of overrides) {
    const lengths = origin.length * 10 + destination.length;
    let level = levels.get(lengths);
    if (level === undefined) {
      level = {
        originDigits: origin.length,
        destinationDigits: destination.length,
        originDivisor: 10 ** (DIGITS - origin.length),
        destinationDivisor: 10 ** (DIGITS - destination.length),
        zones: new Map(),
      };
      levels.set(lengths, level);
    }
    level.zones.set(keyOf(Number(origin), Number(destination)), zone);
  }
  if (levels.size === 0) return null;
  return { levels: [...levels.values()].sort(moreSpecificFirst) };
}

/** The number of the override's zone, or -1. An override for both directions is written twice. */
export function overriddenZone(overrides: ZoneOverrides, origin: number, destination: number): number {
  for (const level of overrides.levels) {
    const zone = level.zones.get(levelKey(level, origin, destination));
    if (zone !== undefined) return zone;
  }
  return -1;
}

/** The override that `overriddenZone` uses, for an explanation; null if no override matches. */
export function matchingOverride(
  overrides: ZoneOverrides,
  origin: number,
  destination: number,
): ZoneOverride | null {
  for (const level of overrides.levels) {
    const zone = level.zones.get(levelKey(level, origin, destination));
    if (zone === undefined) continue;
    return {
      origin: String(origin).slice(0, level.originDigits),
      destination: String(destination).slice(0, level.destinationDigits),
      zone,
    };
  }
  return null;
}

export function zoneOverridesBytes(overrides: ZoneOverrides): number {
  const perEntry = 64;
  return overrides.levels.reduce((sum, { zones }) => sum + 200 + zones.size * perEntry, 0);
}

function levelKey(level: OverrideLevel, origin: number, destination: number): number {
  return keyOf(Math.floor(origin / level.originDivisor), Math.floor(destination / level.destinationDivisor));
}

function keyOf(originPrefix: number, destinationPrefix: number): number {
  return originPrefix * 1_000_000 + destinationPrefix;
}

/**
 * Orders by specificity: a pair of pincodes, then one pincode, then prefixes, longer ones first. If still
 * equal, the more specific destination comes first, because delivery costs more than pickup.
 */
function moreSpecificFirst(a: OverrideLevel, b: OverrideLevel): number {
  return (
    wholePincodes(b) - wholePincodes(a) ||
    b.originDigits + b.destinationDigits - (a.originDigits + a.destinationDigits) ||
    b.destinationDigits - a.destinationDigits
  );
}

function wholePincodes({ originDigits, destinationDigits }: OverrideLevel): number {
  return Number(originDigits === DIGITS) + Number(destinationDigits === DIGITS);
}
