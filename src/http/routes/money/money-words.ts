import type { Weekday } from '../../../domain/calendar/holidays.ts';
import type { LedgerEvent, LedgerSide } from '../../../domain/money/ledger.ts';
import type { CountedDays } from '../../../domain/money/remittance.ts';
import type { WeightDifferenceState } from '../../../domain/money/weight-difference.ts';
import type { CodState } from '../../../usecases/money/list-cod.ts';
import { allWords } from '../../all-words.ts';

export const LEDGER_EVENT_WORDS = allWords<LedgerEvent>({
  platform_fee: true,
  shipment_debit: true,
  rto_charge: true,
  weight_difference: true,
});

export const LEDGER_SIDE_WORDS = allWords<LedgerSide>({ debit: true, credit: true });

export const WEIGHT_DIFFERENCE_STATE_WORDS = allWords<WeightDifferenceState>({
  raised: true,
  accepted: true,
  disputed: true,
  settled: true,
});

export const COD_STATE_WORDS = allWords<CodState>({
  owed: true,
  overdue: true,
  settled: true,
  undelivered: true,
});

export const COUNTED_DAYS_WORDS = allWords<CountedDays>({ working: true, calendar: true });

export const WEEKDAY_WORDS = allWords<Weekday>({
  sunday: true,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
});
