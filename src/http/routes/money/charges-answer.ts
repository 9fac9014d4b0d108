import { Type } from 'typebox';
import type { LedgerEvent, LedgerSide } from '../../../domain/money/ledger.ts';
import { words } from '../../schemas.ts';
import { LEDGER_EVENT_WORDS, LEDGER_SIDE_WORDS } from './money-words.ts';

/** The amounts of an entry, in rupees. */
export const CHARGE_FIELDS = {
  event_type: words(
    'LedgerEvent',
    LEDGER_EVENT_WORDS,
    '`platform_fee` at booking; `shipment_debit`: the charges of the journey, at pickup; `rto_charge` when the parcel is back; `weight_difference` when one is accepted or settled.',
  ),
  transaction_type: words('LedgerSide', LEDGER_SIDE_WORDS, '`credit` cancels an earlier charge.'),
  amount_without_gst: Type.Number({ examples: [84.75] }),
  amount_with_gst: Type.Number({ description: 'Including 18 % GST.', examples: [100.01] }),
};

export function chargeBody(entry: {
  readonly event: LedgerEvent;
  readonly side: LedgerSide;
  readonly paise: number;
  readonly gstPaise: number;
}) {
  return {
    event_type: entry.event,
    transaction_type: entry.side,
    amount_without_gst: entry.paise / 100,
    amount_with_gst: (entry.paise + entry.gstPaise) / 100,
  };
}
