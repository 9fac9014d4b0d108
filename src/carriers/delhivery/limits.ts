import { type PartnerAnswer, type PartnerLimits, smallAnswers } from '../../partners/partner.ts';

const FIVE_MINUTES_MS = 300_000;
/** The courier's rate limiter allows requests again after this time. */
const QUIET_MS = 30_000;

/** The courier's published limits, for five minutes and one IP address. */
export const RATES = {
  pin_codes: { requests: 4_500, perMs: FIVE_MINUTES_MS },
  heavy_pin_codes: { requests: 3_000, perMs: FIVE_MINUTES_MS },
  expected_tat: { requests: 750, perMs: FIVE_MINUTES_MS },
  waybills: { requests: 5, perMs: FIVE_MINUTES_MS },
  waybill: { requests: 750, perMs: FIVE_MINUTES_MS },
  track: { requests: 750, perMs: FIVE_MINUTES_MS },
  charges: { requests: 50, perMs: FIVE_MINUTES_MS },
  label: { requests: 3_000, perMs: FIVE_MINUTES_MS },
  pickup: { requests: 4_000, perMs: FIVE_MINUTES_MS },
} as const satisfies PartnerLimits['rates'];

/** Some calls are fast, but one in a hundred takes a minute or two; the timeout allows for that. */
export const LIMITS: PartnerLimits = {
  rates: RATES,
  timeoutsMs: {
    any: 15_000,
    label: 65_000,
    charges: 65_000,
    edit_warehouse: 65_000,
    ndr: 130_000,
    ndr_result: 90_000,
  },
  answers: smallAnswers('pin_codes', 'edit', 'ndr', 'pickup'),
  slowDown,
};

/** Delhivery's rate limiter answers 403; others answer 429. */
function slowDown({ status }: PartnerAnswer): number | null {
  return status === 403 || status === 429 ? QUIET_MS : null;
}
