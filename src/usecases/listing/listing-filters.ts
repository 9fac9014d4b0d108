import { parseDecimal, roundDecimalToInteger } from '../../domain/decimal.ts';
import type { DateField, ListingFilters, SearchTerms } from '../../domain/listing/filters.ts';
import { readSearch } from '../../domain/listing/read-search.ts';
import { findNdrReason, findRtoReason } from '../../domain/tracking/read-reason.ts';
import { readGranularStatus, readListingStatus } from '../../domain/tracking/read-status.ts';
import { granularStatusesOf } from '../../domain/tracking/statuses.ts';
import { ZONES, type Zone, zoneNumber } from '../../domain/zones/zone.ts';

export { DATE_FIELDS } from '../../domain/listing/filters.ts';
export { LISTING_STATUSES } from '../../domain/tracking/statuses.ts';

/** The zones as a client may write them: `zone_b`, and `b` as quotes have it. */
export const ZONE_WORDS = ZONES.flatMap((zone) => [`zone_${zone.toLowerCase()}`, zone.toLowerCase()]);

/** Whether a text names a listing status or a granular one. */
export function isStatusWord(text: string): boolean {
  return readListingStatus(text) !== null || readGranularStatus(text) !== null;
}

/** The filters as a client sent them, each by itself readable (contract: listing). */
export interface SentFilters {
  readonly date_field?: DateField;
  /** Unix milliseconds, included. */
  readonly start_time?: number;
  /** Unix milliseconds, included. */
  readonly end_time?: number;
  readonly search?: string;
  readonly status?: readonly string[];
  readonly granular_status?: readonly string[];
  readonly carrier_id?: readonly string[];
  readonly warehouse_ids?: readonly string[];
  readonly channel?: readonly string[];
  readonly zone?: readonly string[];
  readonly sku?: readonly string[];
  readonly tags?: readonly string[];
  readonly ndr_reason?: readonly string[];
  readonly rto_reason?: readonly string[];
  readonly store_name?: readonly string[];
  readonly order_display_id?: readonly string[];
  readonly is_cod?: boolean;
  /** Grams, as exact decimal text. */
  readonly applied_weight_min?: string;
  readonly applied_weight_max?: string;
  readonly attempts_count__gte?: number;
  readonly attempts_count__lte?: number;
}

/** The filters that a body asks for, and the values in it that name nothing (`meta.unknown_values`). */
export function readFilters(sent: SentFilters): { filters: ListingFilters; unknownValues: string[] } {
  const unknownValues: string[] = [];
  const known = <T>(
    values: readonly string[] | undefined,
    read: (value: string) => T | null,
  ): T[] | undefined =>
    values?.flatMap((value) => {
      const found = read(value);
      if (found === null) unknownValues.push(value);
      return found === null ? [] : [found];
    });
  const byStatus = statusFilter(sent.status);
  const filters = {
    ...byStatus,
    granularStatuses: narrowed(byStatus.granularStatuses, known(sent.granular_status, readGranularStatus)),
    dateField: sent.date_field,
    from: sent.start_time,
    before: sent.end_time === undefined ? undefined : sent.end_time + 1,
    search: searchFilter(sent.search),
    carrierIds: sent.carrier_id,
    warehouseIds: sent.warehouse_ids,
    channels: sent.channel?.map((channel) => channel.toLowerCase()),
    zones: sent.zone?.map(zoneOf),
    skus: sent.sku,
    tags: sent.tags,
    ndrReasons: known(sent.ndr_reason, findNdrReason),
    rtoReasons: known(sent.rto_reason, findRtoReason),
    storeNames: sent.store_name,
    displayIds: sent.order_display_id,
    isCod: sent.is_cod,
    leastWeight: hundredths(sent.applied_weight_min, 'up'),
    mostWeight: hundredths(sent.applied_weight_max, 'down'),
    leastAttempts: sent.attempts_count__gte,
    mostAttempts: sent.attempts_count__lte,
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return { filters: Object.fromEntries(given) as ListingFilters, unknownValues };
}

/** One listing status stays one, which an index knows; of more than that, all their granular ones are meant. */
function statusFilter(
  words: readonly string[] | undefined,
): Pick<ListingFilters, 'status' | 'granularStatuses'> {
  if (words === undefined) return {};
  const [status, ...others] = new Set(words.map(readListingStatus));
  if (status && others.length === 0) return { status };
  const meant = words.flatMap((word) => {
    const listed = readListingStatus(word);
    return listed === null ? (readGranularStatus(word) ?? []) : granularStatusesOf(listed);
  });
  return { granularStatuses: [...new Set(meant)] };
}

/** A search without a word is none. */
function searchFilter(text: string | undefined): SearchTerms | undefined {
  const terms = text === undefined ? [] : readSearch(text);
  return terms.length === 0 ? undefined : terms;
}

/** Both must hold: `status` with a granular word, and `granular_status`. */
function narrowed<T>(
  one: readonly T[] | undefined,
  other: readonly T[] | undefined,
): readonly T[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((value) => other.includes(value));
}

function zoneOf(word: string): Zone {
  return ZONES[zoneNumber(word.slice(-1))] ?? 'A';
}

/** Grams as hundredths; a bound between two is moved to the one that is inside. */
function hundredths(grams: string | undefined, round: 'up' | 'down'): number | undefined {
  const exact = grams === undefined ? null : parseDecimal(grams);
  if (exact === null) return undefined;
  const nearest = roundDecimalToInteger(exact, 2);
  const excess = 10n ** BigInt(exact.scale) * nearest - exact.units * 100n;
  const inside = round === 'up' ? (excess < 0n ? 1n : 0n) : excess > 0n ? -1n : 0n;
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  const bounded = nearest + inside > largest ? largest : nearest + inside;
  return Number(bounded);
}
