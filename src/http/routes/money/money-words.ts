import type { Weekday } from '../../../domain/calendar/holidays.ts';
import type { LedgerEvent, LedgerSide } from '../../../domain/money/ledger.ts';
import type { CountedDays } from '../../../domain/money/remittance.ts';
import type { WeightDifferenceState } from '../../../domain/money/weight-difference.ts';
import { everyWord } from '../../every-word.ts';

/** The words of domain, as the schemas of these routes list them. */
export const LEDGER_EVENT_WORDS = everyWord<LedgerEvent>({
  platform_fee: true,
  shipment_debit: true,
  rto_charge: true,
  weight_difference: true,
});

export const LEDGER_SIDE_WORDS = everyWord<LedgerSide>({ debit: true, credit: true });

export const WEIGHT_DIFFERENCE_STATE_WORDS = everyWord<WeightDifferenceState>({
  raised: true,
  accepted: true,
  disputed: true,
  settled: true,
});

export const COUNTED_DAYS_WORDS = everyWord<CountedDays>({ working: true, calendar: true });

export const WEEKDAY_WORDS = everyWord<Weekday>({
  sunday: true,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
});
