import { WorkingCalendar } from '../calendar/working-calendar.ts';
import { zoneNumber } from '../zones/zone.ts';
import { compileZoneOverrides, type ZoneOverrides, zoneOverridesBytes } from '../zones/zone-overrides.ts';
import type { BookRows, CarrierSetting, ZoneOverrideRow } from './book-rows.ts';
import { type Carrier, OFFLINE } from './carrier.ts';
import { type QuoteKind, withoutStanding } from './left-out.ts';
import type { BookCarrier, CarrierConnection, RateBook, RateGround, StandingCarriers } from './rate-book.ts';
import { markUp } from './rate-card.ts';
import { emptyServiceability, layServiceability, type Serviceability, wordsFor } from './serviceability.ts';

/** Rs 5, if neither the account nor the default book says otherwise. */
const USUAL_PLATFORM_FEE_PAISE = 500;

/**
 * Compiles the default book, the base of every account's book.
 *
 * Rows must be valid (`*-rows.ts` check them at import); rows about an unknown carrier or area are skipped
 * and counted.
 *
 * @param served taken from an earlier version of the book with the same carriers and rules; `rows` then has
 * no rules
 */
export function compileDefaultBook(
  ground: RateGround,
  rows: BookRows,
  version: number,
  served?: Serviceability,
): RateBook {
  const nothing: RateBook = {
    ...ground,
    version,
    carriers: [],
    serviceability: emptyServiceability(ground.directory.size),
    standing: standingOf([]),
    zoneOverrides: [],
    platformFeePaise: USUAL_PLATFORM_FEE_PAISE,
    couriers: new Map(),
    couriersHad: new Set(),
    hasPricedCourier: false,
    ownBytes: 0,
    unusedRows: 0,
  };
  return layRows(nothing, rows, version, { served, isShared: true });
}

/**
 * Compiles an account's book: its own rows, and the default book for everything else. `served` is as in
 * `compileDefaultBook`, for a default book with the same `serviceability` as this one.
 */
export function compileAccountBook(
  defaultBook: RateBook,
  rows: BookRows,
  version: number,
  served?: Serviceability,
): RateBook {
  return layRows(defaultBook, rows, version, { served, isShared: false });
}

function layRows(
  parent: RateBook,
  rows: BookRows,
  version: number,
  { served, isShared }: { readonly served: Serviceability | undefined; readonly isShared: boolean },
): RateBook {
  const overrides = groupOverrides(rows.zoneOverrides);
  const couriers = layCouriers(parent, rows, isShared);
  const couriersHad = new Set([...parent.couriersHad, ...rows.couriers.map(({ courier }) => courier)]);
  const hasPricedCourier = hasPriced(parent, rows, couriersHad);
  const carriers = layCarriers(parent, rows, overrides, { inReach: couriers, hasPriced: hasPricedCourier });
  const ids = carriers.map(({ carrier }) => carrier.id);
  const parentIndexes = new Map(parent.carriers.map(({ carrier }, index) => [carrier.id, index]));
  const serviceability =
    served ??
    layServiceability(
      parent.serviceability,
      ids,
      ids.map((id) => parentIndexes.get(id) ?? -1),
      parent.carriers.length,
      rows.serviceability,
    );
  const own = compileZoneOverrides(overrides.get(null) ?? []);
  const calendar = rows.holidays === null ? parent.calendar : new WorkingCalendar(rows.holidays);
  return {
    directory: parent.directory,
    zoneMap: parent.zoneMap,
    calendar,
    version,
    carriers,
    serviceability,
    standing: standingOf(carriers),
    zoneOverrides: own === null ? parent.zoneOverrides : [own, ...parent.zoneOverrides],
    platformFeePaise: rows.platformFeePaise ?? parent.platformFeePaise,
    couriers,
    couriersHad,
    hasPricedCourier,
    ownBytes:
      ownBytes(parent, carriers, serviceability, own) + (rows.holidays === null ? 0 : BYTES_PER_CALENDAR),
    unusedRows: unusedRows(rows, new Set(ids)),
  };
}

/** The account's own courier account takes precedence over the operator's. */
function layCouriers(parent: RateBook, { couriers }: BookRows, isShared: boolean): RateBook['couriers'] {
  if (couriers.length === 0) return parent.couriers;
  const own = couriers.flatMap(({ courier, courierAccountId, isRemoved }) =>
    isRemoved ? [] : ([[courier, { courierAccountId, isShared }]] as const),
  );
  return new Map([...parent.couriers, ...own]);
}

/** Tells whether a carrier of any of these couriers has a rate card. */
function hasPriced(parent: RateBook, rows: BookRows, couriers: ReadonlySet<string>): boolean {
  const own = new Map(rows.carriers.map((carrier) => [carrier.id, carrier]));
  const ofCourier = (id: string) => {
    const carrier = own.get(id) ?? parent.carriers.find((one) => one.carrier.id === id)?.carrier;
    return carrier !== undefined && carrier.adapter !== OFFLINE && couriers.has(carrier.adapter);
  };
  const priced = parent.carriers.flatMap(({ carrier, pricing }) => (pricing === null ? [] : carrier.id));
  return [...priced, ...rows.rateCards.map(({ carrierId }) => carrierId)].some(ofCourier);
}

/**
 * The connected couriers. `hasPriced`: a courier that is or was connected has a price; then carriers without
 * an API are no longer offered by default.
 */
interface Couriers {
  readonly inReach: RateBook['couriers'];
  readonly hasPriced: boolean;
}

function connectionOf(
  { adapter }: Carrier,
  { besideCouriers }: CarrierSetting,
  couriers: Couriers,
): CarrierConnection {
  if (adapter === OFFLINE) {
    if (besideCouriers || (!couriers.hasPriced && couriers.inReach.size === 0)) return { kind: 'offline' };
    return { kind: couriers.hasPriced ? 'beside_couriers' : 'sample' };
  }
  const inReach = couriers.inReach.get(adapter);
  return inReach === undefined ? { kind: 'not_connected' } : { kind: 'connected', ...inReach };
}

function layCarriers(
  parent: RateBook,
  rows: BookRows,
  overrides: ReadonlyMap<string | null, readonly CompiledOverride[]>,
  couriers: Couriers,
): BookCarrier[] {
  const ownCarriers = new Map(rows.carriers.map((carrier) => [carrier.id, carrier]));
  const ownCards = new Map(rows.rateCards.map((card) => [card.carrierId, card]));
  const ownSettings = new Map(rows.carrierSettings.map((setting) => [setting.carrierId, setting]));
  const lay = (before: BookCarrier | null, carrier: Carrier): BookCarrier => {
    const card = ownCards.get(carrier.id);
    const setting = ownSettings.get(carrier.id);
    const zoneOverrides = compileZoneOverrides(overrides.get(carrier.id) ?? []);
    const isAsConnected =
      couriers.inReach === parent.couriers && couriers.hasPriced === parent.hasPricedCourier;
    const unchanged = card === undefined && setting === undefined && zoneOverrides === null && isAsConnected;
    if (before !== null && before.carrier === carrier && unchanged) return before;
    const inForce = setting ?? before?.setting ?? usualSetting(carrier);
    const cardInForce = card ?? before?.pricing?.card ?? null;
    return {
      carrier,
      setting: inForce,
      pricing: cardInForce === null ? null : markUp(cardInForce, inForce.markup),
      zoneOverrides: [...(zoneOverrides === null ? [] : [zoneOverrides]), ...(before?.zoneOverrides ?? [])],
      connection: connectionOf(carrier, inForce, couriers),
    };
  };
  const inherited = parent.carriers.map((before) => {
    const own = ownCarriers.get(before.carrier.id);
    ownCarriers.delete(before.carrier.id);
    return lay(before, own ?? before.carrier);
  });
  const added = [...ownCarriers.values()].map((carrier) => lay(null, carrier));
  return [...inherited, ...added].sort(byNameThenId);
}

function usualSetting({ id }: Carrier): CarrierSetting {
  return { carrierId: id, offered: true, markup: 0, besideCouriers: false };
}

function byNameThenId(a: BookCarrier, b: BookCarrier): number {
  return compareTexts(a.carrier.name, b.carrier.name) || compareTexts(a.carrier.id, b.carrier.id);
}

/** Compares by code unit, the same on every machine and in every language. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface CompiledOverride {
  readonly origin: string;
  readonly destination: string;
  readonly zone: number;
}

function groupOverrides(rows: readonly ZoneOverrideRow[]): Map<string | null, CompiledOverride[]> {
  const groups = new Map<string | null, CompiledOverride[]>();
  for (const { carrierId, origin, destination, zone } of rows) {
    const group = groups.get(carrierId) ?? [];
    group.push({ origin, destination, zone: zoneNumber(zone) });
    groups.set(carrierId, group);
  }
  return groups;
}

function standingOf(carriers: readonly BookCarrier[]): StandingCarriers {
  const setOf = (kind: QuoteKind): Uint32Array => {
    const set = new Uint32Array(wordsFor(carriers.length));
    for (const [index, carrier] of carriers.entries()) {
      if (withoutStanding(carrier, kind) !== null) continue;
      set[index >>> 5] = (set[index >>> 5] ?? 0) | (1 << (index & 31));
    }
    return set;
  };
  return { forward: setOf('forward'), return: setOf('return'), returnWithQc: setOf('returnWithQc') };
}

function unusedRows(rows: BookRows, carrierIds: ReadonlySet<string>): number {
  const aboutCarriers = [...rows.rateCards, ...rows.carrierSettings, ...rows.zoneOverrides];
  const unknown = aboutCarriers.filter(({ carrierId }) => carrierId !== null && !carrierIds.has(carrierId));
  const rules = rows.serviceability;
  if (rules === null) return unknown.length;
  const unknownRules = rules.carrierIds
    .filter((id) => !carrierIds.has(id))
    .reduce((sum, id) => sum + rules.rowsOf(id), 0);
  return unknown.length + unknownRules + rules.unknownAreas;
}

/** The memory of one carrier, measured and rounded up. */
const BYTES_PER_CARRIER = 1_100;
const BYTES_PER_BOOK = 2_000;
/** The list, and 4 kB of tables for each state and year in use. */
const BYTES_PER_CALENDAR = 60_000;

function ownBytes(
  parent: RateBook,
  carriers: readonly BookCarrier[],
  { classOf, sets }: RateBook['serviceability'],
  overrides: ZoneOverrides | null,
): number {
  const shared = new Set(parent.carriers);
  let bytes = BYTES_PER_BOOK + carriers.length * 8;
  if (classOf !== parent.serviceability.classOf) bytes += classOf.byteLength;
  if (sets !== parent.serviceability.sets) bytes += sets.byteLength;
  if (overrides !== null) bytes += zoneOverridesBytes(overrides);
  const sharedOverrides = new Set(parent.carriers.flatMap(({ zoneOverrides }) => zoneOverrides));
  for (const carrier of carriers) {
    if (shared.has(carrier)) continue;
    bytes += BYTES_PER_CARRIER;
    for (const own of carrier.zoneOverrides) {
      if (!sharedOverrides.has(own)) bytes += zoneOverridesBytes(own);
    }
  }
  return bytes;
}
