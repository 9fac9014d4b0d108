import { type Sentence, say } from '../../problems/sentence.ts';
import { money, paiseText } from '../rupees.ts';
import type { Carrier } from './carrier.ts';
import type { Parcel } from './parcel.ts';
import type { BookCarrier } from './rate-book.ts';

/** The reasons why a carrier is not in a quote. */
export const LEFT_OUT_REASONS = [
  'switched_off',
  'no_rate_card',
  'not_connected',
  'beside_couriers',
  'no_returns',
  'no_quality_check',
  'no_pickup',
  'no_delivery',
  'no_cod_delivery',
  'no_reverse_pickup',
  'too_heavy',
  'side_too_long',
  'sides_too_long',
  'cod_limit',
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The kind of quote. It excludes some carriers before places and parcel are checked. */
export type QuoteKind = 'forward' | 'return' | 'returnWithQc';

/** Returns the reason why a carrier is in no quote of this kind, for any places and parcel; else null. */
export function withoutStanding(
  { setting, pricing, connection }: BookCarrier,
  kind: QuoteKind,
): LeftOutReason | null {
  if (!setting.offered) return 'switched_off';
  if (connection.kind === 'not_connected' || connection.kind === 'beside_couriers') return connection.kind;
  if (pricing === null) return 'no_rate_card';
  if (kind === 'forward') return null;
  if (pricing.card.reverse === null) return 'no_returns';
  return kind === 'returnWithQc' && pricing.card.qcFeePaise === null ? 'no_quality_check' : null;
}

/**
 * Returns the reason why a carrier does not take a parcel on any route; else null. All limits are inclusive.
 *
 * @param codCeilPaise the cash to collect, rounded up to paise; 0 for none
 */
export function refusesParcel(carrier: Carrier, parcel: Parcel, codCeilPaise: number): LeftOutReason | null {
  if (parcel.applicableCeilGrams > carrier.maxWeightGrams) return 'too_heavy';
  if (carrier.maxSideCm !== null && parcel.longestSideCeilCm > carrier.maxSideCm) return 'side_too_long';
  if (carrier.maxSidesCm !== null && parcel.sidesCeilCm > carrier.maxSidesCm) return 'sides_too_long';
  if (carrier.codLimitPaise !== null && codCeilPaise > carrier.codLimitPaise) return 'cod_limit';
  return null;
}

/** The reason as the end of a sentence: `takes at most 2000 g`. */
export function leftOutSentence(reason: LeftOutReason, carrier: Carrier): Sentence {
  switch (reason) {
    case 'switched_off':
      return say('carrier_switched_off', 'is switched off for this account');
    case 'no_rate_card':
      return say('carrier_without_rates', 'has no rate card');
    case 'not_connected':
      return say('carrier_not_connected', 'needs a courier account of {courier}', {
        courier: carrier.adapter,
      });
    case 'beside_couriers':
      return say(
        'carrier_beside_couriers',
        'belongs to no courier, and a courier that you connected has prices: switch on beside_couriers in its settings to offer it all the same',
      );
    case 'no_returns':
      return say('carrier_takes_no_returns', 'takes no returns');
    case 'no_quality_check':
      return say('carrier_checks_no_quality', 'makes no quality check');
    case 'no_pickup':
      return say('carrier_without_pickup', 'does not pick up at the origin');
    case 'no_delivery':
      return say('carrier_without_delivery', 'does not deliver prepaid parcels at the destination');
    case 'no_cod_delivery':
      return say('carrier_without_cod', 'does not deliver COD parcels at the destination');
    case 'no_reverse_pickup':
      return say('carrier_without_reverse_pickup', 'does not pick up returns at the origin');
    case 'too_heavy':
      return say('carrier_takes_grams', 'takes at most {most} g', { most: carrier.maxWeightGrams });
    case 'side_too_long':
      return say('carrier_takes_side', 'takes sides of at most {most} cm', { most: carrier.maxSideCm ?? 0 });
    case 'sides_too_long':
      return say('carrier_takes_sides', 'takes at most {most} cm of length, width and height together', {
        most: carrier.maxSidesCm ?? 0,
      });
    case 'cod_limit': {
      const limit = carrier.codLimitPaise ?? 0;
      return limit === 0
        ? say('carrier_collects_no_cash', 'collects no cash')
        : say('carrier_collects_at_most', 'collects at most {most}', {
            most: money(limit, `Rs ${paiseText(limit)}`),
          });
    }
  }
}
